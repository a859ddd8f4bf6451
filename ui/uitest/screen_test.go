package uitest

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// names are the bytes terminals send for keys that are no letters.
var names = map[string]string{
	"enter": "\r", "esc": "\x1b[27u", // as kitty spells it: a bare escape could be the start of something else
	"tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
	"f1": "\x1bOP", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "ctrl+g": "\x07", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
	"pgup": "\x1b[5~", "pgdown": "\x1b[6~", "delete": "\x1b[3~",
	"ctrl+s": "\x13", "ctrl+u": "\x15", "ctrl+k": "\x0b", "ctrl+w": "\x17", "ctrl+o": "\x0f", "ctrl+c": "\x03", "ctrl+d": "\x04", "ctrl+l": "\x0c",
	"ctrl+p": "\x10", "ctrl+j": "\n", "shift+up": "\x1b[1;2A", "shift+down": "\x1b[1;2B", "alt+1": "\x1b1", "alt+2": "\x1b2",
}

// Press presses keys one after another, each as the bytes a terminal sends for it.
func (h *Driver) Press(keys ...string) *Driver {
	for _, k := range keys {
		b, ok := names[k]
		if !ok {
			b = k
		}
		h.send(b)
	}
	return h
}

// Type types a text.
func (h *Driver) Type(text string) *Driver { return h.send(text) }

// Paste pastes a text, in brackets as terminals do.
func (h *Driver) Paste(text string) *Driver { return h.send("\x1b[200~" + text + "\x1b[201~") }

// Click presses and releases the left button at a cell, counted from 0.
func (h *Driver) Click(x, y int) *Driver { return h.Down(x, y).Up(x, y) }

// Down presses the left button at a cell.
func (h *Driver) Down(x, y int) *Driver { return h.send(fmt.Sprintf("\x1b[<0;%d;%dM", x+1, y+1)) }

// Drag moves to a cell with the left button down.
func (h *Driver) Drag(x, y int) *Driver { return h.send(fmt.Sprintf("\x1b[<32;%d;%dM", x+1, y+1)) }

// Up releases the left button at a cell.
func (h *Driver) Up(x, y int) *Driver { return h.send(fmt.Sprintf("\x1b[<0;%d;%dm", x+1, y+1)) }

// Wheel turns the wheel at a cell, down for a positive number of notches.
func (h *Driver) Wheel(x, y, by int) *Driver {
	b := 65
	if by < 0 {
		b, by = 64, -by
	}
	for range by {
		h.send(fmt.Sprintf("\x1b[<%d;%d;%dM", b, x+1, y+1))
	}
	return h
}

// Resize gives the terminal another size.
func (h *Driver) Resize(w, hh int) *Driver {
	h.w, h.h = w, hh
	h.out.mu.Lock()
	h.screen.Resize(w, hh)
	h.out.known = false
	h.out.mu.Unlock()
	h.prog.Send(tea.WindowSizeMsg{Width: w, Height: hh})
	return h
}

func (h *Driver) send(bytes string) *Driver {
	if watched() != nil {
		time.Sleep(stepFor) // so that keys can be followed
	}
	if _, err := io.WriteString(h.keys, bytes); err != nil {
		h.T.Fatalf("type: %v", err)
	}
	return h
}

// wire is the line to the terminal: what is sent over it is drawn, and kept where that was wished.
type wire struct {
	mu     sync.Mutex // also held while the cells are looked at, so that none changes meanwhile
	screen *vt.SafeEmulator
	keep   bool
	sent   bytes.Buffer
	answer func(string)

	settled chan struct{} // what settle sends has come
	text    string        // what is on the screen, while known
	known   bool          // nothing was sent since; most looks come while nothing changes
}

// asksClusters is the question whether a terminal can count cells by cluster. The emulator counts so always and does
// not know the question, so that it is answered here.
const asksClusters, countsClusters = "\x1b[?2027$p", "\x1b[?2027;2$y"

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.screen == nil {
		return len(b), nil
	}
	if rest := bytes.ReplaceAll(b, []byte(flushed), nil); len(rest) < len(b) {
		w.settled <- struct{}{}
		_, err := w.show(rest)
		return len(b), err
	}
	return w.show(b)
}

func (w *wire) show(b []byte) (int, error) {
	w.known = false
	if w.keep {
		w.sent.Write(b)
	}
	if tty := watched(); tty != nil {
		_, _ = tty.Write(b)
	}
	if shown := bytes.ReplaceAll(b, []byte(asksClusters), nil); len(shown) < len(b) {
		go w.answer(countsClusters)
		_, err := w.screen.Write(shown)
		return len(b), err
	}
	return w.screen.Write(b)
}

// release lets go of the screen, which is megabytes: an alarm that the program set holds the program and all that it knows for
// a minute after its end.
func (h *Driver) release() {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	h.screen, h.out.screen, h.out.sent = nil, nil, bytes.Buffer{}
}

// emulator returns a terminal of a size. What a program drew for a larger one may still arrive after it has become smaller;
// terminals keep the margins in their screen, the emulator would scroll rows that it has not and panic.
func emulator(w, h int) *vt.SafeEmulator {
	screen := vt.NewSafeEmulator(w, h)
	screen.RegisterCsiHandler('r', func(margins ansi.Params) bool {
		bottom, _, _ := margins.Param(1, 0)
		return bottom > screen.Emulator.Height() // taken as handled: the next frame is for the size there is
	})
	return screen
}

// Screen returns what is on the screen, as text.
func (h *Driver) Screen() string {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	if !h.out.known {
		h.out.text, h.out.known = ansi.Strip(h.screen.Render()), true
	}
	return h.out.text
}

