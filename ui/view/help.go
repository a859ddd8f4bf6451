package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// HelpGroup is the keys of one scope.
type HelpGroup struct {
	Title Text
	Keys  []Key
	Later bool // they mean something elsewhere, not on the screen the help was opened on
	Lead  bool // what is likely meant: first, over the whole width, its title in that of the box
	Off   bool // none of them does anything now
}

// Help is all keys, by scope: those that apply now, then those that apply later.
type Help struct {
	Groups []HelpGroup
	Typed  *Prompt // what they were found by, nil for nothing
	Typing bool    // it is being typed
	Scroll int
	Keys   []Key
}

// helpColumn is the cells one column of help takes where there is room, helpSpace those between two, helpColumns how many there
// are at most, helpCaps how many cells a key has before what it does.
const helpColumn, helpSpace, helpColumns, helpCaps = 35, 2, 5, 9

// box draws the keys, as many rows as fit. While one is looked for the box stands still, however few are found.
func (h *Help) box(pt *Painter, w, height int) floatBox {
	g := h.drawPage(pt, w)
	n := h.shown(w, height)
	g.keepRows(h.Scroll, n)
	if len(h.Keys) == 0 {
		g.blank()
		return pt.border(g, wordHelp, style.TitleStrong)
	}
	var x, y int
	if h.Typed != nil {
		for len(g.rows) < n {
			g.blank()
		}
		top := pt.newPage(g.w, g.on)
		x, y = top.input(pt, h.Typed)
		g.rows = append(top.rows, g.rows...)
	}
	title := wordHelp
	if len(h.Groups) > 0 && h.Groups[0].Lead && !h.Groups[0].Title.Empty() {
		title = title.Append(safetext.Const(": ")).Append(h.Groups[0].Title)
	}
	b := pt.withKeys(g, h.Keys, height, title, style.TitleStrong)
	b.cursor, b.x, b.y = h.Typing && y < len(b.rows)-1, x, y
	return b
}

// HelpScroll returns how far a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	return max(0, len(help.drawPage(&Painter{sh: countingSheet()}, w).rows)-help.shown(w, h))
}

// shown returns how many rows of keys are shown at once: all between the borders but the keys of the help itself.
func (h *Help) shown(w, height int) int {
	foot := (&Painter{sh: countingSheet()}).newPage(helpWidth(w), style.Float)
	foot.keys(&Painter{sh: countingSheet()}, h.Keys)
	n := height - 2 - len(foot.rows)
	if height >= tightHeight {
		n--
	}
	if h.Typed != nil {
		n--
	}
	return max(n, 1)
}

// helpWidth returns the cells inside the box on a screen of w.
func helpWidth(w int) int {
	columns := helpColumnsIn(w - 2 - 2*boxPad)
	return contentWidth(columns*(helpColumn+helpSpace)-helpSpace+2*boxPad, w)
}

// helpColumnsIn returns how many columns of keys stand side by side in w cells.
func helpColumnsIn(w int) int { return max(1, min(helpColumns, (w+helpSpace)/(helpColumn+helpSpace))) }

// drawPage draws all keys: first those that are likely meant, then what the signs mean and the others that apply now, and below a
// rule those that apply elsewhere.
func (h *Help) drawPage(pt *Painter, w int) *page {
	g := pt.newPage(helpWidth(w), style.Float)
	columns := helpColumnsIn(g.w)
	each := (g.w - (columns-1)*helpSpace) / columns
	if w > 2*helpColumn+20 {
		g.blank()
	}
	var here, later []*page
	if h.Typed == nil {
		here = append(here, pt.legend(each))
	}
	for i := range h.Groups {
		switch group := &h.Groups[i]; {
		case group.Lead:
			pt.drawLead(g, group, columns, each)
		case group.Later:
			later = append(later, pt.helpGroup(group, each))
		default:
			here = append(here, pt.helpGroup(group, each))
		}
	}
	if len(h.Groups) == 0 {
		g.text(style.Dim, safetext.Const("No key does that"))
	}
	g.sideBySide(here, columns, each)
	if len(later) == 0 {
		return g
	}
	if len(here) > 0 {
		g.blank()
	}
	g.heading(style.Dim, wordElsewhere)
	g.blank()
	g.sideBySide(later, columns, each)
	return g
}

