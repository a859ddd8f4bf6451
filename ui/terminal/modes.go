package terminal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// modes are the modes that a program has set and that have to be reset when it ends.
type modes struct {
	private []privateMode   // in the order in which they were changed first
	before  map[string]bool // the private modes before the program, as the terminal reported them
	tabs    bool            // tab stops were set
	other   string          // the argument of modifyOtherKeys, "" if it is off
	kitty   []string        // pushed keyboard flags
	cursor  string          // the number of the cursor style, "" for the default
	title   string
	titled  bool   // the former title is on the terminal's stack
	bar     string // the progress bar's state and value
	status  string // the OSC 7501 status
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

// modeful matches a sequence that changes a mode. Its groups are: 1 private modes, and 2 whether they are set; 3 pushed
// and 4 popped keyboard flags; 5 the argument of modifyOtherKeys; 6 tab stops; 7 the title; 8 the progress bar; 9 the
// status; 10 the cursor style; 11 whether the title is kept or restored.
var modeful = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(?:\[\?([0-9;]+)([hl])|\[>([0-9]*)u|\[<([0-9]*)u|\[>4(?:;([0-9]*))?m|\[\?5(W)|\](?:0|2);([^\x07\x1b]*)|\]9;4;([0-9;]*)|\]7501;([^\x07\x1b]*)|\[([0-9]*) q|\[(2[23]);2t)`)
})

// follow updates the modes by the sequences in some output. No sequence is cut in two: Bubble Tea writes whole frames.
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
			m.status = status
			if strings.HasPrefix(status, "state=clear") {
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

// mode records that a private mode was set or reset. Its value before the program is what the terminal reported, or the
// usual default.
func (m *modes) mode(n string, on bool) {
	i := slices.IndexFunc(m.private, func(p privateMode) bool { return p.number == n })
	if i < 0 {
		before, said := m.before[n]
		i = len(m.private)
		m.private = append(m.private, privateMode{number: n, before: before || !said &&
			(n == autoWrap || n == textCursor)})
	}
	m.private[i].on = on
}

// hear records the terminal's first report about a private mode, "number;value$": the value is 1 or 3 if it is set,
// 0 if the terminal does not know it.
func (m *modes) hear(answer string) {
	n, value, _ := strings.Cut(answer, ";")
	if _, known := m.before[n]; !known && value != "0$" {
		if m.before == nil {
			m.before = map[string]bool{}
		}
		m.before[n] = value == "1$" || value == "3$"
	}
}

// changed returns the sequences that bring the private modes that the program changed back to what they were before it,
// or with back unset to what the program made of them. The alternate screen is left out.
func (m *modes) changed(back bool) string {
	var s strings.Builder
	for _, p := range m.private {
		number, _ := strconv.Atoi(p.number)
		switch {
		case p.on == p.before || p.number == altScreen:
		case p.on != back: // what is to be set: p.on again, or its opposite when going back
			s.WriteString(ansi.SetMode(ansi.DECMode(number)))
		default:
			s.WriteString(ansi.ResetMode(ansi.DECMode(number)))
		}
	}
	return s.String()
}

// otherScreen reports whether the program is on the alternate screen.
func (m *modes) otherScreen() bool {
	return slices.ContainsFunc(m.private, func(p privateMode) bool { return p.number == altScreen && p.on })
}

// leave returns the sequences that reset all modes. Each screen has its own keyboard flags: they are reset before the
// program leaves the alternate screen.
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
	if m.titled { // set to empty first, for terminals without a title stack
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

// enter returns the sequences that set all modes again, with an empty screen.
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
