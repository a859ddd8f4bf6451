// Package style holds every colour, attribute and glyph of the program.
//
// What is drawn names its style by meaning (Subject, Warning, OwnerHue) and its ground (Flat, Raised);
// a Sheet, built once for a background and a colour profile, answers with the escape sequence, cut beforehand. The
// names do not change with the theme, so whatever was laid out in names (rendered Markdown, cached lines of text)
// survives a change of theme.
//
// There is a theme for true colour, for 256 colours and for sixteen, because rounding the fine dark tones of the first
// to fewer colours makes them loud or makes them vanish; without colour only attributes remain. Meaning never hangs on colour alone: every state has its glyph.
package style

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// Style names how a piece of text looks, by what it means.
type Style uint8

// The styles. Every one is readable (contrast at least 4.5:1) on every Ground unless it says otherwise.
const (
	Plain            Style = iota // running text
	Subject                       // the subject of a card: the only full-strength text on it
	SubjectStrong                 // the subject of the selected card
	SubjectQuiet                  // the subject of a card that is blocked
	SubjectDone                   // the subject of a completed card
	Dim                           // id, age, counts, labels: secondary, still readable
	Faint                         // rules, rests of bars, what is behind a dialog; ornament only, contrast not promised
	Title                         // title of a column out of focus
	TitleStrong                   // title of the column in focus, of dialogs
	Head                          // over a list among others
	Product                       // the product's name in the header; without colours no block, next to what is selected and what needs somebody
	Chip                          // the key that comes first
	ChipAlert                     // how much needs somebody, in the header
	ChipCaution                   // look at this
	ChipReady                     // it is well, or done
	SpotlightRunning              // what a story is about, by its state, in a block that is lit
	SpotlightReady
	SpotlightAlert
	SpotlightCaution
	SpotlightQuiet       // it is done, or waits
	SpotlightRunningSaid // what is said of it, on the same ground
	SpotlightReadySaid
	SpotlightAlertSaid
	SpotlightCautionSaid
	SpotlightQuietSaid
	Project      // the project's name in the header
	Accent       // the one accent: selection, cursor, links
	AccentStrong // accent, bold
	Match        // what was searched for, within a text
	Ready        // state colours, for glyphs and words
	Running
	Blocked
	Done
	Missing
	Warning // look at this
	Danger  // something is wrong
	DangerStrong
	WarningStrong // over a list of such tasks
	ReadyStrong
	RunningStrong
	BlockedStrong
	Live        // the freshness word while all is well
	Doing       // the active form of a running task, italic
	KeyCap      // a key in the footer
	KeyWord     // what that key does
	Fresh3      // the mark of a change, new
	Fresh2      // fading
	Fresh1      // nearly gone
	Pending     // our own write in flight
	BarDone     // progress bar, done
	BarRunning  // progress bar, running
	BarRest     // progress bar, the rest
	Border      // border of what floats
	Label       // label of a form field
	LabelStrong // label of the field in focus
	Input       // text in a form field
	Wrong       // a part of it that cannot be understood
	Hint        // help inside a form, empty fields
	Caption     // that this is a story, or another screen than usual
	Heading     // Markdown
	Strong
	Emphasis
	StrongEmphasis
	Strike
	Code
	CodeBlock
	Quote
	LinkText
	LinkURL
	Bullet
	Added    // a value after a change
	Removed  // a value before a change
	You      // the person at this board
	Nobody   // the rule of a card nobody owns; ornament only
	Upstream // what the selected task waits for, and the links between
	Downstream
	Chain      // the longest chain of what can still be done
	ChainAside // a part of it that has nothing to do with the selected task; a line, contrast not promised
	Link       // a link and the frame of a box; a line, contrast at least 4:1
	LinkAside  // one that has nothing to do with the selected task; a line, contrast at least 3:1
	LineAside  // its line, where a frame is LinkAside: seen only when followed; contrast at least 2:1
	LinkLoop   // one that closes a loop
	Preview    // a link that is only being thought of
	Spark      // what runs along a link when a task is completed
	spentYou   // see Spent
	owner0     // owner hues follow, owner0 .. owner0+Hues-1, and what becomes of each in finished work
)

// Hues is the number of owner hues besides You and Nobody.
const Hues = 8

const styles = int(owner0) + 2*Hues

// Spent returns what a hue is in finished work: at half its strength, so that what runs and what is ready stands out.
func Spent(hue Style) Style {
	switch {
	case hue == You:
		return spentYou
	case hue >= owner0 && hue < owner0+Hues:
		return hue + Hues
	}
	return hue
}

// Ground names the background of a text.
type Ground uint8

// The grounds.
const (
	Flat    Ground = iota // the terminal's own background
	Raised                // the selected card
	Lit                   // a card that just arrived
	Alert                 // a card that needs somebody at once
	Float                 // dialogs and other things that float
	Field                 // the form field in focus, a chosen line in a list
	Block                 // a task among lines
	grounds = int(Block) + 1
)

