package view

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Agent is somebody who works on tasks, and what became of it.
type Agent struct {
	Name    Text
	Hue     style.Style
	State   Text // how it stands, empty where that is as it should be: "stalled for 34m", "active, heard of 2m ago"
	Style   style.Style
	Role    Text
	Idle    Span // in place of what it works on, of who could take a task: "idle for 3h"
	Ready   Text // beside that, how many tasks could be taken: "3 ready"
	On      Text // the id of what it works on, empty for nothing
	Task    Text
	Doing   Text // what it is doing about it, in words
	More    Text // "and 2 more"
	For     Text // how long it has worked on it
	Before  []AgentDid
	Done    int  // tasks it completed today
	Median  Text // how long a task took it
	Wrote   Text // how long ago it wrote last, empty where it has written nothing since it began what it works on
	Curve   []int
	Message Text // the newest from it: "to lead: Parser is done"
}

// AgentDid is a task that somebody completed, and how long ago that was: "1h ago".
type AgentDid struct{ On, Task, Ago Text }

// Agents is everybody who works on the tasks of a directory.
type Agents struct {
	Title    Text
	Rows     []Agent
	First    int
	Selected int  // -1 for none
	Since    Text // when the curves of completions begin; they end now
	Summary  Text // what all of them did
	Chain    Text // the longest chain that is left
	Note     Text
	Keys     []Key
}

// agentsTable is the cells from which on what an agent did stands beside what it works on.
const agentsTable = 62

// box draws who there is, as many as fit.
func (v *Agents) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(112, w), style.Float)
	foot := v.foot(pt, g.w, h)
	if h >= tightHeight {
		g.blank()
	}
	if len(v.Rows) == 0 {
		g.text(style.Dim, safetext.Const("No owner of a task in progress is known, and nothing beside the tasks names a team."))
	}
	height := h - 2 - len(g.rows) - len(foot.rows)
	at := v.columns(g.w)
	if g.w >= agentsTable && len(v.Rows) > 0 && height > 3 {
		g.row(func(p *pen) { v.drawHead(p, at) })
		height--
	}
	agents := make([]agentRows, len(v.Rows))
	for i := range v.Rows {
		if a := &v.Rows[i]; g.w >= agentsTable {
			agents[i] = a.table(v, at)
		} else {
			agents[i] = a.stacked(v, g.w)
		}
	}
	v.drawList(g, agents, height)
	return pt.borderAround(g, foot, h, v.Title)
}

// drawList draws the agents in at most so many rows: each in as many as it has where all have room so, with air between them, else all in
// the same number, and the air before what gives way.
func (v *Agents) drawList(g *page, agents []agentRows, height int) {
	n, all := 0, len(agents)-1
	for _, rows := range agents {
		n, all = max(n, len(rows)), all+len(rows)
	}
	if all <= height {
		for i, rows := range agents {
			on := g.on
			if i > 0 {
				g.blank()
			}
			if i == v.Selected {
				g.on = chosenGround(g.p.sh)
			}
			for _, draw := range v.drawn(agents, len(rows), 0) {
				g.row(func(p *pen) { draw(p, i) })
			}
			g.on = on
		}
		return
	}
	least, air := min(n, leastAgentRows), b2i((leastAgentRows+1)*len(agents) <= height)
	if g.w < agentsTable {
		least = n
	}
	for n > 1 && (n+air)*len(agents) > height {
		if n--; n < least {
			air = 0
		}
	}
	g.drawList(scrollList{v.First, v.Selected, len(agents), height, chosenGround(g.p.sh)}, v.drawn(agents, n, air)...)
}

// drawn returns what draws the first n rows of an agent, and an empty one below them where there is air.
func (v *Agents) drawn(agents []agentRows, n, air int) []func(p *pen, i int) {
	rows := make([]func(p *pen, i int), n+air)
	for k := range rows {
		rows[k] = func(p *pen, i int) {
			switch {
			case k == n:
				p.setGround(style.Float)
			default:
				if i == v.Selected {
					p.drawChosen(k == 0)
				}
				if k < len(agents[i]) {
					agents[i][k](p)
				}
			}
		}
	}
	return rows
}

// leastAgentRows is how many rows of an agent come before the air between them.
const leastAgentRows = 2

// agentRows draw an agent row by row, what gives way first last.
type agentRows []func(p *pen)

// foot draws what stands below the list: what all of them did, and the newest message of who is selected.
func (v *Agents) foot(pt *Painter, w, h int) *page {
	foot := pt.newPage(w, style.Float)
	if h >= roomyHeight && widest(v.Rows, func(a *Agent) Text { return a.Message }) > 0 {
		foot.blank()
		var message []Line
		if v.Selected >= 0 && v.Selected < len(v.Rows) {
			message = wrapLine(Line{{Text: v.Rows[v.Selected].Message, Style: style.Dim}}, max(w-4, 1))
		}
		rows := 2
		if w < agentsTable {
			rows = 3
		}
		for i := range rows { // whether it says anything or not: the list stays where it is
			foot.row(func(p *pen) {
				if p.space(2); i < len(message) {
					p.line(message[i])
				}
			})
		}
	}
	if h >= tightHeight {
		foot.blank()
	}
	if len(v.Rows) > 0 && h >= newsHeight+2 {
		v.drawAll(foot, h)
	}
	if !v.Note.Empty() {
		foot.row(func(p *pen) { p.space(2); p.text(style.Warning, v.Note) })
	}
	if h >= tightHeight {
		foot.blank()
	}
	foot.keys(pt, v.Keys)
	return foot
}

