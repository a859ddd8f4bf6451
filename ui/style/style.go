// Package style holds every colour, attribute and glyph of the program.
//
// Callers name a style by meaning (Subject, Warning, an owner's hue) and a ground (Flat, Card). A Sheet, built once for
// a background and a colour profile, returns the escape sequence, which is computed once. The names do not change with
// the theme, so what is laid out with them (rendered Markdown, cached lines of text) survives a change of theme.
//
// There are palettes for true colour, for 256 colours and for sixteen, because rounding the dark tones of the first to
// fewer colours makes them too bright or invisible. Without colour only attributes remain. No meaning depends on colour
// alone: every state has its glyph.
package style

import (
	"image/color"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"
)

// Style is the look of a piece of text, named by what the text means.
type Style uint8

// The styles. The contrast to every Ground is at least 4.5:1 unless the comment says otherwise.
const (
	Plain         Style = iota // running text
	Subject                    // the subject of a card: the only full-strength text on it
	SubjectStrong              // the subject of the selected card
	SubjectQuiet               // the subject of a card that is blocked
	SubjectDone                // the subject of a completed card
	Dim                        // id, age, counts, labels: secondary, still readable
	Faint                      // rules, rests of bars, what is behind a dialog; decoration, contrast not promised
	Title                      // title of a column out of focus
	TitleStrong                // title of the column in focus, of dialogs
	Head                       // the heading of one list among others
	// the product's name in the header; not reversed without colours, unlike the selection and what needs a person
	Product
	Past           // the moment that a replay shows, in place of the product's name
	Chip           // the first key
	ChipAlert      // the number of tasks that need a person, in the header
	ChipCaution    // look at this
	ChipReady      // good, or done
	SpotlightReady // a value in a story's spotlight: a block
	SpotlightAlert
	SpotlightCaution
	SpotlightQuiet // the value before
	Project        // the project's name in the header
	Accent         // the one accent: selection, cursor, links
	AccentStrong   // accent, bold
	Match          // the part of a text that a search found
	Ready          // state colours, for glyphs and words
	Running
	Blocked
	Done
	Missing
	Warning // look at this
	Danger  // something is wrong
	DangerStrong
	WarningStrong // the heading of a list of such tasks
	ReadyStrong
	RunningStrong
	BlockedStrong
	Live        // the freshness word while the screen follows the disk
	Doing       // the active form of a running task, italic
	KeyWord     // what the key does
	Fresh3      // the mark of a change, new
	Fresh2      // fading
	Fresh1      // nearly gone
	Pending     // a write from here in flight
	BarDone     // progress bar, done
	BarRunning  // progress bar, running
	BarRest     // progress bar, the rest
	Border      // border of dialogs
	Label       // label of a form field
	LabelStrong // label of the field in focus
	Input       // text in a form field
	Wrong       // the part of an input that is not understood
	Hint        // help inside a form, empty fields
	Caption     // the bar of a story, or of another unusual screen
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
	Nobody   // the rule of a card nobody owns; decoration
	Upstream // what the selected task waits for, and those links
	Chain    // the longest chain of tasks that can still be done
	ChainStrong
	Link      // a link and the frame of a box; a line, contrast at least 4:1
	LinkAside // one that is unrelated to the selected task; a line, contrast at least 3:1
	LineAside // the line of such a link, weaker than the frame of a box; contrast at least 2:1
	LinkLoop  // a link that closes a loop
	Preview   // a link that would be added
	Spark     // the spark that runs along a link when a task is completed

	Soft         // titles of blocked and completed tasks, words of keys
	Line         // a link between tasks; a line, contrast at least 3:1
	Baseline     // the base line of a lane; contrast at least 2:1
	StripDone    // segments of the progress strip, and the bar at a card; contrast at least 3:1
	StripRunning // the same
	StripReady   // contrast at least 1.6:1, like the next one: a number with a word is next to it
	StripBlocked
	StripAlert
	spentYou  // see Spent
	strongYou // see Strongly
	// owner hues follow, owner0 .. owner0+Hues-1, then the same for finished work, see Spent, and bold, see Strongly
	owner0
)

// Hues is the number of owner hues besides You and Nobody.
const Hues = 7

const styles = int(owner0) + 3*Hues

// Spent returns the hue of an owner for finished work: half as strong, so that open work is more visible.
func Spent(hue Style) Style {
	switch {
	case hue == You:
		return spentYou
	case hue >= owner0 && hue < owner0+Hues:
		return hue + Hues
	}
	return hue
}

