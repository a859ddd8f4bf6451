package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// HelpGroup is the keys of one scope.
type HelpGroup struct {
	Title Text
	Keys  []Key
	Lead  bool // what is likely meant: before all others, over the whole width
	Off   bool // none of them does anything now
}

// Help is keys, by scope.
type Help struct {
	Groups  []HelpGroup
	Subject Text    // of the task that is selected
	Typed   *Prompt // what they were found by, nil for nothing
	Typing  bool    // it is being typed
	Scroll  int
	Keys    []Key
}

// helpColumn is the cells one column of help takes where there is room, helpSpace those between two, helpColumns how many there
// are at most.
const helpColumn, helpSpace, helpColumns = 35, 2, 3

// helpName and helpNameMost are how many cells a key has before what it does: at least those of most keys, so that what they do begins in
// one line from group to group.
const helpName, helpNameMost = len("enter"), len("shift+tab")

// box draws as many rows of keys as there is room for. While one is looked for the box stands still, however few there are.
func (h *Help) box(pt *Painter, w, height int) floatBox {
	g, all, n := pt.newPage(helpWidth(w), style.Float), h.drawPage(pt, w), h.room(pt, w, height)
	if height >= roomyHeight {
		g.Blank()
	}
	var x, y int
	if h.Typed != nil {
		x, y = drawInputRow(g, pt, h.Typed)
	}
	all.Keep(h.Scroll, n)
	for h.Typed != nil && len(all.Rows) < n {
		all.Blank()
	}
	g.Add(all)
	title := wordHelp
	if !h.Subject.Empty() {
		title = title.Append(safetext.Const(": ")).Append(h.Subject)
	}
	b := pt.withKeys(g, h.Keys, height, title, style.TitleStrong)
	b.cursor, b.x, b.y = h.Typing && y < len(b.rows)-1, x, y
	return b
}

// room returns how many rows of keys are seen.
func (h *Help) room(pt *Painter, w, height int) int {
	return max(height-2-b2i(height >= roomyHeight)-b2i(h.Typed != nil)-len(pt.keysBelow(pt.newPage(helpWidth(w), style.Float), h.Keys, height).Rows), 2)
}

// HelpScroll returns how far a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	pt := &Painter{sh: countingSheet()}
	return max(0, len(help.drawPage(pt, w).Rows)-help.room(pt, w, h))
}

// drawPage draws all keys: those that are likely meant, what the signs mean, and the others in columns, each below the column that ends
// first.
func (h *Help) drawPage(pt *Painter, w int) *page {
	g := pt.newPage(helpWidth(w), style.Float)
	columns := helpColumnsIn(g.W)
	each := (g.W - (columns-1)*helpSpace) / columns
	lanes := make([][]string, columns)
	for i := range h.Groups {
		group := &h.Groups[i]
		if group.Lead {
			drawAcrossHelp(g, group.across(columns, each))
			continue
		}
		lane := &lanes[0]
		for i := range lanes {
			if len(lanes[i]) < len(*lane) {
				lane = &lanes[i]
			}
		}
		if len(*lane) > 0 {
			*lane = append(*lane, "")
		}
		*lane = append(*lane, pt.helpGroup(group, each).Rows...)
	}
	switch {
	case len(h.Groups) == 0:
		g.Text(style.Dim, safetext.Const("No key does that"))
	case len(g.Rows) > 0: // else they are the keys of a dialog
		drawAcrossHelp(g, pt.legend(g.W))
		g.Blank()
	}
	sideBySide(g, lanes, each)
	return g
}

// helpWidth returns the cells inside the box on a screen of w.
func helpWidth(w int) int {
	columns := helpColumnsIn(w - 2 - 2*boxPad)
	wanted := columns*(helpColumn+helpSpace) - helpSpace + 2*boxPad
	if w-wanted < 4 { // what would be seen beside it is ends of words
		wanted = w
	}
	return contentWidth(wanted, w)
}

// helpColumnsIn returns how many columns of keys stand side by side in w cells.
func helpColumnsIn(w int) int { return max(1, min(helpColumns, (w+helpSpace)/(helpColumn+helpSpace))) }

// helpAcross is what stands over the whole width, in columns: what is likely meant, and what the signs mean.
type helpAcross struct {
	head    Text
	len     int
	columns int
	each    int // the cells of one
	at      int // the cell of it from which on it says what something does or means
	draw    func(p *pen, i, words int)
}

// rows returns how many rows its entries take.
func (a *helpAcross) rows() int { return (a.len + a.columns - 1) / a.columns }

// across is a group that stands over the whole width.
func (group *HelpGroup) across(columns, each int) helpAcross {
	return helpAcross{group.Title, len(group.Keys), columns, each, wordsAt(group.Keys), func(p *pen, i, words int) {
		p.Text(style.AccentStrong, group.Keys[i].Name)
		p.PadTo(max(words, p.At+2))
		p.TextIn(style.Plain, group.Keys[i].Does, p.Room())
	}}
}

