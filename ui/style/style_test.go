package style

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"regexp"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// ornament is what need not be read.
var ornament = map[Style]bool{Faint: true, BarRest: true, Border: true, Nobody: true, PanelEdge: true, Fresh1: true, Fresh2: true, BarDone: true, BarRunning: true, ChainAside: true, Link: true, LinkAside: true}

func TestEveryStyleCanBeReadOnEveryGround(t *testing.T) {
	for _, theme := range []struct {
		name  string
		t     *palette
		flats []string // backgrounds terminals commonly have
	}{
		{"dark", &dark, []string{"#000000", "#16161e", "#1a1b26", "#1e1e1e"}},
		{"light", &light, []string{"#ffffff", "#fafafa"}},
		{"dark256", &dark256, []string{"#000000", "#16161e", "#1a1b26", "#1e1e1e"}},
		{"light256", &light256, []string{"#ffffff", "#fafafa"}},
	} {
		looks := theme.t.theme()
		for st, look := range looks.styles {
			if ornament[Style(st)] {
				continue
			}
			for g := range grounds {
				on := []string{theme.t.ground[g]}
				if Ground(g) == Flat {
					on = theme.flats
				}
				if bg := look.GetBackground(); bg != none {
					on = []string{hex(bg)}
				}
				for _, bg := range on {
					fg := hex(look.GetForeground())
					if c := contrast(fg, bg); c < 4.5 {
						t.Errorf("%s: style %d, %s on %s: contrast %.2f", theme.name, st, fg, bg, c)
					}
				}
			}
		}
	}
}

// A frame or a link has to be seen, not read.
func TestLinksStandOutFromTheBackground(t *testing.T) {
	for _, theme := range []struct {
		name  string
		t     *palette
		flats []string
	}{{"dark", &dark, []string{"#000000", "#1e1e1e"}}, {"light", &light, []string{"#ffffff", "#fafafa"}}, {"dark256", &dark256, []string{"#000000", "#1e1e1e"}}, {"light256", &light256, []string{"#ffffff", "#fafafa"}}} {
		for _, bg := range theme.flats {
			if c := contrast(theme.t.link, bg); c < 3 {
				t.Errorf("%s: links on %s: contrast %.2f", theme.name, bg, c)
			}
			if aside, is := contrast(theme.t.chainAside, bg), contrast(theme.t.chain, bg); aside > is/1.5 {
				t.Errorf("%s: on %s what is aside stands out by %.2f, the chain by %.2f", theme.name, bg, aside, is)
			}
		}
	}
}

func TestUpstreamDownstreamAndChainCanBeToldApart(t *testing.T) {
	for name, theme := range map[string]*palette{"dark": &dark, "light": &light, "dark256": &dark256, "light256": &light256} {
		all := []string{theme.upstream, theme.downstream, theme.chain, theme.accent, theme.danger, theme.link}
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
	x, y := rgb(a), rgb(b)
	var d float64
	for c := range x {
		d += math.Pow(float64(x[c])-float64(y[c]), 2)
	}
	return math.Sqrt(d)
}

func TestOwnersCanBeToldApart(t *testing.T) {
	for name, theme := range map[string]*palette{"dark": &dark, "light": &light, "dark256": &dark256, "light256": &light256} {
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
	s := New(true, colorprofile.Ascii)
	for g := range s.sgr {
		for st, sgr := range s.sgr[g] {
			if !attributes.MatchString(sgr) {
				t.Errorf("style %d on ground %d is %q", st, g, sgr)
			}
		}
	}
	if s.SGR(Subject, Flat) == s.SGR(Dim, Flat) || s.SGR(Subject, Flat) == s.SGR(SubjectStrong, Flat) || s.SGR(Subject, Flat) == s.SGR(Chip, Flat) {
		t.Error("the hierarchy is lost without colour")
	}
}

func TestSixteenColoursNeedNoRounding(t *testing.T) {
	basic := regexp.MustCompile(`^\x1b\[0(;([1-9]|[349][0-7]|10[0-7]))*m$`)
	for _, d := range []bool{true, false} {
		s := New(d, colorprofile.ANSI)
		for g := range s.sgr {
			for st, sgr := range s.sgr[g] {
				if !basic.MatchString(sgr) {
					t.Errorf("dark %v: style %d is %q", d, st, sgr)
				}
			}
		}
	}
}

func TestTheThemesOf256ColoursAreNotRounded(t *testing.T) {
	for name, theme := range map[string]*palette{"dark256": &dark256, "light256": &light256} {
		looks := theme.theme()
		for st, look := range append(looks.styles[:], looks.grounds[:]...) {
			for _, c := range []color.Color{look.GetForeground(), look.GetBackground()} {
				if c == none {
					continue
				}
				if got := colorprofile.ANSI256.Convert(c); hex(got) != hex(c) {
					t.Errorf("%s: style %d: %s becomes %s", name, st, hex(c), hex(got))
				}
			}
		}
	}
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

func TestTheLargeCheckMarkHasEvenRows(t *testing.T) {
	for _, row := range GlyphSet(false).Triumph {
		if w := ansi.StringWidth(GlyphSet(false).Triumph[0]); ansi.StringWidth(row) != w || ansi.StringWidthWc(row) != w {
			t.Errorf("row %q is not %d cells", row, w)
		}
	}
}

func TestTheLocaleChoosesTheGlyphs(t *testing.T) {
	for env, want := range map[[2]string]bool{
		{"LANG", "de_DE.UTF-8"}: false, {"LANG", "C.utf8"}: false, {"LC_ALL", "C"}: true, {"LANG", "ja_JP.eucJP"}: true,
		{"", ""}: false, {"RUNEWIDTH_EASTASIAN", "1"}: true,
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

// rgb reads a palette's colour.
func rgb(hex string) [3]uint8 {
	r, g, b, _ := lipgloss.Color(hex).RGBA()
	return [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

// contrast returns the ratio of WCAG 2.1.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(hex string) float64 {
	var lin [3]float64
	for i, v := range rgb(hex) {
		c := float64(v) / 255
		if c <= 0.04045 {
			lin[i] = c / 12.92
		} else {
			lin[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*lin[0] + 0.7152*lin[1] + 0.0722*lin[2]
}
