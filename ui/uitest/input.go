package uitest

import (
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
)

// names are the bytes terminals send for keys that are no letters.
var names = map[string]string{
	"enter": "\r", "esc": "\x1b[27u", // as kitty spells it: a bare escape could be the start of something else
	"tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
	"f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "ctrl+g": "\x07", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
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
		time.Sleep(stepFor)
	}
	if _, err := io.WriteString(h.keys, bytes); err != nil {
		h.T.Fatalf("type: %v", err)
	}
	return h
}