// signAt is the cell of the legend's columns from which on they say what a sign means, signWords those of the longest that is said.
const signAt, signWords = len("v7 "), len("held by a loop")

// legend is what the signs of cards and boxes mean, in as few rows as w cells allow.
func (pt *Painter) legend(w int) helpAcross {
	g := pt.sh.Glyphs
	signs := [...]struct {
		glyph string
		st    style.Style
		means string
	}{
		{g.Ready, style.Ready, "ready"},
		{g.Blocked, style.Blocked, "blocked"},
		{g.Running, style.Running, "in progress"},
		{g.Done, style.Done, "completed"},
		{g.Left, style.Dim, "waits for"},
		{g.Behind + "7", style.Dim, "blocks seven"},
		{g.Problem, style.Warning, "a problem"},
		{g.Loop, style.Missing, "held by a loop"},
		{g.Missing, style.Missing, "a missing task"},
		{g.OneSided, style.Warning, "one-sided link"},
		{g.Worktree, style.Dim, "has a worktree"},
		{g.Mark, style.Fresh3, "just changed"},
	}
	a := helpAcross{head: wordSigns, len: len(signs), columns: max(1, (w+helpSpace)/(signAt+signWords+helpSpace)), at: signAt}
	a.columns = (a.len + a.rows() - 1) / a.rows()
	a.each = (w - (a.columns-1)*helpSpace) / a.columns
	a.draw = func(p *pen, i, words int) {
		p.Text(signs[i].st, safetext.Line(signs[i].glyph))
		p.PadTo(words)
		p.TextIn(style.Title, safetext.Line(signs[i].means), p.Room())
	}
	return a
}

// drawAcrossHelp draws it below what is there, in columns, each from its top down.
func drawAcrossHelp(g *page, a helpAcross) {
	if len(g.Rows) > 0 {
		g.Blank()
	}
	drawHeading(g, style.Strong, a.head)
	rows := a.rows()
	for y := range rows {
		g.Row(func(p *pen) {
			end := p.End
			for x := range a.columns {
				if i := x*rows + y; i < a.len {
					at := x * (a.each + helpSpace)
					p.PadTo(at)
					p.End = min(end, p.End-g.W+at+a.each)
					a.draw(p, i, at+a.at)
					p.End = end
				}
			}
		})
	}
}

// helpGroup draws the keys of a scope; what does not apply now is dim.
func (pt *Painter) helpGroup(group *HelpGroup, w int) *page {
	g := pt.newPage(w, style.Float)
	heading := style.Strong
	if group.Off {
		heading = style.Label
	}
	drawHeading(g, heading, group.Title)
	for i := range group.Keys {
		drawHelpKey(g, &group.Keys[i], wordsAt(group.Keys), style.Title)
	}
	return g
}

// drawHeading draws the head of a group, and a rule behind it.
func drawHeading(g *page, st style.Style, title Text) {
	g.Row(func(p *pen) { drawTitle(p, st, title) })
}

// drawTitle writes a title, and a rule to the end of the row.
func drawTitle(p *pen, st style.Style, title Text) {
	p.TextIn(st, title, p.Room()-2)
	p.Space(1)
	p.Bar(style.Faint, p.Sheet.Glyphs.Horizontal, p.Room())
}

// wordsAt returns where in a column it is said what the keys do: two cells behind the widest.
func wordsAt(keys []Key) int {
	name := lay.Widest(keys, func(k *Key) Text { return k.Name })
	return min(max(name, helpName), helpNameMost) + 2
}

// drawHelpKey draws a key, and from a cell on what it does; one that does not apply now is dim.
func drawHelpKey(g *page, k *Key, at int, st style.Style) {
	name := style.AccentStrong
	if k.Off {
		name, st = style.Dim, style.Dim
	}
	at = min(max(at, k.Name.Width()+2), max(g.W-8, 2))
	for i, piece := range k.Does.Wrap(max(g.W-at, 8)) {
		g.Row(func(p *pen) {
			if i == 0 {
				p.TextIn(name, k.Name, at-2)
			}
			p.PadTo(at)
			p.TextIn(st, piece, p.Room())
		})
	}
}

// sideBySide draws rows in columns.
func sideBySide(g *page, lanes [][]string, each int) {
	for y, more := 0, true; more; y++ {
		more = false
		for i := range lanes {
			more = more || y < len(lanes[i])
		}
		if !more {
			return
		}
		g.Row(func(p *pen) {
			for i := range lanes {
				if y < len(lanes[i]) && lanes[i][y] != "" {
					p.PadTo(i * (each + helpSpace))
					p.Drawn(lanes[i][y], each)
				}
			}
		})
	}
}

var (
	wordHelp  = safetext.Const("Keys")
	wordSigns = safetext.Const("What the signs mean")
)
