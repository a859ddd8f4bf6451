//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package uitest

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// terminalState is an emulated terminal that remembers every state it was set to, whatever the number of a mode. It starts with the state of
// the emulator.
type terminalState struct {
	screen *vt.Emulator
	is     map[string]string // states that differ from zero; modes that are off are absent
	found  map[string]string
	titles []string
	keys   []string // pushed flags of the keyboard
}

func newTerminalState(t testing.TB, w, h int, before ...string) *terminalState {
	s := &terminalState{screen: emulator(w, h).Emulator, is: map[string]string{}}
	go func() { _, _ = io.Copy(io.Discard, s.screen) }() // its answers: it blocks if nobody reads them
	t.Cleanup(func() { _ = s.screen.InputPipe().(io.Closer).Close() })
	s.screen.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { s.set(fmt.Sprintf("mode %T %d", m, m.Mode()), "on") },
		DisableMode: func(m ansi.Mode) { s.set(fmt.Sprintf("mode %T %d", m, m.Mode()), "") },
		Title:       func(title string) { s.set("title", title) },
		CursorStyle: func(style vt.CursorStyle, blink bool) {
			s.set("cursor", strings.Replace(fmt.Sprint(style, blink), fmt.Sprint(vt.CursorBlock, true), "", 1))
		},
	})
	s.csi('>', 'u', func(p ansi.Params) { s.keys = append(s.keys, s.is["keyboard"]); s.set("keyboard", number(p, 0, 0)) })
	s.csi('<', 'u', func(ansi.Params) {
		if n := len(s.keys); n > 0 {
			s.set("keyboard", s.keys[n-1])
			s.keys = s.keys[:n-1]
		}
	})
	s.csi('>', 'm', func(p ansi.Params) { s.set("keys modified "+number(p, 0, 0), number(p, 1, 0)) })
	s.csi(0, 't', func(p ansi.Params) {
		switch n := len(s.titles); {
		case number(p, 0, 0) == "22":
			s.titles = append(s.titles, s.is["title"])
		case number(p, 0, 0) == "23" && n > 0:
			s.set("title", s.titles[n-1])
			s.titles = s.titles[:n-1]
		}
	})
	s.csi(0, 'r', func(p ansi.Params) {
		s.set("margins", strings.TrimPrefix(number(p, 0, 1)+"-"+number(p, 1, h), fmt.Sprintf("1-%d", h)))
	})
	s.osc(9, func(data string) { s.set("progress", strings.TrimPrefix(strings.TrimPrefix(data, "9;4;"), "0")) })
	s.osc(7501, func(data string) {
		if strings.Contains(data, "state=clear") {
			data = ""
		}
		s.set("status", data)
	})
	s.write([]byte("\x1bc\x1b]2;the shell's\x07" + strings.Join(before, "")))
	s.found = maps.Clone(s.is)
	return s
}

func (s *terminalState) set(what, value string) {
	if value == "" || value == "0" {
		delete(s.is, what)
		return
	}
	s.is[what] = value
}

func (s *terminalState) csi(prefix, final byte, do func(ansi.Params)) {
	s.screen.RegisterCsiHandler(ansi.Command(prefix, 0, final), func(p ansi.Params) bool { do(p); return false })
}

func (s *terminalState) osc(number int, do func(string)) {
	s.screen.RegisterOscHandler(number, func(b []byte) bool { do(string(b)); return false })
}

func number(p ansi.Params, i, without int) string {
	n, _, _ := p.Param(i, without)
	return fmt.Sprint(n)
}

func (s *terminalState) write(b []byte) { _, _ = s.screen.Write(b) }

// changed names the states that differ from those at the start, "" for none.
func (s *terminalState) changed() string {
	var not []string
	for _, what := range slices.Sorted(maps.Keys(s.is)) {
		if s.found[what] != s.is[what] {
			not = append(not, fmt.Sprintf("%s is %q", what, s.is[what]))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(s.found)) {
		if s.is[what] == "" {
			not = append(not, fmt.Sprintf("%s was %q", what, s.found[what]))
		}
	}
	if len(s.keys)+len(s.titles) > 0 {
		not = append(not, fmt.Sprintf("flags %q and titles %q are still kept", s.keys, s.titles))
	}
	at := s.screen.CursorPosition()
	s.write([]byte("\x1b7x\x1b8"))
	if c := s.screen.CellAt(at.X, at.Y); c != nil && c.Content == "x" && (!c.Style.IsZero() || c.Link.URL != "") {
		not = append(not, fmt.Sprintf("letters are %+v", c.Style))
	}
	return strings.Join(not, ", ")
}
