package terminal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// modes are what a terminal was put into, as far as it has to be taken out of it again.
type modes struct {
	set    []string // numbers of private modes that are on, in the order in which they were set
	hidden bool     // the cursor
	tabs   bool     // tab stops were set
	other  string   // the argument of modifyOtherKeys, "" when it is off
	kitty  []string // flags that were pushed
	title  string
	bar    string // the progress bar's state and value
	status string // the report of what the program does
}

const (
	altScreen  = "1049"
	textCursor = "25"
	inOneGo    = "2026" // synchronised output: on only within one frame
)

var modeful = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(?:\[\?([0-9;]+)([hl])|\[>([0-9]*)u|\[<([0-9]*)u|\[>4(?:;([0-9]*))?m|\[\?5(W)|\](?:0|2);([^\x07\x1b]*)|\]9;4;([0-9;]*)|\]7501;([^\x07\x1b]*))`)
})

// follow takes note of what some output does. A sequence is never cut in two: Bubble Tea writes whole frames.
func (m *modes) follow(b []byte) {
	for _, at := range modeful().FindAllSubmatchIndex(b, -1) {
		group := func(i int) (string, bool) {
			if at[2*i] < 0 {
				return "", false
			}
			return string(b[at[2*i]:at[2*i+1]]), true
		}
		if numbers, ok := group(1); ok {
			how, _ := group(2)
			for n := range strings.SplitSeq(numbers, ";") {
				m.mode(n, how == "h")
			}
		} else if flags, ok := group(3); ok {
			m.kitty = append(m.kitty, flags)
		} else if _, ok := group(4); ok {
			m.kitty = m.kitty[:max(len(m.kitty)-1, 0)]
		} else if _, ok := group(6); ok {
			m.tabs = true
		} else if title, ok := group(7); ok {
			m.title = title
		} else if bar, ok := group(8); ok {
			m.bar = bar
		} else if status, ok := group(9); ok {
			if m.status = status; strings.HasPrefix(status, "state=clear") {
				m.status = ""
			}
		} else {
			m.other, _ = group(5)
		}
	}
}

func (m *modes) mode(n string, on bool) {
	switch i := slices.Index(m.set, n); {
	case n == textCursor:
		m.hidden = !on
	case n == inOneGo:
	case on && i < 0:
		m.set = append(m.set, n)
	case !on && i >= 0:
		m.set = slices.Delete(m.set, i, i+1)
	}
}

func decMode(n string) ansi.DECMode {
	number, _ := strconv.Atoi(n)
	return ansi.DECMode(number)
}

// leave takes a terminal out of all of it. Each screen has keyboard flags of its own: they go before the screen does.
func (m *modes) leave() string {
	var s strings.Builder
	for range m.kitty {
		s.WriteString(ansi.PopKittyKeyboard(1))
	}
	if m.other != "" {
		s.WriteString(ansi.ResetModifyOtherKeys)
	}
	for _, n := range m.set {
		if n != altScreen {
			s.WriteString(ansi.ResetMode(decMode(n)))
		}
	}
	if m.hidden {
		s.WriteString(ansi.ShowCursor)
	}
	if m.title != "" {
		s.WriteString(ansi.SetWindowTitle(""))
	}
	if m.bar != "" && m.bar != "0" {
		s.WriteString(ansi.ResetProgressBar)
	}
	if m.status != "" {
		_, id, _ := strings.Cut(m.status, "id=")
		id, _, _ = strings.Cut(id, ":")
		s.WriteString(ansi.ClearProgramStatusID(id))
	}
	if slices.Contains(m.set, altScreen) {
		s.WriteString(ansi.ResetMode(decMode(altScreen)))
	}
	return s.String()
}

// enter puts a terminal into all of it again, with an empty screen.
func (m *modes) enter() string {
	var s strings.Builder
	if slices.Contains(m.set, altScreen) {
		s.WriteString(ansi.SetMode(decMode(altScreen)) + ansi.EraseEntireScreen + ansi.CursorHomePosition)
	}
	if m.tabs {
		s.WriteString(ansi.SetTabEvery8Columns)
	}
	for _, flags := range m.kitty {
		n, _ := strconv.Atoi(flags)
		s.WriteString(ansi.PushKittyKeyboard(n))
	}
	if m.other != "" {
		s.WriteString(ansi.SetModifyOtherKeys2)
	}
	for _, n := range m.set {
		if n != altScreen {
			s.WriteString(ansi.SetMode(decMode(n)))
		}
	}
	if m.hidden {
		s.WriteString(ansi.HideCursor)
	}
	if m.title != "" {
		s.WriteString(ansi.SetWindowTitle(m.title))
	}
	if m.bar != "" && m.bar != "0" {
		s.WriteString("\x1b]9;4;" + m.bar + "\x07")
	}
	if m.status != "" {
		s.WriteString("\x1b]7501;" + m.status + "\x07")
	}
	return s.String()
}
