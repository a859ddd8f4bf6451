package safetext

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestHostileCharactersBecomeVisible(t *testing.T) {
	for raw, want := range map[string]string{
		"":                                  "",
		"plain":                             "plain",
		"a\x1b[31mred":                      "a␛[31mred",
		"a\x1b]0;title\x07b":                "a␛]0;title␇b",
		"a\u009b31mb":                       "a▯31mb",
		"a\x00b\x7fc":                       "a␀b␡c",
		"one\ttwo\nthree\rfour":             "one two three␍four",
		"bad\xff\xfebytes":                  "bad\ufffd\ufffdbytes",
		"\u202egnp.exe":                     "▯gnp.exe",
		"a\u2066b\u2069":                    "a▯b▯",
		"zero\u200bwidth\ufeff":             "zero▯width▯",
		"line\u2028end":                     "line▯end",
		"tag\U000e0041\U000e007f":           "tag▯▯",
		"\u0897x":                           "▯x", // the two ways of counting know different versions of Unicode
		"\u06001":                           "▯1",
		"soft\u00adhyphen":                  "soft▯hyphen",
		"id\u200d1":                         "id▯1",
		"id\ufe0f1":                         "id▯1",
		"\u0301acute":                       "◌\u0301acute",
		"caf\u0065\u0301":                   "cafe\u0301",
		"z" + strings.Repeat("\u0301", 200): "z" + strings.Repeat("\u0301", 4) + "▯",
		"⚠\ufe0f fix":                       "⚠ fix",
		"👍🏽 ok":                             "👍 ok",
		"👩\u200d💻":                          "👩💻",
		"1\ufe0f\u20e3":                     "1\u20e3",
		"🇩🇪":                                "🇩🇪",
		"\U0001f1e9x":                       "▯x",
		"翻訳":                                "翻訳",
		"שלום":                              "שלום",
		"می\u200cخواهم":                     "می\u200cخواهم",
		"\U0010ffff\ufdd0":                  "▯▯",
	} {
		if got := Line(raw).String(); got != want {
			t.Errorf("Line(%q) shows %q, want %q", raw, got, want)
		}
	}
}

// The map and the measuring each stop these by themselves; this holds the map alone to it.
func TestNoDangerousCharacterPassesTheMap(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		kept := r == zwj || r == zwnj || r == textVS || r == emojiVS
		danger := r < 0x20 || r >= 0x7f && r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r >= 0xfe00 && r <= 0xfe0f ||
			r >= 0xe0000 && r <= 0xe0fff || r >= 0xfdd0 && r <= 0xfdef || r&0xffff >= 0xfffe
		if got := visible(r); danger && !kept && got == r {
			t.Errorf("%U passes", r)
		}
	}
}

func TestABlankSubjectSaysSo(t *testing.T) {
	for _, raw := range []string{"", "   ", "\t\n", "\u00a0\u3000"} {
		if got := Subject(raw).String(); got != "(no subject)" {
			t.Errorf("Subject(%q) = %q", raw, got)
		}
	}
	if got := Subject("\u200b").String(); got != "▯" {
		t.Errorf("an invisible subject shows %q, want its stand-in", got)
	}
}

func TestAHugeSubjectIsOnlyReadAsFarAsItIsShown(t *testing.T) {
	for _, unit := range []string{"x", "é", "翻", "👩", "\u0301", "\xff"} {
		long := strings.Repeat(unit, 1<<20/len(unit))
		got := Subject(long)
		check(t, unit, got)
		if len(got.String()) > 4*shortBytes || !strings.HasSuffix(got.String(), "…") {
			t.Errorf("%q: %d bytes are shown", unit, len(got.String()))
		}
		if short := strings.Repeat(unit, 3); Short(short) != Line(short) {
			t.Errorf("%q is cut", short)
		}
	}
}

func TestBlockKeepsLinesAndExpandsTabs(t *testing.T) {
	got := Block("a\tb\r\n\n\tc\n")
	want := []string{"a   b", "", "    c"}
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d: %v", len(got), len(want), got)
	}
	for i := range want {
		if got[i].String() != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
}

func TestALineOfPlainTextIsNotCopied(t *testing.T) {
	s := strings.Repeat("already safe ", 10)
	if n := testing.AllocsPerRun(100, func() { _ = Line(s) }); n != 0 {
		t.Errorf("Line allocates %v times for plain text", n)
	}
}