// OwnerHue returns the hue of an owner, the same in every run and on every machine. An empty name is Nobody.
func OwnerHue(name string) Style {
	if name == "" {
		return Nobody
	}
	h := uint32(86) // FNV-1a, started so that the names simplest agents go by (agent-1, agent-2, ...) get different hues
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	h ^= h >> 16
	return owner0 + Style(h%Hues)
}

// Sheet answers names with escape sequences for one background and one colour profile. It is read only once built,
// and may be shared. Two sheets are the same theme only if they are the same pointer, which is how caches tell.
type Sheet struct {
	Glyphs    *Glyphs
	Graphemes bool // the terminal counts cells by grapheme cluster (mode 2027 is on)
	sgr       [grounds][styles]string
	solid     [styles]bool
	grounded  bool
}

// Reset is the sequence that ends all styling. LastBlank is a blank at the end of a block. A renderer sends blanks as an erasure, which
// takes the block's colour only in terminals that say so, and which those that are read back (tmux) do not count as a part of the row; a
// concealed one it sends as it is.
const (
	Reset     = "\x1b[m"
	LastBlank = "\x1b[8m \x1b[28m"
)

// New builds the sheet for a dark or light background of which no more is known, and what the terminal can show.
func New(dark bool, profile colorprofile.Profile) *Sheet {
	return Usual.palette(dark, profile).sheet(nil, profile)
}

func (p *palette) sheet(background color.Color, profile colorprofile.Profile) *Sheet {
	s := &Sheet{Glyphs: GlyphSet(false)}
	l := p.looks(background, profile)
	s.grounded = l.mixer != nil
	for st, look := range l.styles {
		s.solid[st] = look.GetBackground() != none || look.GetUnderline() || look.GetStrikethrough() || look.GetReverse()
	}
	for g := range s.sgr {
		for st := range s.sgr[g] {
			s.sgr[g][st] = l.sgr(Style(st), Ground(g))
		}
	}
	return s
}

// WithGlyphs returns a copy of the sheet with the ASCII twins of the glyphs, or with the Unicode ones.
func (s *Sheet) WithGlyphs(ascii bool) *Sheet {
	c := *s
	c.Glyphs = GlyphSet(ascii)
	return &c
}

// WithGraphemes returns a copy of the sheet for a terminal that counts cells by grapheme cluster, or by character.
func (s *Sheet) WithGraphemes(on bool) *Sheet {
	c := *s
	c.Graphemes = on
	return &c
}

// SGR returns the sequence that puts exactly this style on this ground in force, whatever was in force before.
func (s *Sheet) SGR(st Style, on Ground) string { return s.sgr[on][st] }

// Solid reports whether a blank in this style differs from a blank of its ground: it has a background of its own, or a
// line under or through it.
func (s *Sheet) Solid(st Style) bool { return s.solid[st] }

// Grounded reports whether colour distinguishes the grounds. Where it does not, things that float need lines.
func (s *Sheet) Grounded() bool { return s.grounded }

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
	Bullet, Quote                                                    string
	Left, Right                                                      string
	Up, Down                                                         string
	Arrow                                                            string // from before to after
	Cursor                                                           string // drawn where a list's choice is
	Folded                                                           string // before what can be unfolded
	Head, Dashes                                                     string // of a link within a line of text
	Tip, TipLeft                                                     string // of a link that a room is to see
	TopLeft, TopRight, BottomLeft, BottomRight, Horizontal, Vertical string

	Span   string // of the time that somebody worked on a task
	Hollow string // the same, of time in which nothing was heard of it
	Track  string // of the time between, in which nobody did
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
			BarFull: "=", BarRest: "-", Dot: "-", Ellipsis: "~",
			Bullet: "-", Quote: "|", Left: "<", Right: ">", Up: "^", Down: "v", Arrow: ">", Cursor: ">",
			Folded: "+", Head: ">", Dashes: ".", Tip: ">", TipLeft: "<",
			Span: "=", Hollow: "-", Track: ".",
			TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Horizontal: "-", Vertical: "|",
		}
	}
	return &Glyphs{
		Ready: "●", Running: "◐", Blocked: "○", Done: "✓", Missing: "⊘", Loop: "↺",
		Problem: "!", OneSided: "≠", Behind: "▾",
		Failed: "✗", Skipped: "⇥", Container: "⊟", Worktree: "⎇",
		Rule: "▎", RuleSelected: "▌", Mark: "•", MarkFaint: "·", InFlight: "↑", Marked: "■",
		BarFull: "━", BarRest: "─", Dot: "·", Ellipsis: "…",
		Bullet: "•", Quote: "▎", Left: "←", Right: "→", Up: "↑", Down: "↓", Arrow: "→", Cursor: "›",
		Folded: "▸", Head: "▸", Dashes: "┄", Tip: "▶", TipLeft: "◀",
		Span: "▅", Hollow: "▭", Track: "▁",
		TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Horizontal: "─", Vertical: "│",
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
