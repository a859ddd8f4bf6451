package style

import (
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// A ground is seen on the page by its lightness, or by its hue where the page is not dark enough for that.
func TestGroundsAreSeenOnThePage(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, page rgb, _ *palette, looks *looks) {
		for g, least := range map[Ground]float64{Low: 1.12, Card2: 1.15, Card: 1.25, Bar: 1.25, Selected: 1.5, Alarm: 1.25, Fresh: 1.25, Under: 1} {
			on := rgbOf(looks.grounds[g].GetBackground())
			if c, d := on.contrast(page), difference(on, page); c < least && d < 12 {
				t.Errorf("ground %d, %s on %s: contrast %.2f of %.2f, %.1f apart", g, hexOf(on), hexOf(page), c, least, d)
			}
		}
	})
}

// What is selected, what needs a person, what just changed and everything else are four different grounds.
func TestGroundsThatMeanSomethingDiffer(t *testing.T) {
	onEveryTerminal(t, func(t *testing.T, page rgb, _ *palette, looks *looks) {
		for _, a := range []Ground{Selected, Alarm, Fresh} {
			for _, b := range []Ground{Selected, Alarm, Fresh, Card, Card2, Low} {
				if a == b {
					continue
				}
				x, y := rgbOf(looks.grounds[a].GetBackground()), rgbOf(looks.grounds[b].GetBackground())
				if d := difference(x, y); d < 5 {
					t.Errorf("on %s, grounds %d and %d: %s and %s are %.1f apart", hexOf(page), a, b, hexOf(x), hexOf(y), d)
				}
			}
		}
	})
}

func TestEyesThatSeeTwoColoursSeeWhatNeedsAPerson(t *testing.T) {
	for name, theme := range map[string]*palette{"dark": &darkBlind, "light": &lightBlind} {
		l := theme.looks(nil, colorprofile.TrueColor)
		alarm, fresh := rgbOf(l.grounds[Alarm].GetBackground()), rgbOf(l.grounds[Fresh].GetBackground())
		for eyes, by := range vision {
			if d := difference(alarm.seen(by), fresh.seen(by)); d < 10 {
				t.Errorf("%s, %s: %.1f from what just changed", name, eyes, d)
			}
		}
	}
}

func TestThePaletteIsUsedAsItIsOnItsOwnPage(t *testing.T) {
	for _, p := range []*palette{&dark, &light} {
		for _, page := range []string{"", p.grounds.page} {
			l := p.looks(nil, colorprofile.TrueColor)
			if page != "" {
				l = p.looks(lipgloss.Color(page), colorprofile.TrueColor)
			}
			for g, want := range map[Ground]string{Card: p.grounds.card, Low2: p.grounds.low2, Selected: p.grounds.selected, UnderCard: p.grounds.underCard} {
				if got := hex(l.grounds[g].GetBackground()); got != want {
					t.Errorf("page %q, ground %d: %s, not %s", page, g, got, want)
				}
			}
			if ink, _ := l.colours(Dim, Low); hex(ink) != p.dim {
				t.Errorf("page %q: a detail is %s, not %s", page, hex(ink), p.dim)
			}
		}
	}
}

// Details keep up with the ground that they are on, and a dialog dims everything under it.
func TestDetailsFollowTheirGround(t *testing.T) {
	l := dark.looks(nil, colorprofile.TrueColor)
	for _, c := range []struct {
		what string
		st   Style
		on   Ground
		want string
	}{
		{"a detail of the selection", Dim, Selected, dark.text},
		{"an owner in the selection", owner0, Selected, dark.text},
		{"a bold owner in the selection", Strongly(owner0), Selected, dark.text},
		{"a bold owner", Strongly(owner0 + 1), Card, dark.hues[1]},
		{"an owner of what just changed", owner0 + 3, Fresh, dark.text},
		{"a detail of what needs a person", Dim, Alarm, dark.soft},
		{"an owner of what needs a person", owner0, Alarm, dark.hues[0]},
		{"a title under a dialog", SubjectStrong, Card.Under(), dark.under},
		{"an owner under a dialog", owner0, Flat.Under(), dark.under},
	} {
		if ink, _ := l.colours(c.st, c.on); hex(ink) != c.want {
			t.Errorf("%s is %s, not %s", c.what, hex(ink), c.want)
		}
	}
	for g, want := range map[Ground]Ground{Flat: Under, Low2: UnderCard, Card: UnderCard, Selected: UnderCard, Bar: UnderCard, Under: Under, UnderCard: UnderCard} {
		if g.Under() != want {
			t.Errorf("ground %d under a dialog is %d", g, g.Under())
		}
	}
	for g, fades := range map[Ground]bool{Card: true, Card2: true, Low: true, Low2: true, Selected: false, Alarm: false, Flat: false} {
		if f := g.Fading(); (f != g) != fades || fades && (f < fading0 || f >= Under) {
			t.Errorf("ground %d fades to %d", g, f)
		}
	}
}

func TestTheStripIsSeenWithoutColours(t *testing.T) {
	for _, c := range []struct {
		sheet *Sheet
		want  [5]string
	}{
		{New(true, colorprofile.TrueColor), [5]string{"▀", "▀", "▀", "▀", "▀"}},
		{New(true, colorprofile.ANSI), [5]string{"▀", "▀", "▀", "▀", "▀"}},
		{New(true, colorprofile.ASCII), [5]string{"━", "═", "─", "·", "!"}},
		{New(true, colorprofile.TrueColor).WithGlyphs(true), [5]string{"#", "=", "-", ".", "!"}},
	} {
		if got := c.sheet.Strip(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	plain := New(true, colorprofile.ASCII)
	if plain.SGR(Dim, Selected) != "\x1b[0;7m" || plain.SGR(SubjectStrong, UnderCard) != "\x1b[0;1;2m" || plain.SGR(Chip, Under) != "\x1b[0;1;2m" {
		t.Errorf("the selection %q, under a dialog %q and %q", plain.SGR(Dim, Selected), plain.SGR(SubjectStrong, UnderCard), plain.SGR(Chip, Under))
	}
}
