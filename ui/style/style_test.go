package style

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// terminals are the backgrounds of what people use.
var terminals = map[string]string{
	"black": "#000000", "ours": "#16161e", "Tokyo Night": "#1a1b26", "VS Code": "#1e1e1e", "Dracula": "#282a36", "One Dark": "#282c34",
	"Gruvbox": "#282828", "Monokai": "#272822", "Nord": "#2e3440", "Solarized": "#002b36", "Mocha": "#1e1e2e",
	"white": "#ffffff", "ours, light": "#fafafa", "One Light": "#fafafa", "Gruvbox light": "#fbf1c7", "Solarized light": "#fdf6e3",
	"Nord light": "#eceff4", "Alucard": "#fffbeb", "Latte": "#eff1f5", "Monokai light": "#fbf4ef",
}

// palettes returns the colours of every theme on dark and light, in full colour and in 256 colours, by the names of both.
func palettes() map[string]*palette {
	all := map[string]*palette{}
	for _, theme := range Themes() {
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
			for _, onDark := range []bool{true, false} {
				if theme != Terminal { // its colours are the terminal's
					all[fmt.Sprint(theme, " ", profile, ", dark ", onDark)] = theme.palette(onDark, profile)
				}
			}
		}
	}
	return all
}

// onEveryTerminal calls a test with the theme of each background, in full colour and in 256 colours.
func onEveryTerminal(t *testing.T, test func(t *testing.T, background rgb, p *palette, looks *looks)) {
	for name, background := range terminals {
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
			for _, theme := range Themes() {
				if theme == Terminal { // its colours are the terminal's
					continue
				}
				t.Run(fmt.Sprint(name, " ", profile, " ", theme), func(t *testing.T) {
					on := read(background)
					p := theme.palette(on.contrast(white) > on.contrast(black), profile)
					test(t, on, p, p.looks(lipgloss.Color(background), profile))
				})
			}
		}
	}
}

// underLeast is the contrast of a style under a dialog. The strip is only dimmed.
func underLeast(st Style) float64 {
	if st >= StripDone && st <= StripAlert {
		return 1
	}
	return leastUnder
}

func TestEveryStyleStandsOutOnEveryGroundOfEveryTerminal(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, background rgb, _ *palette, looks *looks) {
		for st := range looks.styles {
			for g := range grounds {
				ink, ground := looks.colours(Style(st), Ground(g))
				on := background
				if ground != none {
					on = rgbOf(ground)
				}
				least := looks.leastContrast(Style(st))
				if Ground(g) >= Under {
					least = underLeast(Style(st))
				}
				if c := rgbOf(ink).contrast(on); c < least {
					t.Errorf("style %d, %s on %s: contrast %.2f of %.1f", st, hex(ink), hex(on.color()), c, least)
				}
			}
		}
	})
}

// A terminal that does not tell its background is taken for the usual one, and most are near it.
func TestEveryStyleCanBeReadWhereTheBackgroundIsNotKnown(t *testing.T) {
	for _, theme := range []struct {
		p       *palette
		profile colorprofile.Profile
		flats   []string
	}{
		{&dark, colorprofile.TrueColor, []string{"#000000", "#16161e", "#1a1b26", "#1e1e1e"}},
		{&light, colorprofile.TrueColor, []string{"#ffffff", "#fafafa"}},
		{&dark256, colorprofile.ANSI256, []string{"#000000", "#16161e", "#1a1b26", "#1e1e1e"}},
		{&light256, colorprofile.ANSI256, []string{"#ffffff", "#fafafa"}},
	} {
		looks := theme.p.looks(nil, theme.profile)
		for st := range looks.styles {
			ink, ground := looks.colours(Style(st), Flat)
			for _, flat := range theme.flats {
				if c := rgbOf(ink).contrast(read(flat)); ground == none && leastContrast(Style(st)) >= 4.5 && c < 4.5 {
					t.Errorf("style %d, %s on %s: contrast %.2f", st, hex(ink), flat, c)
				}
			}
		}
	}
}

func TestWhatIsSelectedAndWhatFloatsIsSeenOnEveryTerminal(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, background rgb, _ *palette, looks *looks) {
		ground := func(g Ground) rgb { return rgbOf(looks.grounds[g].GetBackground()) }
		for _, pair := range []struct {
			name  string
			a, b  rgb
			least float64
		}{
			{"what is selected", ground(Raised), background, 1.25},
			{"what is lit", ground(Lit), background, 1.25},
			{"what floats", ground(Float), background, 1.09},
			{"a field", ground(Field), ground(Float), 1.15},
		} {
			if c := pair.a.contrast(pair.b); c < pair.least {
				t.Errorf("%s: %s on %s has %.2f of %.2f", pair.name, hex(pair.a.color()), hex(pair.b.color()), c, pair.least)
			}
		}
	})
}

