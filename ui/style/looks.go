package style

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// none is the colour of a style that sets none. The terminal uses its own.
var none color.Color = lipgloss.NoColor{}

// looks is how everything looks on one kind of terminal.
type looks struct {
	styles  [styles]lipgloss.Style
	grounds [grounds]lipgloss.Style // for what a style does not set itself
	strong  bool                    // contrasts are higher, see Contrast
	few     bool                    // there are only 256 colours
	under   lipgloss.Style          // of everything under a dialog
	mixer   *mixer                  // nil if colour does not distinguish the grounds
}

// looks returns all styles: those of named, and the blocks of a story's spotlight. The blocks are deep on a dark
// background and pale on a light one, with words in the colour of text, because a block in the full colour of a state
// would draw more attention than the headline. Palettes with few colours use the full colour.
func (p *palette) looks(background color.Color, profile colorprofile.Profile) *looks {
	l := p.named(background, profile)
	for _, lit := range [...]struct {
		name, solid Style
		ground      string
	}{
		{SpotlightReady, ChipReady, p.spotlightReady},
		{SpotlightAlert, ChipAlert, p.spotlightAlert},
		{SpotlightCaution, ChipCaution, p.spotlightCaution},
	} {
		l.styles[lit.name] = l.styles[lit.solid]
		if lit.ground != "" {
			l.styles[lit.name] = l.styles[Strong].Background(l.ink(lit.ground))
		}
	}
	return l
}

// ink returns a colour, rounded if there are only 256, so that contrast is measured on the colour shown.
func (l *looks) ink(colour string) color.Color {
	c := lipgloss.Color(colour)
	if l.few {
		c = rgbOf(colorprofile.ANSI256.Convert(c)).color()
	}
	return c
}