// Sent is every byte sent to the terminal since the start; Options.Record has to be set.
func (h *Driver) Sent() []byte {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	return bytes.Clone(h.out.sent.Bytes())
}

// Cells are the cells of the screen, row by row: what each shows, "" for the second half of a wide one.
func (h *Driver) Cells() [][]string {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	rows := make([][]string, h.screen.Height())
	for y := range rows {
		rows[y] = make([]string, h.screen.Width())
		for x := 0; x < len(rows[y]); x++ {
			rows[y][x] = " "
			if c := h.screen.CellAt(x, y); c != nil && c.Content != "" {
				rows[y][x] = c.Content
				for i := 1; i < c.Width && x+1 < len(rows[y]); i++ {
					x++
					rows[y][x] = ""
				}
			}
		}
	}
	return rows
}

// underlined reports whether a cell has a line under it.
func (h *Driver) underlined(x, y int) bool {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	c := h.screen.CellAt(x, y)
	return c != nil && c.Style.Underline != 0
}

// isBold reports whether a cell is drawn in bold.
func (h *Driver) isBold(x, y int) bool {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	const bold = 1 // the first of the emulator's attributes
	c := h.screen.CellAt(x, y)
	return c != nil && c.Style.Attrs&bold != 0
}

// place finds a text on the screen; its cell is counted from 0.
func (h *Driver) place(text string) (x, y int, ok bool) {
	for y, row := range h.Cells() {
		i := strings.Index(strings.Join(row, ""), text)
		if i < 0 {
			continue
		}
		for x := range row {
			if i <= 0 {
				return x, y, true
			}
			i -= len(row[x])
		}
	}
	return 0, 0, false
}

// Cell waits until a text is on the screen and answers the cell it begins in.
func (h *Driver) Cell(text string) (x, y int) {
	h.T.Helper()
	h.settle()
	h.Await(fmt.Sprintf("%q to be somewhere", text), func() bool {
		var ok bool
		x, y, ok = h.place(text)
		return ok
	})
	return x, y
}

// stackedBelow is the width from which on a board has columns; below it is one list.
const stackedBelow = 84

// listed returns how many cells of a row are the list that a board is where columns have no room, also beside a detail; 0 for columns.
func (h *Driver) listed() int {
	switch {
	case h.w < stackedBelow:
		return h.w
	case h.w < 150 && !strings.Contains(h.Screen(), "Pending"):
		return h.w * 9 / 20
	}
	return 0
}

// unmarked takes the mark of a change from beside the cursor.
var unmarked = strings.NewReplacer("▌•", "▌ ", "▌·", "▌ ", "▌↑", "▌ ")

// chosen is the first row of the card the cursor is on, without what stands beside it; "" where there is none.
func (h *Driver) chosen() string {
	for row := range strings.SplitSeq(unmarked.Replace(h.Screen()), "\n") {
		for _, g := range glyphs {
			if _, card, ok := strings.Cut(row, "▌ "+g+" "); ok {
				card, _, _ = strings.Cut(card, "   ") // a card of another column stands beside it
				return card
			}
		}
		if card, ok := strings.CutPrefix(row, " ▌ "); ok && h.listed() > 0 {
			card, _, _ = strings.Cut(listedID.ReplaceAllString(card, ""), "   ") // a detail stands beside
			return card                                                          // in a list the head of the section has the glyph
		}
	}
	return ""
}

// On waits until the cursor is on the card of a subject.
func (h *Driver) On(subject string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("the cursor to be on %q", subject), func() bool { return strings.Contains(h.chosen(), subject) })
	return h
}

// shows reports whether words are on a screen: in one row, or wrapped over several within a dialog.
func shows(screen, words string) bool {
	if strings.Contains(screen, words) {
		return true
	}
	var dialog []string
	for row := range strings.SplitSeq(screen, "\n") {
		if from, to := strings.Index(row, "│"), strings.LastIndex(row, "│"); from < to {
			dialog = append(dialog, strings.Fields(row[from+len("│"):to])...)
		}
	}
	return strings.Contains(strings.Join(dialog, " "), words)
}

// glyphs stand before the subject of a card, by its state.
var glyphs = []string{"●", "○", "◐", "✓", "⊘", "↺", "!"}

// Card waits until a task has a card on the screen and answers the cell its glyph is in.
func (h *Driver) Card(subject string) (x, y int) {
	h.T.Helper()
	h.settle()
	h.Await(fmt.Sprintf("a card %q", subject), func() (is bool) {
		x, y, is = h.card(subject)
		return is
	})
	return x, y
}

// listedID is the column of ids before the titles of a list.
var listedID = regexp.MustCompile(`^#\S+ +`)

// card returns the cell the glyph of a task is in, false where it has no card on the screen.
func (h *Driver) card(subject string) (x, y int, is bool) {
	for _, g := range glyphs {
		if x, y, ok := h.place(g + " " + subject); ok {
			return x, y, true
		}
	}
	for i, row := range h.Cells() { // in a list the head of the section has the glyph
		if len(row) > 3 && h.listed() > 0 && strings.HasPrefix(listedID.ReplaceAllString(strings.Join(row[3:], ""), ""), subject) {
			return 3, i, true
		}
	}
	return 0, 0, false
}

// Choose puts the cursor on a task's card.
func (h *Driver) Choose(subject string) *Driver {
	h.T.Helper()
	atX, atY := -1, -1
	h.Await(fmt.Sprintf("the cursor to be on %q", subject), func() bool {
		h.settle()
		if strings.Contains(h.chosen(), subject) {
			return true
		}
		// A card that others pushed away before the click came was not hit: it is clicked where it stands now.
		if x, y, is := h.card(subject); is && (x != atX || y != atY) {
			atX, atY = x, y
			h.Click(x, y)
		}
		return false
	})
	return h
}