// A card that just arrived does not look selected.
func TestWhatIsLitAndWhatIsSelectedDiffer(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, _ rgb, _ *palette, looks *looks) {
		lit, selected := rgbOf(looks.grounds[Lit].GetBackground()), rgbOf(looks.grounds[Raised].GetBackground())
		most := 0
		for i := range lit {
			most = max(most, int(lit[i])-int(selected[i]), int(selected[i])-int(lit[i]))
		}
		if most < 10 {
			t.Errorf("lit %s, selected %s", hex(lit.color()), hex(selected.color()))
		}
	})
}

func TestALinkStandsOutFromWhatIsAside(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, background rgb, _ *palette, looks *looks) {
		stands := func(st Style) float64 {
			ink, _ := looks.colours(st, Flat)
			return rgbOf(ink).contrast(background)
		}
		if aside, is := stands(LinkAside), stands(Link); aside > is/1.15 {
			t.Errorf("a link aside stands out by %.2f, a link by %.2f", aside, is)
		}
		if line, frame := stands(LineAside), stands(LinkAside); line > frame/1.15 {
			t.Errorf("a line aside stands out by %.2f, a frame aside by %.2f", line, frame)
		}
	})
}

func TestNoOwnerLooksLikeAState(t *testing.T) {
	for name, theme := range palettes() {
		for _, hue := range theme.hues {
			for state, colour := range map[string]string{
				"ready": theme.ready, "danger": theme.danger, "chain": theme.chain,
			} {
				if d := difference(read(hue), read(colour)); d < 10 {
					t.Errorf("%s: the owner %s is %.1f from %s %s", name, hue, d, state, colour)
				}
			}
		}
	}
	for name, theme := range map[string]*palette{"dark16": &dark16, "light16": &light16} {
		for _, hue := range theme.hues {
			if hue == "1" || hue == "9" {
				t.Errorf("%s: an owner is red", name)
			}
		}
	}
}

// A name in a hue that is nearly grey is read as one more word of the text beside it.
func TestNoOwnerLooksLikePlainText(t *testing.T) {
	for name, theme := range palettes() {
		for i, hue := range theme.hues {
			c := lab(read(hue))
			least, apart := 22.0, 9.0
			if i == Hues-1 { // the last one to be given out is pale: all others are taken or mean something
				least, apart = 14, 7
			}
			if chroma := math.Hypot(c[1], c[2]); chroma < least {
				t.Errorf("%s: the owner %s has a chroma of %.1f", name, hue, chroma)
			}
			for _, text := range []string{theme.text, theme.soft, theme.dim} {
				if d := difference(read(hue), read(text)); d < apart {
					t.Errorf("%s: the owner %s is %.1f from the text %s", name, hue, d, text)
				}
			}
		}
	}
}

func TestUpstreamAndChainCanBeToldApart(t *testing.T) {
	for name, theme := range palettes() {
		all := []string{theme.upstream, theme.chain, theme.accent, theme.danger, theme.link}
		for i, a := range all {
			for _, b := range all[:i] {
				if d := apart(a, b); d < 50 {
					t.Errorf("%s: %s and %s are %.0f apart", name, a, b, d)
				}
			}
		}
	}
}

func apart(a, b string) float64 {
	x, y := read(a), read(b)
	var d float64
	for c := range x {
		d += math.Pow(float64(x[c])-float64(y[c]), 2)
	}
	return math.Sqrt(d)
}

func TestOwnersCanBeToldApart(t *testing.T) {
	for name, theme := range palettes() {
		all := append([]string{theme.you}, theme.hues[:]...)
		for i, a := range all {
			for _, b := range all[:i] {
				if d := apart(a, b); d < 35 {
					t.Errorf("%s: owners %s and %s are %.0f apart", name, a, b, d)
				}
			}
		}
	}
}

