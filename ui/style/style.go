// Package style holds every colour, attribute and glyph of the program.
//
// What is drawn names its style by meaning (Subject, Warning, OwnerHue) and the ground it stands on (Flat, Raised);
// a Sheet, built once for a background and a colour profile, answers with the escape sequence, cut beforehand. The
// names do not change with the theme, so whatever was laid out in names (rendered Markdown, cached lines of text)
// survives a change of theme.
//
// There is a theme for true colour, for 256 colours and for sixteen, because rounding the fine dark tones of the first
// to fewer colours makes them loud or makes them vanish; without colour only attributes remain. Meaning never hangs on colour alone: every state has its glyph.
package style

// Style names how a piece of text looks, by what it means.
type Style uint8

// The styles. Every one is readable (contrast at least 4.5:1) on every Ground unless it says otherwise.
const (
	Plain         Style = iota // running text
	Subject                    // the subject of a card: the only full-strength text on it
	SubjectStrong              // the subject of the selected card
	SubjectQuiet               // the subject of a card that is blocked
	SubjectDone                // the subject of a completed card
	Dim                        // id, age, counts, labels: secondary, still readable
	Faint                      // rules, rests of bars, what is behind a dialog; ornament only, contrast not promised
	Title                      // title of a column out of focus
	TitleStrong                // title of the column in focus, of dialogs
	Chip                       // the product's name in the header
	Project                    // the project's name in the header
	Accent                     // the one accent: selection, cursor, links
	AccentStrong               // accent, bold
	Ready                      // state colours, for glyphs and words
	Running
	Blocked
	Done
	Missing
	Warning // look at this
	Danger  // something is wrong
	DangerStrong
	Live        // the freshness word while all is well
	Doing       // the active form of a running task, italic
	Waits       // the name of what a card waits for
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
	Caption     // the bar of a story
	CaptionDim
	Heading // Markdown
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
	Added   // a value after a change
	Removed // a value before a change
	Selection
	You       // the person at this board
	Nobody    // the rule of a card nobody owns; ornament only
	PanelEdge // the right end of a panel, in the colour of its ground; ornament only
	Upstream  // what the selected task waits for, and the links between
	Downstream
	Chain      // the longest chain of unfinished work
	ChainAside // a part of it that has nothing to do with the selected task; a line, contrast not promised
	Link       // a link and the frame of a box; a line, contrast at least 3:1
	LinkAside  // one that has nothing to do with the selected task; ornament only
	LinkLoop   // one that closes a loop
	Preview    // a link that is only being thought of
	Spark      // what runs along a link when a task is completed
	spentYou   // see Spent
	owner0     // owner hues follow, owner0 .. owner0+Hues-1, and what becomes of each in finished work
)

// Hues is the number of owner hues beside You and Nobody.
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

// Ground names what text stands on.
type Ground uint8

// The grounds.
const (
	Flat    Ground = iota // the terminal's own background
	Raised                // the selected card
	Lit                   // a card that just arrived
	Float                 // dialogs and other things that float
	Field                 // the form field in focus, a chosen line in a list
	grounds = int(Field) + 1
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
