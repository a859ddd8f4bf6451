package ui

import (
	"image/color"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
	"sideboard/ui/view"
)

// terminalScreen is what is drawn on, and with what.
type terminalScreen struct {
	w, h       int
	layout     view.Layout
	bare       bool // only the cards
	silent     bool // the layout has no row for news
	long       bool // it has two
	folded     bool // a line says what others deleted
	painter    *view.Painter
	sheet      *style.Sheet
	background color.Color // as the terminal tells it, nil until it does
	profile    colorprofile.Profile
	graphemes  bool // the terminal counts by cluster, not rune by rune
	ascii      bool // it is to be drawn on with plain characters
	theme      style.Theme
}

func newScreen(o Options) terminalScreen {
	s := terminalScreen{profile: colorprofile.TrueColor, painter: view.NewPainter(), bare: o.Bare, ascii: o.ASCII, theme: o.Theme}
	s.restyle()
	return s
}

// learn takes what the terminal tells of itself.
func (s *terminalScreen) learn(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		s.background = msg.Color
	case tea.ColorProfileMsg:
		s.profile = msg.Profile
	case tea.ModeReportMsg:
		if msg.Mode != ansi.ModeUnicodeCore {
			return
		}
		// The renderer turns grapheme clustering on wherever it is known; text has to be measured as it is drawn.
		s.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
	}
	s.restyle()
}

// restyle builds the sheet anew, after the background or the colour profile became known.
func (s *terminalScreen) restyle() {
	s.sheet = s.theme.Sheet(s.background, s.profile).WithGraphemes(s.graphemes)
	if s.ascii {
		s.sheet = s.sheet.WithGlyphs(true)
	}
}
