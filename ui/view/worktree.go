package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// ChangedFile is one file that was changed in a worktree.
type ChangedFile struct {
	Path           Text
	Added, Removed int  // lines
	Binary         bool // its lines cannot be counted
	New            bool // git does not know it yet
}

// Commit is one commit.
type Commit struct {
	Hash, Subject, Author, Age Text
}

// Worktree is what was done in a worktree: its changed files and its commits. It scrolls.
type Worktree struct {
	Title   Text
	Facts   []Fact
	Warn    Text // in place of the work: why there is none to show
	Busy    bool // git is asked
	Files   []ChangedFile
	More    int // files that are not listed
	Ahead   int // commits, those that are not listed too
	Commits []Commit
	History []Fact // what was written down of it, newest first
	Scroll  int
	Keys    []Key
}

// worktreeWidth is how wide the work is drawn at most.
const worktreeWidth = 96

// box draws as much of the work as fits.
func (v *Worktree) box(pt *Painter, w, h int) floatBox {
	g := v.drawPage(pt, w)
	g.keepRows(v.Scroll, max(h-2-v.keyRows(pt, g.w, h), 1))
	return pt.withKeys(g, v.Keys, h, v.Title, style.TitleStrong)
}

// keyRows returns how many rows the keys take.
func (v *Worktree) keyRows(pt *Painter, w, h int) int {
	foot := pt.newPage(w, style.Float)
	foot.keys(pt, v.Keys)
	if h >= tightHeight {
		foot.blank()
	}
	return len(foot.rows)
}

// WorktreeScroll returns how far the work can be scrolled on a screen of w by h cells.
func WorktreeScroll(w, h int, v *Worktree) int {
	pt := &Painter{sh: countingSheet()}
	g := v.drawPage(pt, w)
	return max(0, len(g.rows)-max(h-2-v.keyRows(pt, g.w, h), 1))
}

func (v *Worktree) drawPage(pt *Painter, w int) *page {
	g := pt.newPage(contentWidth(worktreeWidth, w), style.Float)
	g.blank()
	pt.drawFacts(g, v.Facts)
	switch {
	case !v.Warn.Empty():
		g.blank()
		g.text(style.Warning, v.Warn)
	case v.Busy:
		g.blank()
		g.text(style.Dim, safetext.Const("Asking git ..."))
	default:
		v.drawFiles(pt, g)
		v.drawCommits(g)
	}
	if len(v.History) > 0 {
		g.blank()
		g.text(style.Label, safetext.Const("What happened to it"))
		pt.drawFacts(g, v.History)
	}
	return g
}

// drawFiles draws the changed files with the lines that were added and removed, sums first.
func (v *Worktree) drawFiles(pt *Painter, g *page) {
	added, removed := 0, 0
	for i := range v.Files {
		added, removed = added+v.Files[i].Added, removed+v.Files[i].Removed
	}
	g.blank()
	g.row(func(p *pen) {
		p.text(style.Label, safetext.Const("Changed files"))
		p.space(2)
		p.number(style.Dim, len(v.Files)+v.More)
		if added+removed > 0 {
			p.space(2)
			p.glyph(style.Added, "+")
			p.number(style.Added, added)
			p.space(1)
			p.glyph(style.Dim, "-")
			p.number(style.Dim, removed)
		}
	})
	wide := len("new")
	for i := range v.Files {
		f := &v.Files[i]
		wide = max(wide, digits(f.Added)+digits(f.Removed)+3)
	}
	for i := range v.Files {
		f := &v.Files[i]
		g.row(func(p *pen) {
			p.space(2)
			switch {
			case f.New:
				p.ascii(style.Added, "new")
			case f.Binary:
				p.ascii(style.Dim, "bin")
			default:
				p.glyph(style.Added, "+")
				p.number(style.Added, f.Added)
				p.space(1)
				p.glyph(style.Dim, "-")
				p.number(style.Dim, f.Removed)
			}
			p.padTo(2 + wide + 2)
			p.text(style.Plain, f.Path)
		})
	}
	if v.More > 0 {
		g.row(func(p *pen) { p.space(2); p.number(style.Dim, v.More); p.ascii(style.Dim, " more files") })
	}
}

// drawCommits draws the commits, the newest first.
func (v *Worktree) drawCommits(g *page) {
	g.blank()
	g.row(func(p *pen) {
		p.text(style.Label, safetext.Const("Commits"))
		p.space(2)
		p.number(style.Dim, v.Ahead)
	})
	wide, ages := 0, 0
	for i := range v.Commits {
		wide = max(wide, min(v.Commits[i].Hash.Width(), g.w/4))
		ages = max(ages, v.Commits[i].Age.Width())
	}
	for i := range v.Commits {
		c := &v.Commits[i]
		g.row(func(p *pen) {
			p.space(2)
			p.textUpTo(style.Dim, c.Hash, wide)
			p.padTo(2 + wide + 2)
			end := g.w - ages
			who := 0
			if room := end - p.at; !c.Author.Empty() && room > 40 {
				who = min(c.Author.Width(), 16) + 2
			}
			p.textUpTo(style.Subject, c.Subject, end-p.at-who-2)
			if who > 0 {
				p.padTo(end - who)
				p.textUpTo(style.Dim, c.Author, who-2)
			}
			p.padTo(end + ages - c.Age.Width())
			p.text(style.Dim, c.Age)
		})
	}
	if rest := v.Ahead - len(v.Commits); rest > 0 {
		g.row(func(p *pen) { p.space(2); p.number(style.Dim, rest); p.ascii(style.Dim, " more commits") })
	}
}
