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

// keyBytes are the bytes that terminals send for keys that are no letters.
var keyBytes = map[string]string{
	"enter": "\r", "esc": "\x1b[27u", // as kitty sends it: a bare escape could begin another sequence
	"tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
	"f1": "\x1bOP", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "ctrl+g": "\x07", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
	"pgup": "\x1b[5~", "pgdown": "\x1b[6~", "delete": "\x1b[3~",
	"ctrl+s": "\x13", "ctrl+u": "\x15", "ctrl+k": "\x0b", "ctrl+w": "\x17", "ctrl+o": "\x0f", "ctrl+c": "\x03", "ctrl+d": "\x04", "ctrl+l": "\x0c",
	"ctrl+p": "\x10", "ctrl+j": "\n", "shift+up": "\x1b[1;2A", "shift+down": "\x1b[1;2B", "alt+1": "\x1b1", "alt+2": "\x1b2",
}

// Press presses keys one after another, as the bytes that a terminal sends: letters, and keys by their names in keyBytes.
func (h *Driver) Press(keys ...string) *Driver {
	h.T.Helper()
	for _, k := range keys {
		b, ok := keyBytes[k]
		switch {
		case ok:
		case strings.Contains(strings.TrimSuffix(k, "+"), "+"):
			h.T.Fatalf("no bytes for the key %q: add it to keyBytes in ui/uitest/screen_test.go", k)
		default:
			b = k
		}
		h.send(b)
	}
	return h
}

// Type types a text.
func (h *Driver) Type(text string) *Driver { return h.send(text) }

// Paste pastes a text, as bracketed paste.
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
	h.out.current = false
	h.out.mu.Unlock()
	h.prog.Send(tea.WindowSizeMsg{Width: w, Height: hh})
	return h
}

func (h *Driver) send(bytes string) *Driver {
	if watcherTerminal() != nil {
		time.Sleep(stepFor) // so that keys can be followed
	}
	if _, err := io.WriteString(h.keys, bytes); err != nil {
		h.T.Fatalf("type: %v", err)
	}
	return h
}

// wire is the connection to the terminal. It draws what is sent, and keeps the bytes if keep is set.
type wire struct {
	mu     sync.Mutex // also held while cells are read
	screen *vt.SafeEmulator
	keep   bool
	sent   bytes.Buffer
	answer func(string)

	settled chan struct{} // receives each drawnMarker
	text    string        // the text of the screen, if current
	current bool          // nothing was sent since text was read
}

// clusterQuery asks whether the terminal counts cells by cluster. The emulator always does but does not know the query, so wire answers it.
const clusterQuery, clusterReply = "\x1b[?2027$p", "\x1b[?2027;2$y"

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.screen == nil {
		return len(b), nil
	}
	if rest := bytes.ReplaceAll(b, []byte(drawnMarker), nil); len(rest) < len(b) {
		w.settled <- struct{}{}
		_, err := w.show(rest)
		return len(b), err
	}
	return w.show(b)
}

func (w *wire) show(b []byte) (int, error) {
	w.current = false
	if w.keep {
		w.sent.Write(b)
	}
	if tty := watcherTerminal(); tty != nil {
		_, _ = tty.Write(b)
	}
	if shown := bytes.ReplaceAll(b, []byte(clusterQuery), nil); len(shown) < len(b) {
		go w.answer(clusterReply)
		_, err := w.screen.Write(shown)
		return len(b), err
	}
	return w.screen.Write(b)
}

// release frees the screen, which is megabytes. A timer of the program keeps the program in memory for a minute after its end.
func (h *Driver) release() {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	h.screen, h.out.screen, h.out.sent = nil, nil, bytes.Buffer{}
}

// emulator returns a terminal. After it has become smaller a frame for the larger size may still arrive. Terminals limit the margins to their
// screen; the emulator would scroll missing rows and panic.
func emulator(w, h int) *vt.SafeEmulator {
	screen := vt.NewSafeEmulator(w, h)
	screen.RegisterCsiHandler('r', func(margins ansi.Params) bool {
		bottom, _, _ := margins.Param(1, 0)
		return bottom > screen.Emulator.Height() // ignored: the next frame has the right size
	})
	return screen
}