func TestAnOwnerKeepsItsHue(t *testing.T) {
	seen := map[Style]bool{}
	for i := range 64 {
		name := fmt.Sprintf("agent-%d", i)
		h := OwnerHue(name)
		if h != OwnerHue(name) || h < owner0 || int(h) >= styles {
			t.Fatalf("%s has hue %d", name, h)
		}
		seen[h] = true
	}
	if len(seen) != Hues {
		t.Errorf("64 owners use %d of %d hues", len(seen), Hues)
	}
	for hue, want := range map[Style]Style{owner0: owner0 + Hues, owner0 + Hues - 1: owner0 + 2*Hues - 1, owner0 + Hues: owner0 + Hues, You: spentYou, Dim: Dim} {
		if Spent(hue) != want {
			t.Errorf("the hue %d of finished work is %d", hue, Spent(hue))
		}
	}
	for hue, want := range map[Style]Style{owner0: owner0 + 2*Hues, owner0 + Hues - 1: owner0 + 3*Hues - 1, owner0 + Hues: owner0 + Hues, You: strongYou, Dim: Dim} {
		if Strongly(hue) != want {
			t.Errorf("the bold hue %d is %d", hue, Strongly(hue))
		}
	}
	if OwnerHue("") != Nobody {
		t.Error("an empty name has a hue")
	}
}

func TestTheFirstAgentsOfAProjectDiffer(t *testing.T) {
	for _, prefix := range []string{"agent-", "agent_", "worker-", "alice bob carol dave"} {
		seen := map[Style]int{}
		for i := 1; i <= 4; i++ {
			seen[OwnerHue(fmt.Sprint(prefix, i))]++
		}
		if len(seen) < 3 {
			t.Errorf("%s1..4 share %d hues: %v", prefix, len(seen), seen)
		}
	}
}

func TestWithoutColourOnlyAttributesRemain(t *testing.T) {
	attributes := regexp.MustCompile(`^\x1b\[0(;[1-9])*m$`)
	for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.NoTTY} {
		s := New(true, profile)
		for g := range s.rows {
			for st := range styles {
				sgr := s.SGR(Style(st), Ground(g))
				if !attributes.MatchString(sgr) {
					t.Errorf("%v: style %d on ground %d is %q", profile, st, g, sgr)
				}
			}
		}
	}
}

// Where there is no colour for it, attributes show what is selected, secondary or a block.
func TestAttributesStandForColours(t *testing.T) {
	plain, dark16, light16 := New(true, colorprofile.Ascii), New(true, colorprofile.ANSI), New(false, colorprofile.ANSI)
	for _, c := range []struct {
		what  string
		sheet *Sheet
		style Style
		on    Ground
		want  string
		solid bool
	}{
		{"a field is one solid bar", plain, Plain, Field, "7", false},
		{"and has nothing faint", plain, Dim, Field, "7", false},
		{"nor has a selected card", plain, Dim, Raised, "", false},
		{"secondary text is faint elsewhere", plain, Dim, Flat, "2", false},
		{"a chip is a block", plain, Chip, Flat, "1;7", true},
		{"so is the product's name", plain, Product, Flat, "1;7", true},
		{"nor what needs a person", plain, Dim, Alarm, "", false},
		{"nor what just changed", plain, Dim, Fresh, "", false},
		{"what waits is faint", plain, Blocked, Flat, "2", false},
		{"what a key does is not", plain, KeyWord, Flat, "", false},
		{"a match is underlined", plain, Match, Flat, "1;4", true},
		{"text is struck through", plain, Strike, Flat, "9", true},
		{"a hint is italic", plain, Hint, Flat, "2;3", false},
		{"the newest change is bold", plain, Fresh3, Flat, "1", false},
		{"so is the person", plain, You, Flat, "1", false},
		{"and what the person did is faint", plain, Spent(You), Flat, "2", false},
		{"a bold chip would change its colour", dark16, Chip, Flat, "30;104", true},
		{"there is a colour for secondary text on light", light16, Dim, Raised, "90", false},
		{"and for finished work", light16, Spent(You), Flat, "90", false},
		{"which has no state", dark16, Spent(Nobody), Flat, "90", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			if want := strings.TrimSuffix("\x1b[0;"+c.want, ";") + "m"; c.sheet.SGR(c.style, c.on) != want {
				t.Errorf("%q, want %q", c.sheet.SGR(c.style, c.on), want)
			}
			if c.sheet.Solid(c.style) != c.solid {
				t.Errorf("a blank of it is another than of its ground: %v", !c.solid)
			}
		})
	}
	if plain.Grounded() || dark16.Grounded() || !New(true, colorprofile.ANSI256).Grounded() {
		t.Error("colours show grounds only from 256 on")
	}
}