// drawLead draws what is likely meant, in strong letters over the whole width.
func (pt *Painter) drawLead(g *page, group *HelpGroup, columns, each int) {
	g.heading(style.Heading, wordLead)
	rows := (len(group.Keys) + columns - 1) / columns
	at := group.wordsAt(each)
	for y := range rows {
		g.row(func(p *pen) {
			for x := range columns {
				if i := x*rows + y; i < len(group.Keys) {
					k, from := &group.Keys[i], x*(each+helpSpace)
					p.padTo(from)
					p.text(style.AccentStrong, k.Name)
					p.padTo(from + at)
					p.textUpTo(style.Strong, k.Does, max(each-at, 0))
				}
			}
		})
	}
	g.blank()
}

// legend draws what the signs of cards and boxes mean.
func (pt *Painter) legend(w int) *page {
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
		{g.Missing, style.Missing, "waits for a missing task"},
		{g.Loop, style.Missing, "in or behind a loop"},
		{g.Left, style.Dim, "waits for"},
		{g.Behind + "7", style.Dim, "seven wait behind it"},
		{g.Problem, style.Warning, "a problem"},
		{g.OneSided, style.Warning, "a link one file knows"},
		{g.Worktree, style.Dim, "has a worktree"},
		{g.Mark, style.Fresh3, "just changed"},
		{"5m" + g.AtLeast, style.Dim, "for at least 5m"},
	}
	page := pt.newPage(w, style.Float)
	page.heading(style.Heading, safetext.Const("What the signs mean"))
	for _, s := range signs {
		page.row(func(p *pen) {
			p.text(s.st, safetext.Line(s.glyph))
			p.padTo(helpCaps + 2)
			p.textUpTo(style.Plain, safetext.Line(s.means), p.remaining())
		})
	}
	return page
}

// helpGroup draws the keys of a scope; what does not apply now is dim.
func (pt *Painter) helpGroup(group *HelpGroup, w int) *page {
	g := pt.newPage(w, style.Float)
	heading := style.Heading
	if group.Later || group.Off {
		heading = style.Label
	}
	g.heading(heading, group.Title)
	for i := range group.Keys {
		g.helpKey(&group.Keys[i], group.wordsAt(w))
	}
	return g
}

// heading draws the head of a group, and a rule behind it.
func (g *page) heading(st style.Style, title Text) {
	g.row(func(p *pen) {
		p.text(st, title)
		p.space(1)
		p.bar(style.Faint, p.sh.Glyphs.Horizontal, p.remaining())
	})
}

// wordsAt returns where in a column of w cells it is said what the keys do: in one line down the whole column where there is room.
func (group *HelpGroup) wordsAt(w int) int {
	if w < helpColumn {
		return widest(group.Keys, func(k *Key) Text { return k.Name }) + 2
	}
	return helpCaps + 2
}

// helpKey draws a key, and from a cell on what it does; one that does not apply now is dim.
func (g *page) helpKey(k *Key, at int) {
	name, st := style.Accent, style.Plain
	if k.Off {
		name, st = style.Dim, style.Dim
	}
	at = max(at, k.Name.Width()+2)
	for i, piece := range k.Does.Wrap(max(g.w-at, 8)) {
		g.row(func(p *pen) {
			if i == 0 {
				p.textUpTo(name, k.Name, g.w)
			}
			p.padTo(at)
			p.textUpTo(st, piece, p.remaining())
		})
	}
}

// sideBySide draws pages in columns, each below the column that ends first, so that what comes first stands at the top.
func (g *page) sideBySide(pages []*page, columns, each int) {
	lanes := make([][]string, columns)
	for _, pg := range pages {
		least := 0
		for i := range lanes {
			if len(lanes[i]) < len(lanes[least]) {
				least = i
			}
		}
		if len(lanes[least]) > 0 {
			lanes[least] = append(lanes[least], "")
		}
		lanes[least] = append(lanes[least], pg.rows...)
	}
	for y, more := 0, true; more; y++ {
		more = false
		for i := range lanes {
			more = more || y < len(lanes[i])
		}
		if !more {
			return
		}
		g.row(func(p *pen) {
			for i := range lanes {
				if y < len(lanes[i]) && lanes[i][y] != "" {
					p.padTo(i * (each + helpSpace))
					p.drawn(lanes[i][y], each)
				}
			}
		})
	}
}

var (
	wordHelp      = safetext.Const("Keys")
	wordLead      = safetext.Const("What you can do now")
	wordElsewhere = safetext.Const("On other screens")
)