// drawAll draws what all of them did, below them as one more of them.
func (v *Agents) drawAll(foot *page, h int) {
	if foot.w >= agentsTable {
		foot.row(func(p *pen) {
			p.space(2)
			p.text(style.Label, wordAll)
			c := v.columns(foot.w)
			at := c.task
			if c.done < c.task-2 { // its number stands below theirs
				at -= 2 + max(strings.IndexByte(v.Summary.String(), ' '), 0)
			}
			p.padTo(at)
			p.text(style.Plain, v.Summary)
			if !v.Chain.Empty() {
				p.dot()
				p.text(style.Dim, v.Chain)
			}
		})
		return
	}
	row := func(st style.Style, t Text) { foot.row(func(p *pen) { p.space(2); p.text(st, t) }) }
	row(style.Plain, v.Summary)
	if h >= roomyHeight {
		for _, piece := range v.Chain.Wrap(foot.w - 2) {
			row(style.Dim, piece)
		}
	}
}

// drawName writes who it is in w cells.
func (a *Agent) drawName(p *pen, w int) {
	p.padTo(2)
	p.textUpTo(a.Hue, a.Name, w)
	p.padTo(2 + w)
}

// drawTask draws what an agent works on, up to a cell, with its title from another one on.
func (a *Agent) drawTask(p *pen, title, end int) {
	switch {
	case !a.Idle.Text.Empty():
		p.textUpTo(a.Idle.Style, a.Idle.Text, end-p.at)
		if !a.Ready.Empty() && end-p.at > 4+a.Ready.Width() {
			p.space(2)
			p.state(Ready)
			p.text(style.Plain, a.Ready)
		}
		return
	case a.On.Empty():
		p.textUpTo(style.Dim, wordNoTask, end-p.at)
		return
	}
	p.state(Running)
	p.text(style.Dim, a.On)
	p.padTo(title)
	room := end - p.at
	if !a.More.Empty() && room > a.More.Width()+12 {
		room -= a.More.Width() + 1
	}
	p.textUpTo(style.Subject, a.Task, room)
	if !a.More.Empty() && end-p.at > a.More.Width() {
		p.space(1)
		p.text(style.Dim, a.More)
	}
}

// isAlarm reports whether how an agent stands has to be seen first: it is told beside what it works on.
func (a *Agent) isAlarm() bool { return a.Style == style.Danger && !a.State.Empty() }

// drawAlarm draws how an agent stands, with a sign where that is an alarm, up to a cell.
func (a *Agent) drawAlarm(p *pen, end int) {
	if a.isAlarm() {
		p.glyph(style.Danger, p.sh.Glyphs.Problem)
		p.space(1)
	}
	p.textUpTo(a.Style, a.State, end-p.at)
}

// drawDone writes how many tasks an agent completed, up to a cell: none is said as well, more quietly.
func (a *Agent) drawDone(p *pen, to int) {
	st := style.Plain
	if a.Done == 0 {
		st = style.Dim
	}
	p.padTo(to - digits(a.Done))
	p.number(st, a.Done)
}

// says reports whether there is something to say of an agent below what it works on, how much it did today among it.
func (a *Agent) says(today int) bool {
	return today > 0 || !a.State.Empty() && !a.isAlarm() || !(a.Doing.Empty() && a.Role.Empty() && a.Message.Empty())
}

// drawState draws what it is doing, how it stands where that is no alarm, how much it did today, what it is here, and what it said.
func (a *Agent) drawState(p *pen, today int) {
	said := false
	say := func(st style.Style, t Text) {
		if t.Empty() || p.remaining() <= 8 {
			return
		}
		if said {
			p.dot()
		}
		said = true
		p.textUpTo(st, t, p.end-1-p.at)
	}
	if !a.isAlarm() {
		say(a.Style, a.State)
	}
	say(style.Doing, a.Doing)
	if today > 0 {
		say(style.Plain, safetext.Line(strconv.Itoa(today)).Append(wordDoneToday))
	}
	say(style.Dim, a.Role)
	say(style.Dim, a.Message)
}

// most returns the largest count in n bars of any of them, so that their curves can be compared.
func (v *Agents) most(n int) (most int) {
	for i := range v.Rows {
		most = max(most, slices.Max(append(thinned(v.Rows[i].Curve, n), 0)))
	}
	return most
}

var (
	wordAgent     = safetext.Const("agent")
	wordAll       = safetext.Const("all")
	wordWorksOn   = safetext.Const("works on")
	wordFor       = safetext.Const("for")
	wordDoneTasks = safetext.Const("done")
	wordMedian    = safetext.Const("per task")
	wordWrote     = safetext.Const("last write")
	wordDoneToday = safetext.Const(" done today")
	wordDoneSince = safetext.Const("done since ")
	wordNoTask    = safetext.Const("nothing")
)
