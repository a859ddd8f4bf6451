package lay

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// named returns a drawn row with the names of its styles in braces, and ∎ for the blank at the end of a block.
func named(sheet *style.Sheet, row string) string {
	pairs := []string{style.LastBlank, "∎"}
	styles := []style.Style{style.Plain, style.Dim, style.Head, style.Match, style.Chip, style.BarRest, style.TitleStrong}
	for ground, suffix := range []string{style.Flat: "", style.Raised: " raised", style.Field: " field"} {
		for i, name := range []string{"plain", "dim", "head", "match", "chip", "rest", "title"} {
			pairs = append(pairs, sheet.SGR(styles[i], style.Ground(ground)), "{"+name+suffix+"}")
		}
	}
	return strings.NewReplacer(pairs...).Replace(row)
}

func TestWithoutColourARuleFillsTheRowOfAHead(t *testing.T) {
	p := Pen{Sheet: style.New(true, colorprofile.Ascii)}
	p.Begin(5, style.Flat)
	p.ASCII(style.Plain, "ab")
	p.Rule()
	if got := ansi.Strip(string(p.B)); got != "ab ──" {
		t.Errorf("got %q", got)
	}
}

func TestAPenWritesEachStyleOnceAndExactlyItsCells(t *testing.T) {
	const flat, raised = style.Flat, style.Raised
	const plain, dim, head, match, chip = style.Plain, style.Dim, style.Head, style.Match, style.Chip
	text := safetext.Line
	hindi := text("नि") // two cells, of which terminals that count by cluster use one
	for _, c := range []struct {
		rule      string
		w         int
		on        style.Ground
		graphemes bool
		draw      func(p *Pen)
		want      string
	}{
		{"a style is written once", 6, flat, false, func(p *Pen) { p.Text(head, text("ab")); p.Text(head, text("c")); p.Text(dim, text("d")) }, "{head}abc{dim}d  "},
		{"everything has its style", 9, flat, false, func(p *Pen) {
			p.Glyph(dim, "!")
			p.Rune(head, 'é')
			p.Rune(dim, ' ')
			p.Number(dim, 17)
			p.ASCII(head, "a")
			p.Bar(dim, "=", 2)
			p.Plus(10)
		}, "{dim}!{head}é {dim}17{head}a{dim}==+"},
		{"nothing is written for what is empty", 3, flat, false, func(p *Pen) {
			p.Text(dim, Text{})
			p.TextIn(dim, text("ab"), 0)
			p.Bar(dim, "=", 0)
			p.ASCII(dim, "")
			p.Text(head, text("x"))
		}, "{head}x  "},
		{"nor behind the end", 2, flat, false, func(p *Pen) {
			p.Text(head, text("ab"))
			p.Glyph(dim, "!")
			p.Rune(dim, '!')
			p.Number(dim, 7)
			p.ASCII(dim, "c")
			p.Text(dim, text("d"))
			p.Found(dim, text("d"), 1, "d")
			p.Bar(chip, " ", 1)
			p.Drawn("e", 1)
		}, "{head}ab"},
		{"a number is not cut, a word is", 3, flat, false, func(p *Pen) { p.Number(dim, 1234); p.ASCII(dim, "abcd") }, "{dim}abc"},
		{"a blank fills half of a wide character", 4, flat, false, func(p *Pen) { p.Text(dim, text("日本語")) }, "{dim}日 …"},
		{"blanks behind what is underlined are not", 5, flat, false, func(p *Pen) { p.Text(match, text("ab")); p.Space(1); p.Text(match, text("c")) }, "{match}ab{plain} {match}c{plain} "},
		{"a block ends with a blank that is not erased", 3, flat, false, func(p *Pen) { p.Bar(chip, " ", 3) }, "{chip}  ∎"},
		{"but only at the end of a row", 4, flat, false, func(p *Pen) { p.Bar(chip, " ", 3) }, "{chip}   {plain} "},
		{"a row on a ground ends like a block", 3, raised, false, func(p *Pen) { p.Text(head, text("a")); p.Space(1) }, "{head raised}a ∎"},
		{"so does its part on a ground", 4, raised, false, func(p *Pen) { p.Text(head, text("a")); p.Space(1); p.SetGround(flat); p.Text(head, text("b")) }, "{head raised}a∎{head}b "},
		{"which need not end in a blank", 2, raised, false, func(p *Pen) { p.Text(head, text("a")); p.SetGround(flat); p.Text(head, text("b")) }, "{head raised}a{head}b"},
		{"a blank before that part is none of it", 4, flat, false, func(p *Pen) { p.Text(head, text("a")); p.Space(1); p.SetGround(raised); p.Text(head, text("b")) }, "{head}a {head raised}b∎"},
		{"nor is one of the row before", 1, raised, false, func(p *Pen) { p.B = append(p.B, "x "...); p.SetGround(flat); p.Text(head, text("b")) }, "x {head}b"},
		{"a row may be wider than most", 200, flat, false, func(*Pen) {}, "{plain}" + strings.Repeat(" ", 200)},
		{"a drawn piece has its own styles", 4, flat, false, func(p *Pen) { p.Text(dim, text("a")); p.Drawn("xy", 2); p.Text(dim, text("b")) }, "{dim}axy{dim}b"},
		{"a head in colour has no rule behind it", 5, flat, false, func(p *Pen) { p.Text(head, text("ab")); p.Rule() }, "{head}ab   "},
		{"cells that a script leaves free are filled", 4, flat, true, func(p *Pen) { p.Text(match, hindi); p.Found(head, hindi, 2, "x") }, "{match}नि{plain} {head}नि "},
		{"other text leaves none free", 3, flat, true, func(p *Pen) { p.Text(match, text("ab")); p.Text(match, text("c")) }, "{match}abc"},
		{"terminals that count by character leave none free", 2, flat, false, func(p *Pen) { p.Text(head, hindi) }, "{head}नि"},
		{"what was searched for is underlined up to the end", 8, flat, false, func(p *Pen) { p.Found(head, text("Link x"), 8, "li\nX\nlonger than it") }, "{match}Li{head}nk {match}x{plain}  "},
		{"what was typed is underlined as words", 16, flat, false, func(p *Pen) { p.Matched(head, text("Serve GET /links"), 40, "serve LI") }, "{match}Serve{head} GET /{match}li{head}nks"},
		{"or as letters in order", 16, flat, false, func(p *Pen) { p.Matched(head, text("Serve GET /links"), 40, "sgl") }, "{match}S{head}erve {match}G{head}ET /{match}l{head}inks"},
		{"or not, if it is elsewhere", 16, flat, false, func(p *Pen) { p.Matched(head, text("Serve GET /links"), 40, "zebra") }, "{head}Serve GET /links"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := Pen{Sheet: style.New(true, colorprofile.TrueColor).WithGraphemes(c.graphemes)}
			p.Begin(c.w, c.on)
			c.draw(&p)
			p.Fill()
			if got := named(p.Sheet, string(p.B)); got != c.want || p.At != c.w {
				t.Errorf("%q in %d cells, want %q", got, p.At, c.want)
			}
		})
	}
}