func TestACopyOfASheetDiffersInWhatItIsFor(t *testing.T) {
	s := New(true, colorprofile.TrueColor)
	if c := s.WithGlyphs(true); !c.Glyphs.ASCII || s.Glyphs.ASCII || c.SGR(Subject, Raised) != s.SGR(Subject, Raised) || c.WithGlyphs(false).Glyphs.ASCII {
		t.Error("another set of glyphs")
	}
	if c := s.WithGraphemes(true); !c.Graphemes || s.Graphemes || c.WithGraphemes(false).Graphemes {
		t.Error("another way to count cells")
	}
}

func TestAThemeFollowsTheBackground(t *testing.T) {
	for _, theme := range append(Themes(), "") {
		for _, onDark := range []bool{true, false} {
			background := lipgloss.Color(map[bool]string{true: "#101010", false: "#f8f8f8"}[onDark])
			if got, want := theme.Sheet(background, colorprofile.ANSI), theme.palette(onDark, colorprofile.ANSI).sheet(nil, colorprofile.ANSI); !reflect.DeepEqual(got, want) {
				t.Errorf("%q, dark %v", theme, onDark)
			}
		}
		if got := theme.Sheet(nil, colorprofile.TrueColor); got.SGR(Subject, Flat) != theme.palette(true, colorprofile.TrueColor).sheet(nil, colorprofile.TrueColor).SGR(Subject, Flat) {
			t.Errorf("%q: a background that is not known is taken for dark", theme)
		}
		if !theme.Known() || Theme("pink").Known() {
			t.Errorf("%q is no theme", theme)
		}
	}
}

func TestTheTerminalsOwnColoursAreNeverRounded(t *testing.T) {
	for _, onDark := range []bool{true, false} {
		want := New(onDark, colorprofile.ANSI)
		for _, profile := range []colorprofile.Profile{colorprofile.ANSI256, colorprofile.TrueColor} {
			if got := Terminal.palette(onDark, profile).sheet(nil, profile); !reflect.DeepEqual(got, want) {
				t.Errorf("dark %v: in %v they are others than in sixteen", onDark, profile)
			}
		}
	}
}

// A value in a story's spotlight is a block.
func TestASpotlightIsABlock(t *testing.T) {
	for name, p := range palettes() {
		l := p.looks(nil, colorprofile.TrueColor)
		for _, lit := range []Style{SpotlightReady, SpotlightAlert, SpotlightCaution, SpotlightQuiet} {
			if l.styles[lit].GetBackground() == none {
				t.Errorf("%s: style %d", name, lit)
			}
		}
		if p.spotlightReady != "" && l.styles[SpotlightReady].GetBackground() == l.styles[ChipReady].GetBackground() {
			t.Errorf("%s: a block is as strong as a headline", name)
		}
	}
}

func TestTheContrastThemeKeepsItsPromise(t *testing.T) {
	for _, p := range []*palette{&darkContrast, &lightContrast} {
		on := read(p.background)
		for _, text := range []string{p.text, p.soft, p.dim, p.accent, p.ready, p.running, p.blocked, p.warning, p.danger, p.doing, p.link} {
			if c := read(text).contrast(on); c < 7 {
				t.Errorf("%s on %s: %.2f", text, p.background, c)
			}
		}
		for _, line := range []string{p.faint, p.barRest, p.nobody, p.linkAside} {
			if c := read(line).contrast(on); c < 3 {
				t.Errorf("%s on %s: %.2f", line, p.background, c)
			}
		}
		if c := read(p.storyText).contrast(read(p.story)); c < 7 {
			t.Errorf("a story: %.2f", c)
		}
		l := p.looks(nil, colorprofile.TrueColor)
		for st := range l.styles {
			for g := range grounds {
				ink, ground := l.colours(Style(st), Ground(g))
				if ground == none {
					ground = on.color()
				}
				if c := rgbOf(ink).contrast(rgbOf(ground)); leastContrast(Style(st)) >= 4.5 && Ground(g) < Under && c < 7 {
					t.Errorf("style %d on ground %d: %.2f", st, g, c)
				}
			}
		}
	}
}

func TestSixteenColoursNeedNoRounding(t *testing.T) {
	basic := regexp.MustCompile(`^\x1b\[0(;([1-9]|[349][0-7]|10[0-7]))*m$`)
	for _, d := range []bool{true, false} {
		s := New(d, colorprofile.ANSI)
		for g := range s.rows {
			for st := range styles {
				sgr := s.SGR(Style(st), Ground(g))
				if !basic.MatchString(sgr) {
					t.Errorf("dark %v: style %d is %q", d, st, sgr)
				}
			}
		}
	}
}