func TestNarrowSignsAreNarrowByBothCounts(t *testing.T) {
	for r := range rune(0x10000) {
		if s := string(r); isNarrow(r) && (ansi.StringWidth(s) != 1 || ansi.StringWidthWc(s) != 1) {
			t.Errorf("%U takes %d cells counted by cluster and %d by character", r, ansi.StringWidth(s), ansi.StringWidthWc(s))
		}
	}
}

func TestNoClusterIsTooWideToCut(t *testing.T) {
	for _, chain := range []string{"\u1100", "क्", "ำ", "ก\u0e33", "🇩", "\u0301", "\u0903", "\u200d", "👩\u200d"} {
		text := Line("a" + strings.Repeat(chain, 300))
		for rest := text.String(); rest != ""; {
			c := first(rest)
			if c.w > 12 {
				t.Errorf("%q makes a cluster of %d cells", chain, c.w)
			}
			rest = rest[c.n:]
		}
		check(t, chain, text)
	}
}

// eachWidth calls f with each sample and each width from too narrow to too wide for it.
func eachWidth(f func(raw string, text Text, width int)) {
	for _, raw := range samples {
		text := Line(raw)
		for width := -1; width <= text.Width()+2; width++ {
			f(raw, text, width)
		}
	}
}

func TestATextThatIsCutTakesExactlyTheWidthAndOneThatFitsIsUnchanged(t *testing.T) {
	eachWidth(func(raw string, text Text, width int) {
		cut := text.Cut(width)
		if width >= text.Width() && cut != text {
			t.Errorf("%q fits in %d but was cut to %q", text, width, cut)
		}
		if width < text.Width() && cut.Width() != max(width, 0) {
			t.Errorf("%q cut to %d takes %d", text, width, cut.Width())
		}
		check(t, raw, cut)
	})
}

func TestAPaddedTextTakesExactlyTheWidth(t *testing.T) {
	eachWidth(func(_ string, text Text, width int) {
		if p := text.Pad(width); p.Width() != max(width, 0) {
			t.Errorf("%q padded to %d takes %d", text, width, p.Width())
		}
	})
}

func TestAWindowIsNoWiderThanItsWidth(t *testing.T) {
	eachWidth(func(_ string, text Text, width int) {
		for from := range text.Width() + 1 {
			if v := text.Window(from, width); v.Width() > max(width, 0) {
				t.Errorf("%q window %d,%d takes %d", text, from, width, v.Width())
			}
		}
	})
}

func TestNoLineOfAWrappedTextIsWiderThanTheWidth(t *testing.T) {
	eachWidth(func(raw string, text Text, width int) {
		for _, l := range text.Wrap(width) {
			check(t, raw, l)
			if l.Width() > width {
				t.Errorf("%q wrapped at %d has %q", text, width, l)
			}
		}
	})
}

func TestACutWideCharacterLeavesABlank(t *testing.T) {
	if got := Line("翻訳翻訳").Cut(4).String(); got != "翻 …" {
		t.Errorf("got %q", got)
	}
}