func TestATitleIsReversedOnlyIfSelectedAndWithoutColours(t *testing.T) {
	for profile, want := range map[colorprofile.Profile]style.Ground{colorprofile.NoTTY: style.Field, colorprofile.TrueColor: style.Flat} {
		for selected, want := range map[bool]style.Ground{true: want, false: style.Flat} {
			p := Pen{Sheet: style.New(true, profile)}
			p.Begin(9, style.Flat)
			if p.MarkTitle(selected); p.On != want {
				t.Errorf("%v, selected %v: ground %d", profile, selected, p.On)
			}
		}
	}
}

func spans(words ...string) (l Line) {
	for _, w := range words {
		l = append(l, Span{Text: safetext.Line(w)})
	}
	return l
}

// A line that is cut says so, also where one of its spans ends with the last cell.
func TestALineThatIsCutSaysSo(t *testing.T) {
	line := spans("agent-1", " completed", "  "+plain().Glyphs.Dot+"  ", "unblocked", "")
	for w := range line.Width() + 1 {
		p := Pen{Sheet: plain()}
		p.Begin(w, style.Flat)
		p.Line(line)
		if cut := strings.HasSuffix(string(p.B), "…"); cut != (w > 0 && w < line.Width()) || p.At > w {
			t.Errorf("%d cells: %q", w, p.B)
		}
	}
}

// Blanks inside of a row stay, and a dot is left out where a row begins or ends with it.
func TestALineWrapsAtBlanksFromSpanToSpan(t *testing.T) {
	for _, c := range []struct {
		w    int
		line Line
		want string
	}{
		{30, spans("oak", " elm", " ash", "  bay"), "oak elm ash  bay"},
		{16, spans("oak", " elm", " ash", "  bay"), "oak elm ash  bay"},
		{9, spans("oak", " elm", " ash", "  bay"), "oak elm|ash  bay"},
		{4, spans("oak", " elm", " ash", "  bay"), "oak|elm|ash|bay"},
		{3, spans("  oak"), "  o|ak"},
		{1, spans("oak"), "o|a|k"},
		{8, spans("oak", "tree", " elm"), "oaktree|elm"},
		{9, spans("oak", " · ", "elm", " · ", "ash"), "oak · elm|ash"},
		{8, spans("oak", " - ", "elm"), "oak|elm"},
		{3, spans("· ", "oak", " ·"), "oak"},
		{9, spans("oak", " ·"), "oak ·"},
		{7, spans("oak", " · ", "elm tree"), "oak|elm|tree"},
		{9, spans("oak", " · ", "elm tree"), "oak · elm|tree"},
	} {
		var got []string
		for _, l := range WrapLine(c.line, c.w) {
			row := ""
			for _, s := range l {
				row += s.Text.String()
			}
			got = append(got, strings.TrimRight(row, " "))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%d cells: %q, want %q", c.w, got, c.want)
		}
	}
}
