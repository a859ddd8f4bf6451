package style

import "strings"

// Glyphs is a set of symbols, each exactly one cell wide on every terminal.
type Glyphs struct {
	ASCII bool

	Ready, Running, Blocked, Done, Missing, Loop string // states
	Problem, OneSided, Behind                    string
	Failed, Skipped, Container, Worktree         string

	Rule, RuleSelected                                               string // the left rule of a card
	Mark, MarkFaint                                                  string // a change, fading
	InFlight                                                         string // our own write
	Marked                                                           string // one of several that are acted on together
	BarFull, BarRest                                                 string
	Dot, Ellipsis                                                    string
	AtLeast                                                          string // behind an age that is a lower bound
	Bullet, Quote                                                    string
	Left, Right                                                      string
	Up, Down                                                         string
	Arrow                                                            string // from before to after
	Cursor                                                           string // drawn where a list's choice is
	Folded                                                           string // before what can be unfolded
	Head, Dashes                                                     string // of a link within a line of text
	Chained                                                          string // before a task on the longest chain
	TopLeft, TopRight, BottomLeft, BottomRight, Horizontal, Vertical string

	BlockBegin, BlockOpen, BlockEnd string   // of a task in time: its beginning, one that nobody saw, its end
	Levels                          []string // of small bars, the lowest first

	Triumph []string // a large check mark, rows of equal width; none in ASCII
}

// GlyphSet returns the Unicode symbols, or their ASCII twins.
func GlyphSet(ascii bool) *Glyphs {
	if ascii {
		return &Glyphs{
			ASCII: true,
			Ready: "*", Running: ">", Blocked: "o", Done: "x", Missing: "?", Loop: "@",
			Problem: "!", OneSided: "/", Behind: "v",
			Failed: "X", Skipped: "-", Container: "#", Worktree: "w",
			Rule: "|", RuleSelected: "#", Mark: "*", MarkFaint: ".", InFlight: "~", Marked: "%",
			BarFull: "=", BarRest: "-", Dot: "-", Ellipsis: "~", AtLeast: "+",
			Bullet: "-", Quote: "|", Left: "<", Right: ">", Up: "^", Down: "v", Arrow: ">", Cursor: ">",
			Folded: "+", Head: ">", Dashes: ".", Chained: "=",
			BlockBegin: "[", BlockOpen: "(", BlockEnd: "]", Levels: []string{".", ":", "#"},
			TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Horizontal: "-", Vertical: "|",
		}
	}
	return &Glyphs{
		Ready: "●", Running: "◐", Blocked: "○", Done: "✓", Missing: "⊘", Loop: "↺",
		Problem: "!", OneSided: "≠", Behind: "▾",
		Failed: "✗", Skipped: "⇥", Container: "⊟", Worktree: "⎇",
		Rule: "▎", RuleSelected: "▌", Mark: "•", MarkFaint: "·", InFlight: "↑", Marked: "■",
		BarFull: "━", BarRest: "─", Dot: "·", Ellipsis: "…", AtLeast: "⁺",
		Bullet: "•", Quote: "▎", Left: "←", Right: "→", Up: "↑", Down: "↓", Arrow: "→", Cursor: "›",
		Folded: "▸", Head: "▸", Dashes: "┄", Chained: "━",
		BlockBegin: "▐", BlockOpen: "┆", BlockEnd: "▌", Levels: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
		TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Horizontal: "─", Vertical: "│",
		Triumph: []string{
			"          ▄██",
			"        ▗▟█▛▘",
			"       ▟██▘  ",
			"██▙▖ ▄██▛    ",
			" ▀████▛▘     ",
			"   ▀▀▀       ",
		},
	}
}

// WantsASCII reports whether the environment asks for the ASCII twins: its locale names another character set than
// UTF-8, or declares ambiguous characters two cells wide, which the symbols are not made for. An environment without
// any locale says nothing, and terminals without UTF-8 have become rare.
func WantsASCII(getenv func(string) string) bool {
	if v := getenv("RUNEWIDTH_EASTASIAN"); v == "1" || strings.EqualFold(v, "true") || strings.EqualFold(v, "t") {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToUpper(v)
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8")
		}
	}
	return false
}

// BrailleDot returns the bit of one of the two by four dots of a cell.
func BrailleDot(x, y int) uint8 {
	if y == 3 {
		return 1 << (6 + x)
	}
	return 1 << (3*x + y)
}

// Braille returns the character that has some dots, as BrailleDot numbers them.
func (g *Glyphs) Braille(dots uint8) rune {
	switch {
	case !g.ASCII:
		return '\u2800' + rune(dots)
	case dots == 0:
		return ' '
	}
	return ':'
}