// named returns the styles in the colours of the palette, and the grounds mixed from the background, nil for the usual
// one. Without colour, attributes alone show the hierarchy: bold above plain above faint, and reverse for what is
// a solid block of colour elsewhere.
func (p *palette) named(background color.Color, profile colorprofile.Profile) *looks {
	l := &looks{strong: p.strong, few: profile == colorprofile.ANSI256 && !p.strongSelection}
	ink := l.ink
	var m *mixer
	own := background == nil
	if !p.strongSelection {
		m = newMixer(background, p.background, l.few)
		own = own || hexOf(m.background) == p.grounds.page
		derived := p.derive(m.background, ink)
		p = &derived
	}
	text := func(colour string) lipgloss.Style {
		if colour == "" {
			return lipgloss.NewStyle()
		}
		return lipgloss.NewStyle().Foreground(ink(colour))
	}
	secondary := func(colour string) lipgloss.Style {
		return text(colour).Faint(colour == "" && p.faintDim)
	}
	block := func(colour, ground string) lipgloss.Style {
		if ground == "" {
			return text(colour).Reverse(p == &colourless)
		}
		return text(colour).Background(ink(ground))
	}
	l.styles = [styles]lipgloss.Style{
		Plain:          text(p.text),
		Subject:        text(p.text),
		SubjectStrong:  text(p.text).Bold(true),
		SubjectQuiet:   text(p.soft),
		SubjectDone:    secondary(p.soft),
		Soft:           text(p.soft),
		Dim:            secondary(p.dim),
		Faint:          secondary(p.faint),
		Title:          text(p.soft),
		TitleStrong:    text(p.text).Bold(true),
		Head:           text(p.soft).Bold(true),
		Product:        block(p.chipText, p.chip).Bold(!p.plainChip),
		Past:           block(p.chipText, p.text).Bold(!p.plainChip),
		Chip:           block(p.chipText, p.chip).Bold(!p.plainChip),
		ChipReady:      block(p.chipText, p.ready).Bold(!p.plainChip),
		ChipCaution:    block(p.chipText, p.warning).Bold(!p.plainChip),
		ChipAlert:      block(p.chipText, p.alert).Bold(!p.plainChip),
		Project:        text(p.text).Bold(true),
		Accent:         text(p.accent),
		AccentStrong:   text(p.accent).Bold(true),
		Match:          text(p.accent).Bold(true).Underline(true),
		Ready:          text(p.ready),
		Running:        text(p.running),
		Blocked:        secondary(p.dim),
		Done:           secondary(p.soft),
		Missing:        text(p.danger),
		Warning:        text(p.warning),
		Danger:         text(p.danger),
		DangerStrong:   text(p.danger).Bold(true),
		WarningStrong:  text(p.warning).Bold(true),
		ReadyStrong:    text(p.ready).Bold(true),
		RunningStrong:  text(p.running).Bold(true),
		BlockedStrong:  text(p.soft).Bold(true),
		Live:           text(p.ready),
		Doing:          text(p.doing).Italic(true),
		KeyWord:        text(p.soft),
		Fresh3:         text(p.fresh3).Bold(p.fresh3 == ""),
		Fresh2:         text(p.fresh2),
		Fresh1:         secondary(p.fresh1),
		Pending:        text(p.accent),
		BarDone:        text(p.ready),
		BarRunning:     text(p.running),
		BarRest:        secondary(p.barRest),
		Border:         secondary(p.border),
		Label:          secondary(p.dim),
		LabelStrong:    text(p.accent).Bold(true),
		Input:          text(p.text),
		Wrong:          text(p.danger).Underline(true),
		Hint:           secondary(p.dim).Italic(true),
		Caption:        block(p.storyText, p.story).Bold(!p.plainChip),
		SpotlightQuiet: block(p.chipText, p.chip).Bold(!p.plainChip),
		Heading:        text(p.heading).Bold(true),
		Strong:         text(p.text).Bold(true),
		Emphasis:       text(p.text).Italic(true),
		StrongEmphasis: text(p.text).Bold(true).Italic(true),
		Strike:         text(p.dim).Strikethrough(true),
		Code:           text(p.code),
		CodeBlock:      text(p.code),
		Quote:          text(p.soft).Italic(true),
		LinkText:       text(p.accent).Underline(true),
		LinkURL:        secondary(p.dim),
		Bullet:         text(p.accent),
		Added:          text(p.added),
		Removed:        secondary(p.dim),
		You:            text(p.you).Bold(p.you == ""),
		Nobody:         secondary(p.nobody),
		Upstream:       text(p.upstream),
		Chain:          text(p.chain).Bold(p.chain == ""),
		ChainStrong:    text(p.chain).Bold(true),
		Link:           text(p.link),
		LinkAside:      secondary(p.linkAside),
		LineAside:      secondary(p.linkAside),
		LinkLoop:       text(p.danger),
		Preview:        text(p.accent).Bold(true),
		Spark:          text(p.ready).Bold(true),
		Line:           text(p.line),
		Baseline:       text(p.rule),
		StripDone:      text(p.stripDone),
		StripRunning:   text(p.chip),
		StripReady:     text(p.stripReady),
		StripBlocked:   text(p.rest),
		StripAlert:     text(p.alert),
	}
	for i, hue := range p.hues {
		l.styles[int(owner0)+i], l.styles[int(owner0)+Hues+i] = text(hue), secondary(p.dim)
		l.styles[int(owner0)+2*Hues+i] = text(hue).Bold(true)
	}
	l.styles[spentYou], l.styles[strongYou] = secondary(p.dim), text(p.you).Bold(true)
	for g := range l.grounds {
		l.grounds[g] = lipgloss.NewStyle()
	}
	l.under = secondary(p.under)
	if p.strongSelection {
		l.grounds[Field] = l.grounds[Field].Reverse(true)
		l.grounds[Selected] = l.grounds[Selected].Reverse(true)
		return l
	}
	l.mixer = m
	l.surfaces(p, own)
	tint := func(colour string) rgb { return rgbOf(ink(colour)) }
	float, raised := m.ground(tint(p.text), 0.05, m.background, 1.10),
		m.ground(tint(p.accent), 0.12, m.background, 1.26)
	lit := m.ground(tint(p.ready), 0.12, m.background, 1.30)
	if l.few { // the nearest grey is that of the selected card
		lit = litOnDark
		if m.far == black {
			lit = litOnLight
		}
	}
	for g, mixed := range map[Ground]rgb{
		Raised: raised,
		Lit:    lit,
		Alert:  m.ground(tint(p.danger), 0.10, m.background, 1.12),
		Float:  float,
		Field:  m.ground(tint(p.text), 0.12, float, 1.17),
		Block:  m.ground(tint(p.text), 0.08, m.background, 1.17),
	} {
		l.grounds[g] = l.grounds[g].Background(mixed.color())
	}
	faded := func(colour string, by float64) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(m.round(tint(colour).mix(m.background, by)).color())
	}
	l.styles[spentYou], l.styles[LineAside] = faded(p.you, 0.38), faded(p.linkAside, 0.30)
	for i, hue := range p.hues {
		l.styles[int(owner0)+Hues+i] = faded(hue, 0.38)
	}
	quiet := 1.58
	if m.far == black {
		quiet = 1.2 // less than the blocks of the other states
	}
	l.styles[SpotlightQuiet] = text(p.text).Background(m.ground(tint(p.text), 0.08, m.background,
		quiet).color()).Bold(true)
	if p.strong { // none of the 256 colours of a warning gives words that much contrast
		l.styles[ChipCaution] = text(p.text).Background(m.ground(tint(p.warning), 0.20, m.background,
			1.58).color()).Bold(true)
	}
	return l
}

