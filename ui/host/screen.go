package host

import (
	"strings"

	"sideboard/keymap"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Screen is what is drawn, and what is on top of it.
type Screen struct {
	Width, Height int
	Layout        view.Layout
	Sheet         *style.Sheet
	Painter       *view.Painter
	Keys          *keymap.Map
	Clicks        Clicks
	Still         bool // nothing moves by itself
	ASCII         bool // it is drawn with plain characters

	Relayout  func()               // works the layout out again
	ShownView func() view.ViewKind // the board, or what is shown in its place

	mode, board Mode
}

// SetBoard sets the mode in which nothing is on top of the board, and leaves any other.
func (s *Screen) SetBoard(m Mode) { s.mode, s.board = m, m }

// Mode returns what is on top of the board, or the board itself.
func (s *Screen) Mode() Mode { return s.mode }

// SetMode puts a mode on top of the board.
func (s *Screen) SetMode(m Mode) { s.mode = m }

// ToBoard leaves the mode.
func (s *Screen) ToBoard() { s.mode = s.board }

// Browsing reports whether nothing is on top of the board.
func (s *Screen) Browsing() bool { return s.mode == s.board }

// KeyOf returns the key of an action as it is shown, "" if it has none.
func (s *Screen) KeyOf(a keymap.Action) string { return s.Keys.KeyOf(a) }

// KeyName returns a key as this terminal can show it.
func (s *Screen) KeyName(e *keymap.Entry) safetext.Text {
	if s.ASCII {
		return safetext.Line(keymap.ASCII(e.Key()))
	}
	return safetext.Line(e.Key())
}

// MoveKey returns the arrow keys that move in the list of a scope as one key, with a word.
func (s *Screen) MoveKey(word string, in keymap.ScopeName) view.Key {
	var arrows []string
	for _, a := range []keymap.Action{keymap.Up, keymap.Down} {
		if e := s.Keys.Entry(a, in); e != nil {
			arrow, _, _ := strings.Cut(s.KeyName(e).String(), "/")
			arrows = append(arrows, arrow)
		}
	}
	return view.Key{Name: safetext.Line(strings.Join(arrows, " ")), Does: safetext.Line(word)}
}

// KeysSaying returns the footer keys of scopes whose actions have words, with those words.
func (s *Screen) KeysSaying(words map[keymap.Action]string, in ...keymap.ScopeName) []view.Key {
	var out []view.Key
	for e := range s.Keys.Footer(in...) {
		if w := words[e.Action]; w != "" {
			out = append(out, view.Key{Name: s.KeyName(e), Does: safetext.Line(w)})
		}
	}
	return out
}