func TestWrapBreaksAtBlanks(t *testing.T) {
	var got []string
	for _, line := range Line("one two  three fourteen").Wrap(7) {
		got = append(got, line.String())
	}
	if want := []string{"one two", "three", "fourtee", "n"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

func TestTextsThatAreAppendedAreSafeWhereTheyMeet(t *testing.T) {
	joined := Line("क्").Append(Line("त"))
	check(t, "seam", joined)
	if got := Const("a").Append(Number(-12), Spaces(2), Const("b")).String(); got != "a-12  b" {
		t.Errorf("got %q", got)
	}
}

func TestFirstReturnsALineClusterByCluster(t *testing.T) {
	for _, raw := range samples {
		rest, w, steps := raw, 0, 0
		for rest != "" {
			shown, n := First(rest)
			if n <= 0 || shown.Width() < 1 && shown.String() != "" {
				t.Fatalf("First(%q) = %q, %d", rest, shown, n)
			}
			check(t, rest, shown)
			rest, w, steps = rest[n:], w+shown.Width(), steps+1
		}
		if w < Line(raw).Width()-2*steps {
			t.Errorf("%q: %d cells one by one, %d at once", raw, w, Line(raw).Width())
		}
	}
}

// samples are texts that break columns of programs that are not careful.
var samples = []string{
	"\xf0\x9f\x91\x19\x19\x19\x00d🏿🏿", "👩\u200d🏿", // a skin tone behind a stand-in, and with nothing to colour
	"", "plain text", "翻訳 — Japanese README", "e\u0301\u0301\u0301\u0301\u0301\u0301", "\u0301", "👨\u200d👩\u200d👧\u200d👦 family",
	"🇩🇪🇫🇷🇩", "स्ते हिन्दी", "กำลังทำ", "কি খবর", "שלום עולם", "مرحبا بالعالم", "\u202eabc\u202c", "한각", "\xff\xfe", "\x1b[2J\x9b",
	"1\ufe0f\u20e3 2\ufe0f\u20e3", "⚠\ufe0f❤\ufe0f☺\ufe0e", "a\u200db\u200cc", "👍🏽👍🏿", "a🏽", "ｆｕｌｌ", "\u1100\u1100\u1161", "\U000e0001", "\u0600123", "ക്ഷ", "x\u0897",
	"\u108a0",
}

// check holds a text to the promises of this package.
func check(t *testing.T, raw string, text Text) {
	t.Helper()
	s := text.String()
	if !utf8.ValidString(s) {
		t.Fatalf("%q shows invalid UTF-8 %q", raw, s)
	}
	if w := ansi.StringWidthWc(s); w != text.Width() {
		t.Fatalf("%q shows %q: %d cells by character, Width says %d", raw, s, w, text.Width())
	}
	if w := ansi.StringWidth(s); w != text.Width()-text.Slack() || text.Slack() < 0 {
		t.Fatalf("%q shows %q: %d cells by cluster, Width %d, Slack %d", raw, s, w, text.Width(), text.Slack())
	}
	base := rune(-1)
	for i, r := range s {
		switch {
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			t.Fatalf("%q shows a control character: %q", raw, s)
		case r == zwj || r == zwnj:
			if base < 0x300 {
				t.Fatalf("%q shows a joiner without a base: %q", raw, s)
			}
		case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0000 && r <= 0xe0fff:
			t.Fatalf("%q shows the invisible %U: %q", raw, r, s)
		case unicode.IsMark(r) && i == 0 && ansi.StringWidth("a"+string(r)) != 2: // in two cells it joins no neighbour
			t.Fatalf("%q shows a mark without a base: %q", raw, s)
		}
		base = r
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		text := Line(raw)
		check(t, raw, text)
		if again := Line(text.String()); again != text {
			t.Fatalf("%q shows %q, and that shows %q", raw, text, again)
		}
		for _, line := range Block(raw) {
			check(t, raw, line)
		}
		for w := range 6 {
			check(t, raw, text.Cut(w))
			check(t, raw, text.Window(w, 3))
		}
		check(t, raw, text.Append(text))
		for rest := raw; rest != ""; {
			shown, n := First(rest)
			if n < 1 {
				t.Fatalf("First(%q) stands still", rest)
			}
			check(t, rest, shown)
			rest = rest[n:]
		}
	})
}

func TestWhatIsCopiedHoldsNothingThatActsOnATerminal(t *testing.T) {
	for raw, want := range map[string]string{
		"task_1":                          "task_1",
		"two\nlines\tand a tab":           "two\nlines and a tab",
		"x\nrm -rf ~\n\x1b[201~\u202e":    "x\nrm -rf ~\n[201~",
		"\x00\x07\r\x7f\u0085\u009b31mx":  "31mx",
		"\u2066a\u2069\ufeff\u200b\u2028": "a",
		"naïve 新しい 👩\u200d💻":              "naïve 新しい 👩\u200d💻",
		"bad \xff byte":                   "bad \ufffd byte",
	} {
		if got := Copyable(raw); got != want {
			t.Errorf("%q is copied as %q, want %q", raw, got, want)
		}
	}
}

func TestAFadedTextHasBlanksForItsEmojiAndKeepsItsCells(t *testing.T) {
	for in, want := range map[string]string{
		"Ship v1 🚀": "Ship v1   ", "📱 QR codes": "   QR codes", "翻訳 — Japanese ⚡!": "翻訳 — Japanese   !", "● ready ✓ é": "● ready ✓ é", "": "", "plain": "plain", "𠀀 is a letter": "𠀀 is a letter",
	} {
		of := Line(in)
		if got := of.Faded(); got.String() != want || got.Width() != of.Width() {
			t.Errorf("%q is faded to %q of %d cells, want %q of %d", in, got, got.Width(), want, of.Width())
		}
	}
}

func TestWhichCharactersAreOfAKind(t *testing.T) {
	for _, c := range []struct {
		kind    string
		is      func(rune) bool
		in, out []rune
	}{
		{"narrow", isNarrow, []rune{0x2010, 0x2027, 0x2190, 0x2193, 0x2295, 0x22ff, 0x2500, 0x257f, 0x25ca, 0x25ef, '✓', '✗'}, []rune{'a', 0x200f, 0x2028, 0x218f, 0x2194, 0x2294, 0x2300, 0x24ff, 0x2580, 0x25c9, 0x25f0}},
		{"regional", regional, []rune{0x1f1e6, 0x1f1ff}, []rune{0x1f1e5, 0x1f200}},
		{"skin tone", skinTone, []rune{0x1f3fb, 0x1f3ff}, []rune{0x1f3fa, 0x1f400}},
		{"blank", blank, []rune{' ', '\u2800', '\u00a0', '\u3000'}, []rune{'a', '\u2801'}},
		{"pictured", pictured, []rune{'#', '*', '0', '9', '©', '⚠', '👍'}, []rune{'/', ':', 'a', 'é', '翻', '\u0301', standIn, ring}},
	} {
		for _, r := range c.in {
			if !c.is(r) {
				t.Errorf("%U is not %s", r, c.kind)
			}
		}
		for _, r := range c.out {
			if c.is(r) {
				t.Errorf("%U is %s", r, c.kind)
			}
		}
	}
}

func TestTextsOfNoWidthAndPartsOfTexts(t *testing.T) {
	dot := Const("·")
	for _, c := range []struct{ what, got, want string }{
		{"cut to nothing", Line("ab").Cut(0).String(), ""},
		{"cut to less than nothing", Line("ab").Cut(-1).String(), ""},
		{"cut to its mark", Line("abc").Clip(1, dot).String(), "·"},
		{"cut to less than its mark", Line("abc").Clip(1, Const("..")).String(), " "},
		{"padded", Line("ab").Pad(4).String(), "ab  "},
		{"padded to its width", Line("ab").Pad(2).String(), "ab"},
		{"padded to less", Line("abc").Pad(2).String(), "a…"},
		{"a window", Line("abcd").Window(1, 2).String(), "bc"},
		{"a window of no width", Line("翻訳").Window(1, 0).String(), ""},
		{"a window behind it", Line("abcd").Window(4, 2).String(), ""},
		{"a window before it", Line("abcd").Window(-1, 2).String(), "ab"},
		{"a window from the half of a wide character", Line("翻訳").Window(1, 3).String(), " 訳"},
		{"joined", Join(dot, Const("a"), Const("b"), Const("c")).String(), "a·b·c"},
		{"joined alone", Join(dot, Const("a")).String(), "a"},
		{"many spaces", Spaces(100).String(), strings.Repeat(" ", 100)},
		{"the beginning of as much as it is", beginning("abc", 3).String(), "abc"},
		{"the beginning", beginning("abcd", 3).String(), "abc…"},
		{"the beginning before half a character", beginning("aéb", 2).String(), "a…"},
		{"the beginning of bytes that are no characters", beginning("abcd\x80\x80\x80\x80\x80\x80", 9).String(), "abcd\ufffd…"},
		{"a faded emoji", Line("a👍⌚b").Faded().String(), "a    b"},
		{"faded, but no emoji", Line("翻é⎀").Faded().String(), "翻é⎀"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 3, []string{""}}, {"a", 0, nil}, {"ab cd", 1, []string{"a", "b", "c", "d"}}, {"  abcd", 3, []string{"  a", "bcd"}}, {"abc", 3, []string{"abc"}}, {"翻訳", 1, []string{" ", " "}},
	} {
		var got []string
		for _, line := range Line(c.text).Wrap(c.width) {
			got = append(got, line.String())
		}
		if strings.Join(got, "|") != strings.Join(c.want, "|") || len(got) != len(c.want) {
			t.Errorf("%q in %d cells: %q, want %q", c.text, c.width, got, c.want)
		}
	}
	for raw, want := range map[string]int{"a": 1, "é": 2, "\xffa": 1, "\ufffda": 3, "e\u0301x": 3, "\x80": 1, "ab": 1, "aé": 1} {
		if _, n := First(raw); n != want {
			t.Errorf("the first cluster of %q has %d bytes, want %d", raw, n, want)
		}
	}
}