// leastContrast returns the contrast ratio that a style must have to its ground, a higher one in a theme for that.
func (l *looks) leastContrast(st Style) float64 {
	if l.strong {
		return map[float64]float64{1.6: 3, 2: 3, 3: 4.5, 4: 6, 4.5: 7}[leastContrast(st)]
	}
	return leastContrast(st)
}

// leastContrast returns the contrast ratio that a style must have to its ground in most themes.
func leastContrast(st Style) float64 {
	switch st {
	case Faint, BarRest, Nobody, Fresh1, StripReady, StripBlocked:
		return 1.6
	case LineAside, Baseline:
		return 2
	case Fresh2, Border, BarDone, BarRunning, LinkAside, Line, StripDone, StripRunning, StripAlert:
		return 3
	case Link:
		return 4
	}
	return 4.5
}

// colours returns the colours of a style on a ground, none for the terminal's own.
func (l *looks) colours(st Style, g Ground) (ink, ground color.Color) {
	ink, ground = l.styles[st.on(g)].GetForeground(), l.styles[st].GetBackground()
	if g >= Under {
		ground = l.grounds[g].GetBackground()
		if l.mixer == nil {
			return l.under.GetForeground(), ground
		}
		return l.underInk(st, rgbOf(ground)), ground
	}
	if ground == none {
		ground = l.grounds[g].GetBackground()
	}
	if l.mixer == nil {
		return ink, ground
	}
	on := l.mixer.background
	if ground != none {
		on = rgbOf(ground)
	}
	return l.mixer.against(rgbOf(ink), on, l.leastContrast(st)).color(), ground
}

// sgr returns the sequence that sets a style on a ground. It begins with a reset, so that it does not depend on what
// came before. Style.Render gives the same parameters but takes eight times as long, and every start computes them for
// each style on each ground.
func (l *looks) sgr(st Style, g Ground) string {
	look, ground := l.styles[st], l.grounds[g]
	a := append(make(ansi.Style, 0, 8), "0")
	if look.GetBold() && (g < Under || l.mixer == nil) {
		a = a.Bold()
	}
	faint := look.GetFaint()
	if g >= Under {
		faint = l.under.GetFaint()
	}
	// A card that stands out by attributes alone has nothing faint.
	if faint && (l.mixer != nil || g != Raised && g != Alarm && g != Fresh && !ground.GetReverse()) {
		a = a.Faint()
	}
	if look.GetItalic() {
		a = a.Italic(true)
	}
	if look.GetUnderline() {
		a = a.Underline(true)
	}
	if (look.GetReverse() || ground.GetReverse()) && g < Under {
		a = a.Reverse(true)
	}
	if look.GetStrikethrough() {
		a = a.Strikethrough(true)
	}
	ink, on := l.colours(st, g)
	if ground.GetReverse() { // one solid bar: reversing several colours would break it into pieces
		ink, on = none, none
	}
	if ink != none {
		a = a.ForegroundColor(ink)
	}
	if on != none {
		a = a.BackgroundColor(on)
	}
	return a.String()
}
