package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
	"sideboard/ui/view"
)

func sheet() *style.Sheet { return style.New(true, colorprofile.TrueColor) }

func plain(lines []view.Line) string {
	var b strings.Builder
	for _, l := range lines {
		row := ""
		for _, s := range l {
			row += s.Text.String()
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	return b.String()
}

func TestEachKindOfBlockIsDrawn(t *testing.T) {
	for _, c := range []struct {
		name, src string
		width     int
		want      string
	}{
		{"paragraphs wrap", "one two three\nfour\n\nfive", 9, "one two\nthree\nfour\n\nfive\n"},
		{"a hard break", "one  \ntwo\\\nthree", 20, "one\ntwo\nthree\n"},
		{"headings", "# One\ntext\n\n## Two\nmore", 20, "One\ntext\n\nTwo\nmore\n"},
		{"a heading underlined", "One\n===\ntext", 20, "One\ntext\n"},
		{"bullets hang", "- one two three four\n- two\n  - deep\n\ntext", 16, "• one two three\n  four\n• two\n  • deep\n\ntext\n"},
		{"numbers align", "9. nine\n10. ten\n", 16, " 9. nine\n10. ten\n"},
		{"loose lists keep their space", "- one\n\n- two", 16, "• one\n\n• two\n"},
		{"check boxes", "- [ ] open\n- [x] done\n- [X]\tdone\n- [y] neither\n- [x]done\n- a [x] b\n- [ ]\n- [", 16, "[ ] open\n[x] done\n[x] done\n• [y] neither\n• [x]done\n• a [x] b\n• [ ]\n• [\n"},
		{"a box before another line", "- [x]\n  done", 16, "[x] done\n"},
		{"addresses", "[a@b.c](mailto:a@b.c) [me](mailto:a@b.c)", 40, "a@b.c me (mailto:a@b.c)\n"},
		{"a box outside of a list", "[x] text\n\n- one\n\n  [x] two", 16, "[x] text\n\n• one\n\n  [x] two\n"},
		{"two paragraphs in an item", "1. one\n\n   two", 20, "1. one\n\n   two\n"},
		{"an empty item", "-\n- two", 20, "•\n• two\n"},
		{"code goes on deeper than its line begins", "```go\nfunc main() {\n\treturn 1\n}\n```", 16, "  func main() {\n      return 1\n  }\n"},
		{"code that is too wide", "```go\nfunc main() {\n\treturn one\n}\n```", 12, "  func\n    main() {\n      return\n        one\n  }\n"},
		{"code by indentation", "text\n\n    a  b\n", 20, "text\n\n  a  b\n"},
		{"quotes", "> one two three\n> > four", 16, "▎ one two three\n▎\n▎ ▎ four\n"},
		{"rules", "a\n\n---\n\nb", 5, "a\n\n─────\n\nb\n"},
		{"html is text", "<div onclick=x>\nhi\n</div>\n\na <b>c</b>", 20, "<div onclick=x>\nhi\n</div>\n\na <b>c</b>\n"},
		{"entities by number", `&#X42; &#0; &#; &#x; &#12345678; &#x110000; &; &lt a\`, 60, "B � &#; &#x; &#12345678; � &; &lt a\\\n"},
		{"struck through", "~one~ ~~two~~", 40, "~one~ two\n"},
		{"entities and backslashes", `a &amp; b &#65; &nosuch; \*c\* \&amp; &#x1b;`, 60, "a & b A &nosuch; *c* &amp; ␛\n"},
		{"links", "see [the docs](https://example.org/x) and <https://a.b> and [https://a.b](https://a.b)", 80,
			"see the docs (https://example.org/x) and https://a.b and https://a.b\n"},
		{"links by reference", "[a][1]\n\n[1]: https://x.y", 40, "a (https://x.y)\n\n[1]: https://x.y\n"},
		{"images", "![alt](pic.png)", 40, "alt (pic.png)\n"},
		{"a long word is broken", "abcdefghij klm", 6, "abcdef\nghij\nklm\n"},
		{"scripts without spaces", "日本語の文、です。", 8, "日本語の\n文、で\nす。\n"},
		{"tables", "| a | long name |\n|---|---:|\n| one | 1 |\n| `x` | **2** \\| 3 |", 40, "a    long name\n──────────────\none          1\nx        2 | 3\n"},
		{"tables wrap in their columns", "|key|text|\n|-|-|\n|k|one two three|", 12, "key  text\n────────────\nk    one two\n     three\n"},
		{"a table that has just room", "|a|b|\n|-|-|\n|1|2|", 10, "a  b\n────\n1  2\n"},
		{"a table there is no room for", "|a|b|\n|-|-|\n|1|2|", 9, "|a|b|\n|-|-|\n|1|2|\n"},
		{"a table without bars at its sides", "a|b\n-|-:\n1|2|3\n4", 20, "a      b\n────────\n1  2 | 3\n4\n"},
		{"a table with alignment", "|left|mid|right|\n|:-|:-:|-:|\n|a|b|c|", 20, "left  mid  right\n────────────────\na     b        c\n"},
		{"cells are inline", "|a|b|\n|-|-|\n| # x \\ | - *y* |", 20, "a      b\n────────────\n# x \\  - *y*\n"},
		{"no table: one line", "|a|b|", 20, "|a|b|\n"},
		{"no table: too few columns", "|a|\n|-|-|\n|1|2|", 20, "|a| |-|-| |1|2|\n"},
		{"no table: no dashes", "|a|b|\n|:|-|", 20, "|a|b| |:|-|\n"},
		{"no table: blanks between dashes", "|a|b|\n|- -|-|", 20, "|a|b| |- -|-|\n"},
		{"no table: no bars", "a\n:-", 20, "a :-\n"},
		{"a table in a list", "- |a|b|\n  |-|-|\n\n- c", 20, "• a  b\n  ────\n\n• c\n"},
		{"a cell like a definition", "|a|b|\n|-|-|\n|[a]: b|c|", 20, "a       b\n─────────\n[a]: b  c\n"},
		{"a word as wide as a line", "ab cdefghijklmnopqrstuvwxyz", 24, "ab\ncdefghijklmnopqrstuvwxyz\n"},
		{"carriage returns", "one\r\n\r\n- two\r\n", 20, "one\n\n• two\n"},
		{"nothing", "", 20, ""},
		{"only spaces", " \n\n ", 20, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plain(Lines(c.src, c.width, sheet())); got != c.want {
				t.Errorf("\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestTextIsStyledByWhatItMeans(t *testing.T) {
	src := "# Head **in**\nA **strong *both*** _em_ ~~gone~~ `code` [text](url).\n\n> quoted\n\nafter\n\n```\nblock\n```\n- item\n\n|**cell**|\n|-|\n|**bold**|"
	want := map[string]style.Style{
		"Head in": style.Heading, "after": style.Plain, "cell": style.Strong, "bold": style.Strong, "item": style.Plain, "strong ": style.Strong, "both": style.StrongEmphasis, "em": style.Emphasis,
		"gone": style.Strike, "code": style.Code, "text": style.LinkText, "(url)": style.LinkURL,
		"quoted": style.Quote, "block": style.CodeBlock, "• ": style.Bullet, "A ": style.Plain,
	}
	for _, line := range Lines(src, 80, sheet()) {
		for _, span := range line {
			text := span.Text.String()
			if text == " (url)" {
				text = "(url)"
			}
			if st, ok := want[text]; ok && st == span.Style {
				delete(want, text)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not found in their style: %v, in %+v", want, Lines(src, 80, sheet()))
	}
}

func TestTheASCIISheetDrawsNothingElse(t *testing.T) {
	src := "- a\n\n> b\n\n---\n\n|a|b|\n|-|-|\n|1|2|\n\n    " + strings.Repeat("code ", 20)
	for _, r := range plain(Lines(src, 30, sheet().WithGlyphs(true))) {
		if r > 0x7f {
			t.Errorf("%q is drawn", r)
		}
	}
}