// Strongly returns the hue of an owner in bold, for a name at the head of something.
func Strongly(hue Style) Style {
	switch {
	case hue == You:
		return strongYou
	case hue >= owner0 && hue < owner0+Hues:
		return hue + 2*Hues
	}
	return hue
}

// Ground names the background of a text.
type Ground uint8

// The grounds.
const (
	Flat   Ground = iota // the terminal's own background
	Raised               // the selected card
	Lit                  // a card that just arrived
	Alert                // a card that needs a person at once
	Float                // dialogs and other overlays
	Field                // the form field in focus, a chosen line in a list
	Block                // a box with a task, among lines

	Bar      // the bars at the top and the bottom, the foot of a dialog, a field
	Card     // a task that runs or is ready
	Card2    // the same, for every second one where nothing parts them
	Low      // a task that is blocked or completed, a row of the tree
	Low2     // the same, for every second one
	Selected // the selection: details and owners are in the colour of text here
	Alarm    // what needs a person
	Fresh    // what just changed; details and owners are in the colour of text
	Panel    // the detail and dialogs
	fading0  // see Fading
	_
	_
	_
	Under     // the page under a dialog, see Ground.Under
	UnderCard // a card under a dialog
	grounds   = int(UnderCard) + 1
)

// OwnerHue returns the hue that a name has by itself, the same in every run and on every machine; see Owners. An empty
// name is Nobody.
func OwnerHue(name string) Style {
	if name == "" {
		return Nobody
	}
	h := uint32(1383180) // FNV-1a, seeded so that the usual names of agents (agent-1, agent-2, ...) get different hues
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	h ^= h >> 16
	return owner0 + Style(h%Hues)
}

// Sheet holds the escape sequences of all styles for one background and one colour profile. It does not change and may
// be shared. Caches compare sheets by pointer to notice a change of theme.
type Sheet struct {
	Glyphs    *Glyphs
	Graphemes bool // the terminal counts cells by grapheme cluster (mode 2027 is on)
	looks     *looks
	rows      *[grounds]row // what SGR returns, by ground
	solid     [styles]bool  // see Solid
	grounded  bool          // see Grounded
	coloured  bool          // there are colours, and not only attributes
	under     *Sheet        // see Under
	below     bool          // it is that sheet
}

// row holds the sequences of all styles on one ground, computed when the first of them is asked for: a screen uses few
// grounds.
type row struct {
	once sync.Once
	sgr  [styles]string
}

// Under returns the sheet of the same styles for what is under a dialog, or gone: on every ground, the one of
// Ground.Under.
func (s *Sheet) Under() *Sheet {
	if s.under == nil {
		return s
	}
	return s.under
}

// Reset is the sequence that ends all styling. LastBlank is a blank at the end of a block. The renderer replaces plain
// blanks by an erasure, which not all terminals fill with the block's colour, and which tmux does not count as a part
// of the row when it is read back. It sends a concealed blank unchanged.
const (
	Reset     = "\x1b[m"
	LastBlank = "\x1b[8m \x1b[28m"
)

// New builds the sheet of the usual theme for a dark or light background of unknown colour, and a colour profile.
func New(dark bool, profile colorprofile.Profile) *Sheet {
	return Usual.palette(dark, profile).sheet(nil, profile)
}

func (p *palette) sheet(background color.Color, profile colorprofile.Profile) *Sheet {
	l := p.looks(background, profile)
	s := &Sheet{Glyphs: GlyphSet(false), looks: l, rows: new([grounds]row)}
	s.grounded, s.coloured = l.mixer != nil, p != &colourless
	for st, look := range l.styles {
		s.solid[st] = look.GetBackground() != none || look.GetUnderline() || look.GetStrikethrough() ||
			look.GetReverse()
	}
	return s.withUnder()
}

// IsUnder reports whether the sheet is for what is under a dialog.
func (s *Sheet) IsUnder() bool { return s.below }

// withUnder gives the sheet the one for what is under a dialog.
func (s *Sheet) withUnder() *Sheet {
	u := *s
	u.under, u.below, u.rows, u.solid = nil, true, new([grounds]row), [styles]bool{}
	s.under = &u
	return s
}

// WithGlyphs returns a copy of the sheet with the ASCII twins of the glyphs, or with the Unicode ones.
func (s *Sheet) WithGlyphs(ascii bool) *Sheet {
	c := *s
	c.Glyphs = GlyphSet(ascii)
	return c.withUnder()
}

// WithGraphemes returns a copy of the sheet for a terminal that counts cells by grapheme cluster, or by character.
func (s *Sheet) WithGraphemes(on bool) *Sheet {
	c := *s
	c.Graphemes = on
	return c.withUnder()
}

