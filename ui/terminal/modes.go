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
	private []privateMode   // in the order in which they were changed first
	before  map[string]bool // what private modes were before the program, where the terminal said so
	tabs    bool            // tab stops were set
	other   string          // the argument of modifyOtherKeys, "" when it is off
	kitty   []string        // flags that were pushed
	cursor  string          // the number of the cursor's style, "" for the terminal's own
	title   string
	titled  bool   // the title of before is kept by the terminal
	bar     string // the progress bar's state and value
	status  string // the report of what the program does
}

// privateMode is a private mode that was changed.
type privateMode struct {
	number     string
	before, on bool
}

const (
	autoWrap   = "7"
	textCursor = "25"
	altScreen  = "1049"
)

var keepTitle, restoreTitle = ansi.WindowOp(22, 2), ansi.WindowOp(23, 2)

var modeful = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(?:\[\?([0-9;]+)([hl])|\[>([0-9]*)u|\[<([0-9]*)u|\[>4(?:;([0-9]*))?m|\[\?5(W)|\](?:0|2);([^\x07\x1b]*)|\]9;4;([0-9;]*)|\]7501;([^\x07\x1b]*)|\[([0-9]*) q|\[(2[23]);2t)`)
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
		} else if style, ok := group(10); ok {
			m.cursor = strings.TrimPrefix(style, "0")
		} else if op, ok := group(11); ok {
			m.titled = op == "22"
		} else {
			m.other, _ = group(5)
		}
	}
}

// mode notes a private mode. What it was before is what the terminal said of it, else what terminals start with.
func (m *modes) mode(n string, on bool) {
	i := slices.IndexFunc(m.private, func(p privateMode) bool { return p.number == n })
	if i < 0 {
		before, said := m.before[n]
		i = len(m.private)
		m.private = append(m.private, privateMode{number: n, before: before || !said && (n == autoWrap || n == textCursor)})
	}
	m.private[i].on = on
}

// hear notes what the terminal answers about a private mode: its number, and 1 or 3 where it is on.
func (m *modes) hear(answer string) {
	n, value, _ := strings.Cut(answer, ";")
	if _, known := m.before[n]; !known && value != "0$" {
		if m.before == nil {
			m.before = map[string]bool{}
		}
		m.before[n] = value == "1$" || value == "3$"
	}
}

// changed returns the sequences that put the private modes which differ from before back, or again into what the program
// wants. The other screen is not among them.
func (m *modes) changed(back bool) string {
	var s strings.Builder
	for _, p := range m.private {
		number, _ := strconv.Atoi(p.number)
		switch {
		case p.on == p.before || p.number == altScreen:
		case p.on != back:
			s.WriteString(ansi.SetMode(ansi.DECMode(number)))
		default:
			s.WriteString(ansi.ResetMode(ansi.DECMode(number)))
		}
	}
	return s.String()
}

// otherScreen reports whether the program draws on the terminal's other screen.
func (m *modes) otherScreen() bool {
	return slices.ContainsFunc(m.private, func(p privateMode) bool { return p.number == altScreen && p.on })
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
	s.WriteString(m.changed(true))
	if m.cursor != "" {
		s.WriteString(ansi.SetCursorStyle(0))
	}
	if m.titled { // emptied first, for terminals that keep none
		s.WriteString(ansi.SetWindowTitle("") + restoreTitle)
	}
	if m.bar != "" && m.bar != "0" {
		s.WriteString(ansi.ResetProgressBar)
	}
	if m.status != "" {
		_, id, _ := strings.Cut(m.status, "id=")
		id, _, _ = strings.Cut(id, ":")
		s.WriteString(ansi.ClearProgramStatusID(id))
	}
	if m.otherScreen() {
		s.WriteString(ansi.ResetModeAltScreenSaveCursor)
	}
	return s.String()
}

// enter puts a terminal into all of it again, with an empty screen.
func (m *modes) enter() string {
	var s strings.Builder
	if m.otherScreen() {
		s.WriteString(ansi.SetModeAltScreenSaveCursor + ansi.EraseEntireScreen + ansi.CursorHomePosition)
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
	s.WriteString(m.changed(false))
	if m.cursor != "" {
		style, _ := strconv.Atoi(m.cursor)
		s.WriteString(ansi.SetCursorStyle(style))
	}
	if m.titled {
		s.WriteString(keepTitle + ansi.SetWindowTitle(m.title))
	}
	if m.bar != "" && m.bar != "0" {
		s.WriteString("\x1b]9;4;" + m.bar + "\x07")
	}
	if m.status != "" {
		s.WriteString("\x1b]7501;" + m.status + "\x07")
	}
	return s.String()
}
