package record

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image/color"
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Sizes in the units of an SVG.
const (
	cellWidth, cellHeight = 10, 19
	letterSize            = 16.6 // in most fonts a letter is 0.6 of it wide, which is a cell
	baseline              = 15   // below the top of a cell
)

// shotLength is how long a screen is shown, in seconds.
const shotLength = 4

// row is a row that some of the screens have. It is drawn once.
type row struct {
	y   int // from 0
	svg string
	in  []bool // by screen, whether it has the row; false for the screens after the last of these
}

// Shoot adds the screen that the program draws with a text.
func (f *Film) Shoot(text string) {
	f.shots++
	for y, line := range uv.NewStyledString(text).Lines(ansi.WcWidth) {
		svg := f.draw(line)
		if y >= f.H || svg == "" {
			continue
		}
		at := slices.IndexFunc(f.rows, func(r row) bool { return r.y == y && r.svg == svg })
		if at < 0 {
			at = len(f.rows)
			f.rows = append(f.rows, row{y: y, svg: svg})
		}
		r := &f.rows[at]
		r.in = append(append(r.in, make([]bool, f.shots-1-len(r.in))...), true)
	}
}

// draw returns a row of cells as SVG. Cells of one style are one text, whose length is that of its cells; a wide letter
// is one by itself, so that it is in its column in any font.
func (f *Film) draw(line uv.Line) string {
	var b strings.Builder
	for x := 0; len(line) > 0; {
		n, width, text := 0, 0, ""
		for n < len(line) && line[n].Style.Equal(&line[0].Style) &&
			(n == 0 || line[n].Width == 1 && line[0].Width == 1) {
			width, text = width+line[n].Width, text+ansi.Strip(line[n].Content)
			n++
		}
		look, ground := f.look(line[0].Style)
		if ground != f.colours.Ground {
			b.WriteString(fmt.Sprintf(`<rect class="%s" x="%d" width="%d" height="%d"/>`, f.class("fill:"+ground),
				x*cellWidth, width*cellWidth, cellHeight))
		}
		left := len(text) - len(strings.TrimLeft(text, " "))
		right := len(text) - len(strings.TrimRight(text, " "))
		if trimmed := strings.Trim(text, " "); trimmed != "" {
			b.WriteString(fmt.Sprintf(`<text class="%s" x="%d" y="%d" textLength="%d">`, f.class(look),
				(x+left)*cellWidth, baseline, (width-left-right)*cellWidth))
			// several spaces would become one
			_ = xml.EscapeText(&b, []byte(strings.ReplaceAll(trimmed, "  ", " \u00a0")))
			b.WriteString("</text>")
		}
		line, x = line[n:], x+width
	}
	return b.String()
}

// look returns what CSS says of the text in a cell, and the colour of its ground.
func (f *Film) look(s uv.Style) (text, ground string) {
	colour := func(c color.Color, none string) string {
		if c == nil {
			return none
		}
		r, g, b, _ := c.RGBA()
		return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	text, ground = colour(s.Fg, f.colours.Text), colour(s.Bg, f.colours.Ground)
	if s.Attrs&uv.AttrReverse != 0 {
		text, ground = ground, text
	}
	text = "fill:" + text
	// in the order of their bits
	for attr, is := range []string{";font-weight:bold", ";fill-opacity:.6", ";font-style:italic"} {
		if s.Attrs&(uv.AttrBold<<attr) != 0 {
			text += is
		}
	}
	if s.Underline != uv.UnderlineNone {
		text += ";text-decoration:underline"
	}
	return text, ground
}

// class returns the name of the class that declares something.
func (f *Film) class(declares string) string {
	i := slices.Index(f.classes, declares)
	if i < 0 {
		i = len(f.classes)
		f.classes = append(f.classes, declares)
	}
	return fmt.Sprintf("c%d", i)
}

// Shots returns the number of screens.
func (f *Film) Shots() int { return f.shots }

// SVG returns the screens from one up to another as an SVG, which shows one after the other, again and again. Where
// nothing moves, it shows the last one.
func (f *Film) SVG(title string, from, to int) []byte {
	const margin = cellWidth
	width, height := f.W*cellWidth+2*margin, f.H*cellHeight+2*margin
	var b, body bytes.Buffer
	b.WriteString(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" width="%d">`+"\n<title>",
		-margin, -margin, width, height, width))
	_ = xml.EscapeText(&b, []byte(title))
	b.WriteString(fmt.Sprintf("</title>\n<style>\ntext{font:%gpx ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}rect{shape-rendering:crispEdges}\n", letterSize))
	for i, declares := range f.classes {
		b.WriteString(fmt.Sprintf(".c%d{%s}\n", i, declares))
	}
	slices.SortStableFunc(f.rows, func(a, b row) int { return cmp.Compare(a.y, b.y) })
	moves := map[string]string{} // the names of animations, by the keyframes that show and hide a row
	for _, r := range f.rows {
		in := append(slices.Clone(r.in), make([]bool, f.shots)...)[from:to]
		if !slices.Contains(in, true) {
			continue
		}
		frames, is := "", ""
		for i, shown := range in {
			is = "hidden"
			if shown {
				is = "visible"
			}
			if i == 0 || shown != in[i-1] {
				frames += fmt.Sprintf("%.4g%%{visibility:%s}", 100*float64(i)/float64(len(in)), is)
			}
		}
		name := moves[frames]
		if name == "" && slices.Contains(in, false) {
			name = fmt.Sprintf("k%d", len(moves))
			moves[frames] = name
			b.WriteString(fmt.Sprintf("@keyframes %s{%s}.%s{animation:%s %ds step-end infinite}\n", name, frames, name,
				name, shotLength*len(in)))
		}
		body.WriteString(fmt.Sprintf(`<g transform="translate(0 %d)" class="%s" visibility="%s">%s</g>`+"\n",
			r.y*cellHeight, name, is, r.svg))
	}
	b.WriteString("@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n</style>\n")
	b.WriteString(fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d" rx="8" fill="%s"/>`+"\n", -margin, -margin,
		width, height, f.colours.Ground))
	b.Write(body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}
