package style

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// SVG returns the stylesheet for the dependencies as an SVG: the usual theme, dark or light as the reader's screen is.
func SVG() string {
	return svgColours(&light) + "@media (prefers-color-scheme: dark) {\n" + svgColours(&dark) + "}\n"
}

func svgColours(p *palette) string {
	return strings.NewReplacer("TEXT", p.text, "DIM", p.dim, "GROUND", p.background, "BORDER", p.border, "LINK", p.link,
		"CHAIN", p.chain,
		"READY", p.ready, "RUNNING", p.running, "BLOCKED", p.blocked, "DANGER", p.danger).Replace(`svg { background: GROUND }
text { fill: TEXT } .note, .head { fill: DIM }
rect { stroke: BORDER } path { stroke: LINK }
.chain { stroke: CHAIN } .loop { stroke: DANGER } .missing { fill: DANGER }
.ready { fill: READY } .running { fill: RUNNING } .blocked { fill: BLOCKED } .problem { fill: DANGER }
`)
}

// TerminalColours are the colours of a terminal, as "#rrggbb".
type TerminalColours struct {
	Text, Ground string
	Basic        []string // the sixteen basic ones
}

// TerminalColours returns the colours of the dark terminal that a theme is made for.
func (t Theme) TerminalColours() TerminalColours {
	page := t.palette(true, colorprofile.TrueColor).grounds.page
	c := TerminalColours{Text: dark.text, Ground: cmp.Or(page, dark.grounds.page)}
	for i := range ansi.BasicColor(16) {
		c.Basic = append(c.Basic, fmt.Sprintf("#%02x", rgbOf(i)))
	}
	return c
}