// SGR returns the sequence that sets exactly this style on this ground, whatever was set before. The zero sheet has
// none.
func (s *Sheet) SGR(st Style, on Ground) string {
	if s.rows == nil {
		return ""
	}
	if s.below {
		on = on.Under()
	}
	r := &s.rows[on]
	r.once.Do(func() {
		for st := range r.sgr {
			r.sgr[st] = s.looks.sgr(Style(st), on)
		}
	})
	return r.sgr[st]
}

// Solid reports whether a blank in this style differs from a blank of its ground: it has a background of its own, or a
// line under or through it.
func (s *Sheet) Solid(st Style) bool { return s.solid[st] }

// Grounded reports whether colour distinguishes the grounds. If not, fields and overlays need lines around them.
func (s *Sheet) Grounded() bool { return s.grounded }

// Strip returns the glyphs for the segments of the progress strip: done, running, ready, blocked and unreadable.
// Without colours or Unicode they differ.
func (s *Sheet) Strip() [5]string {
	switch {
	case s.Glyphs.ASCII:
		return [5]string{"#", "=", "-", ".", "!"}
	case !s.coloured:
		return [5]string{"━", "═", "─", "·", "!"}
	}
	return [5]string{"▀", "▀", "▀", "▀", "▀"}
}

// Glyphs is a set of symbols, each exactly one cell wide on every terminal.
type Glyphs struct {
	ASCII bool

	Ready, Running, Blocked, Done, Missing, Loop string // states
	Problem, OneSided                            string
	Failed, Skipped, Container, Worktree         string

	Rule, RuleSelected                                               string // the left rule of a card
	Mark                                                             string // a spark
	InFlight                                                         string // a write from here in flight
	Marked                                                           string // marked for the next action
	BarFull, BarRest                                                 string
	Dot, Ellipsis                                                    string
	Bullet, Quote                                                    string
	Left, Right                                                      string
	Up, Down                                                         string
	Arrow                                                            string // from before to after
	Cursor                                                           string // before the selected line of a list
	Folded                                                           string // before a line that can be unfolded
	Head, Dashes                                                     string // of a link in a line of text
	Tip, TipLeft                                                     string // of a link that an audience is to see
	TopLeft, TopRight, BottomLeft, BottomRight, Horizontal, Vertical string

	Span   string // time in which a task was worked on
	Hollow string // the same without a sign of life
	Track  string // time in which it was not
	Here   string // where a replay is on its way
}

// GlyphSet returns the Unicode symbols, or their ASCII twins.
func GlyphSet(ascii bool) *Glyphs {
	if ascii {
		return &Glyphs{
			ASCII: true,
			Ready: "o", Running: ">", Blocked: ".", Done: "x", Missing: "?", Loop: "@",
			Problem: "!", OneSided: "/",
			Failed: "X", Skipped: "-", Container: "#", Worktree: "w",
			Rule: "|", RuleSelected: "#", Mark: "*", InFlight: "~", Marked: "%",
			BarFull: "=", BarRest: "-", Dot: "-", Ellipsis: "~",
			Bullet: "-", Quote: "|", Left: "<", Right: ">", Up: "^", Down: "v", Arrow: ">", Cursor: ">",
			Folded: "+", Head: ">", Dashes: ".", Tip: ">", TipLeft: "<",
			Span: "=", Hollow: ".", Track: "-", Here: "#",
			TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Horizontal: "-", Vertical: "|",
		}
	}
	return &Glyphs{
		Ready: "●", Running: "◐", Blocked: "○", Done: "✓", Missing: "⊘", Loop: "↺",
		Problem: "!", OneSided: "≠",
		Failed: "✗", Skipped: "⇥", Container: "⊟", Worktree: "⎇",
		Rule: "▎", RuleSelected: "▌", Mark: "•", InFlight: "↑", Marked: "■",
		BarFull: "━", BarRest: "─", Dot: "·", Ellipsis: "…",
		Bullet: "•", Quote: "▎", Left: "←", Right: "→", Up: "↑", Down: "↓", Arrow: "→", Cursor: "›",
		Folded: "▸", Head: "▸", Dashes: "┄", Tip: "▶", TipLeft: "◀",
		Span: "━", Hollow: "╌", Track: "─", Here: "█",
		TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Horizontal: "─", Vertical: "│",
	}
}

// WantsASCII reports whether the environment asks for the ASCII twins: its locale names a character set other than
// UTF-8, or declares ambiguous characters two cells wide, as which the symbols would not fit. Without any locale it
// returns false, because terminals without UTF-8 have become rare.
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
