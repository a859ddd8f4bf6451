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
}

// Help is all keys, by scope: those that apply now, then those that apply later.
type Help struct {
	Groups []HelpGroup
	All    []HelpGroup // whose widths it has, so that it stands still while some are found; nil for those of Groups
	Typed  *Prompt     // what they were found by, nil for nothing
	Typing bool        // it is being typed
	Scroll int
	Keys   []Key
}

// helpColumn is the cells one column of help takes at least, helpSpace those between two.
const helpColumn, helpSpace = 30, 2

// box draws the keys, as many rows as fit.
func (h *Help) box(pt *Painter, w, height int) floatBox {
	g := h.drawPage(pt, w)
	g.keepRows(h.Scroll, helpRows(height)-h.typedRows())
	if len(h.Keys) == 0 {
		g.blank()
		return pt.border(g, wordHelp, style.TitleStrong)
	}
	var x, y int
	if h.Typed != nil {
		top := pt.newPage(g.w, g.on)
		x, y = top.input(pt, h.Typed)
		g.rows = append(top.rows, g.rows...)
	}
	b := pt.withKeys(g, h.Keys, height, wordHelp, style.TitleStrong)
	b.cursor, b.x, b.y = h.Typing && y < len(b.rows)-1, x, y
	return b
}

// typedRows returns how many rows what is typed takes.
func (h *Help) typedRows() int {
	if h.Typed != nil {
		return 1
	}
	return 0
}

// HelpScroll returns how far a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	return max(0, len(help.drawPage(&Painter{sh: countingSheet()}, w).rows)-helpRows(h)+help.typedRows())
}

// helpRows returns how many rows of keys are shown at once.
func helpRows(height int) int { return max(height-5, 1) }

// drawPage draws all keys: those that apply now, and below a rule those that apply later.
func (h *Help) drawPage(pt *Painter, w int) *page {
	caps, does := 0, 0
	all := h.All
	if all == nil {
		all = h.Groups
	}
	for i := range all {
		caps = max(caps, widest(all[i].Keys, func(k *Key) Text { return k.Name }))
		does = max(does, widest(all[i].Keys, func(k *Key) Text { return k.Does }))
	}
	column := max(helpColumn, caps+2+does)
	columns := max(1, min(3, len(all), (w-2-2*boxPad+helpSpace)/(column+helpSpace)))
	g := pt.newPage(contentWidth(columns*(column+helpSpace)-helpSpace+2*boxPad, w), style.Float)
	caps = min(caps, max((g.w-(columns-1)*helpSpace)/columns/2, 3))

	later := 0
	for later < len(h.Groups) && !h.Groups[later].Later {
		later++
	}
	g.blank()
	if len(h.Groups) == 0 {
		g.text(style.Dim, safetext.Const("No key does that"))
	}
	if later > 0 {
		pt.drawHelpBlock(g, h.Groups[:later], columns, caps)
		g.blank()
	}
	if h.Typed == nil {
		for _, l := range pt.legend(g.w) {
			g.row(func(p *pen) { p.line(l) })
		}
		g.blank()
	}
	if later < len(h.Groups) {
		g.row(func(p *pen) {
			p.text(style.Dim, wordElsewhere)
			p.space(1)
			p.bar(style.Border, pt.sh.Glyphs.BarRest, p.remaining())
		})
		g.blank()
		pt.drawHelpBlock(g, h.Groups[later:], columns, caps)
	}
	return g
}

// legend returns in lines of at most w cells what the signs of cards and boxes mean.
func (pt *Painter) legend(w int) []Line {
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
		{g.Loop, style.Missing, "stuck in or behind a loop"},
		{g.Left, style.Dim, "waits for"},
		{g.Behind + "7", style.Dim, "seven wait behind it"},
		{g.Problem, style.Warning, "a problem"},
		{g.OneSided, style.Warning, "a link one file knows"},
		{g.Worktree, style.Dim, "has a worktree"},
		{g.Mark, style.Fresh3, "just changed"},
		{"5m" + g.AtLeast, style.Dim, "for at least 5m"},
	}
	var lines []Line
	var now Line
	for _, s := range signs {
		part := Line{{safetext.Line(s.glyph), s.st}, {safetext.Line(" " + s.means), style.Dim}}
		if len(now) > 0 && now.Width()+3+part.Width() > w {
			lines, now = append(lines, now), nil
		}
		if len(now) > 0 {
			now = append(now, Span{safetext.Spaces(3), style.Plain})
		}
		now = append(now, part...)
	}
	return append(lines, now)
}

// drawHelpBlock draws scopes side by side in columns of about the same height, each scope kept together.
func (pt *Painter) drawHelpBlock(g *page, groups []HelpGroup, columns, caps int) {
	each := (g.w - (columns-1)*helpSpace) / columns
	total := 0
	for i := range groups {
		total += len(groups[i].Keys) + 2
	}
	pages := make([]*page, 0, columns)
	now := pt.newPage(each, style.Float)
	for i := range groups {
		group := &groups[i]
		full := (total + columns - 1) / columns
		if len(now.rows) > 0 && len(pages) < columns-1 && len(now.rows)+(len(group.Keys)+1)/2 > full {
			pages = append(pages, now)
			now = pt.newPage(each, style.Float)
		}
		if len(now.rows) > 0 {
			now.blank()
		}
		heading := style.Heading
		if group.Later {
			heading = style.Label
		}
		now.text(heading, group.Title)
		for j := range group.Keys {
			pt.drawHelpKey(now, &group.Keys[j], caps)
		}
	}
	pages = append(pages, now)
	most := 0
	for _, page := range pages {
		most = max(most, len(page.rows))
	}
	for y := range most {
		g.row(func(p *pen) {
			for i, page := range pages {
				p.padTo(i * (each + helpSpace))
				if y < len(page.rows) {
					p.drawn(page.rows[y], each)
				}
			}
		})
	}
}

// drawHelpKey draws one key and what it does; what does not apply now is dim.
func (pt *Painter) drawHelpKey(g *page, k *Key, caps int) {
	g.row(func(p *pen) {
		name, st := style.Accent, style.Plain
		if k.Off {
			name, st = style.Dim, style.Dim
		}
		p.textUpTo(name, k.Name, caps)
		p.padTo(caps + 2)
		p.text(st, k.Does)
	})
}

var (
	wordHelp      = safetext.Const("Keys")
	wordElsewhere = safetext.Const("elsewhere")
)