func TestTheThemesOf256ColoursAreNotRounded(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, _ rgb, _ *palette, looks *looks) {
		if !looks.mixer.few {
			return
		}
		for st := range looks.styles {
			for g := range grounds {
				ink, ground := looks.colours(Style(st), Ground(g))
				for _, c := range []color.Color{ink, ground} {
					if c == none {
						continue
					}
					if got := colorprofile.ANSI256.Convert(c); hex(got) != hex(c) {
						t.Errorf("style %d on ground %d: %s becomes %s", st, g, hex(c), hex(got))
					}
				}
			}
		}
	})
}

func TestEveryGlyphTakesOneCell(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		g := GlyphSet(ascii)
		v := reflect.ValueOf(*g)
		for i := range v.NumField() {
			if v.Field(i).Kind() != reflect.String {
				continue
			}
			s := v.Field(i).String()
			if ansi.StringWidth(s) != 1 || ansi.StringWidthWc(s) != 1 {
				t.Errorf("%s is %q: %d and %d cells", v.Type().Field(i).Name, s, ansi.StringWidth(s), ansi.StringWidthWc(s))
			}
			if ascii && (len(s) != 1 || s[0] >= 0x7f) {
				t.Errorf("%s has no ASCII twin: %q", v.Type().Field(i).Name, s)
			}
		}
	}
}

func TestTheLocaleChoosesTheGlyphs(t *testing.T) {
	for env, want := range map[[2]string]bool{
		{"LANG", "de_DE.UTF-8"}: false, {"LANG", "C.utf8"}: false, {"LC_ALL", "C"}: true, {"LANG", "ja_JP.eucJP"}: true,
		{"", ""}: false, {"RUNEWIDTH_EASTASIAN", "1"}: true, {"RUNEWIDTH_EASTASIAN", "TRUE"}: true, {"RUNEWIDTH_EASTASIAN", "t"}: true, {"RUNEWIDTH_EASTASIAN", "0"}: false,
	} {
		got := WantsASCII(func(name string) string {
			if name == env[0] {
				return env[1]
			}
			return ""
		})
		if got != want {
			t.Errorf("%v: ASCII %v", env, got)
		}
	}
}

// hex returns a colour as a palette writes it.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// read reads a palette's colour.
func read(hex string) rgb { return rgbOf(lipgloss.Color(hex)) }

// difference is how different two colours look.
func difference(a, b rgb) float64 { return ciede2000(lab(a), lab(b)) }

// lab returns a colour in CIE L*a*b*, seen in daylight (D65).
func lab(c rgb) [3]float64 {
	light := linear()
	r, g, b := light[c[0]], light[c[1]], light[c[2]]
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := f(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := f((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the difference of two colours as the CIE defined it in 2000.
func ciede2000(p, q [3]float64) float64 {
	far := math.Pow(25, 7)
	mean7 := math.Pow((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2, 7)
	stretch := 1.5 - 0.5*math.Sqrt(mean7/(mean7+far))
	polar := func(c [3]float64) (chroma, hue float64) {
		a := c[1] * stretch
		if hue = math.Atan2(c[2], a) * 180 / math.Pi; hue < 0 {
			hue += 360
		}
		return math.Hypot(a, c[2]), hue
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)
	turn, hue := h2-h1, (h1+h2)/2
	if math.Abs(turn) > 180 {
		turn -= math.Copysign(360, turn)
		if hue += 180; h1+h2 >= 360 {
			hue -= 360
		}
	}
	cos := func(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
	sin := func(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
	lightness, chroma := (p[0]+q[0])/2-50, (c1+c2)/2
	t := 1 - 0.17*cos(hue-30) + 0.24*cos(2*hue) + 0.32*cos(3*hue+6) - 0.20*cos(4*hue-63)
	l := (q[0] - p[0]) / (1 + 0.015*lightness*lightness/math.Sqrt(20+lightness*lightness))
	c := (c2 - c1) / (1 + 0.045*chroma)
	h := 2 * math.Sqrt(c1*c2) * sin(turn/2) / (1 + 0.015*chroma*t)
	chroma7 := math.Pow(chroma, 7)
	bend := -2 * math.Sqrt(chroma7/(chroma7+far)) * sin(60*math.Exp(-math.Pow((hue-275)/25, 2)))
	return math.Sqrt(l*l + c*c + h*h + bend*c*h)
}