// Screen returns the screen as text.
func (h *Driver) Screen() string {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	if !h.out.current {
		h.out.text, h.out.current = ansi.Strip(h.screen.Render()), true
	}
	return h.out.text
}

// Sent returns every byte sent to the terminal since the start. Options.Record must be set.
func (h *Driver) Sent() []byte {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	return bytes.Clone(h.out.sent.Bytes())
}

// Cells returns the contents of the cells, row by row, "" for the second half of a wide one.
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

// isBold reports whether a cell is drawn in bold.
func (h *Driver) isBold(x, y int) bool {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	const bold = 1 // the first of the emulator's attributes
	c := h.screen.CellAt(x, y)
	return c != nil && c.Style.Attrs&bold != 0
}

// place returns the cell, counted from 0, where a text begins.
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

// Cell waits until a text is on the screen, and returns the cell where it begins.
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

// stackedBelow is the width below which the board is one list instead of columns.
const stackedBelow = 84

// listWidth returns the width of the list if the board is one, alone or next to a detail; 0 for columns.
func (h *Driver) listWidth() int {
	switch {
	case h.w < stackedBelow:
		return h.w
	case h.w < 150 && !strings.Contains(h.Screen(), "Pending"):
		return h.w * 9 / 20
	}
	return 0
}

// withoutMarks removes the mark of a change next to the cursor.
var withoutMarks = strings.NewReplacer("▌•", "▌ ", "▌·", "▌ ", "▌↑", "▌ ")

// cursorID is the id of a card of one row under the cursor.
var cursorID = regexp.MustCompile(`▌ #\S+ +([●○◐✓⊘↺!] )`)

// selected returns the first row of the card under the cursor, without its id, "" if there is none.
func (h *Driver) selected() string {
	for row := range strings.SplitSeq(cursorID.ReplaceAllString(withoutMarks.Replace(h.Screen()), "▌ $1"), "\n") {
		for _, g := range glyphs {
			if _, card, ok := strings.Cut(row, "▌ "+g+" "); ok {
				card, _, _ = strings.Cut(card, "   ") // the card of the next column
				return card
			}
		}
		if card, ok := strings.CutPrefix(row, " ▌ "); ok && h.listWidth() > 0 {
			card, _, _ = strings.Cut(idColumn.ReplaceAllString(card, ""), "   ") // the detail
			return card                                                          // in a list only the head of the section has the glyph
		}
	}
	return ""
}

// On waits until the cursor is on the card with a subject.
func (h *Driver) On(subject string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("the cursor to be on %q", subject), func() bool { return strings.Contains(h.selected(), subject) })
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

// glyphs are the signs of the states before the subject of a card.
var glyphs = []string{"●", "○", "◐", "✓", "⊘", "↺", "!"}

// Card waits until a task has a card on the screen, and returns the cell of its glyph.
func (h *Driver) Card(subject string) (x, y int) {
	h.T.Helper()
	h.settle()
	h.Await(fmt.Sprintf("a card %q", subject), func() (is bool) {
		x, y, is = h.card(subject)
		return is
	})
	return x, y
}

// idColumn is the column of ids before the titles of a list.
var idColumn = regexp.MustCompile(`^#\S+ +`)

// card returns the cell of the glyph of a task, false if it has no card on the screen.
func (h *Driver) card(subject string) (x, y int, is bool) {
	for _, g := range glyphs {
		if x, y, ok := h.place(g + " " + subject); ok {
			return x, y, true
		}
	}
	for i, row := range h.Cells() { // in a list the head of the section has the glyph
		if len(row) > 3 && h.listWidth() > 0 && strings.HasPrefix(idColumn.ReplaceAllString(strings.Join(row[3:], ""), ""), subject) {
			return 3, i, true
		}
	}
	return 0, 0, false
}

// Choose moves the cursor to the card of a task, with a click.
func (h *Driver) Choose(subject string) *Driver {
	h.T.Helper()
	atX, atY := -1, -1
	h.Await(fmt.Sprintf("the cursor to be on %q", subject), func() bool {
		h.settle()
		if strings.Contains(h.selected(), subject) {
			return true
		}
		// If other cards moved it before the click arrived, click again where it is now.
		if x, y, ok := h.card(subject); ok && (x != atX || y != atY) {
			atX, atY = x, y
			h.Click(x, y)
		}
		return false
	})
	return h
}
