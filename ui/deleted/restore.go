package deleted

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// restoring is what restoring all that went together would do, before it is done.
type restoring struct {
	m    *Model
	rows []row
	host.Preview
}

// row is what becomes of one task.
type row struct {
	of    workspace.Deleted
	wakes bool // it was left out for that, and not by hand
	host.Proposed
}

// wakes is why a completed task of a list that its agents wipe is left out at first.
const wakes = "left out: a list whose tasks are all completed is wiped again"

// restoreAll shows what restoring everything that went with a task would do. Each file is to have every byte it had.
func (v *list) restoreAll() tea.Cmd {
	m := v.m
	first, end := v.batches[v.Selected].first, v.batches[v.Selected].end
	p := &restoring{m: m, Preview: host.Preview{Verb: "restore"}}
	went := slices.Clone(v.all[first:end]) // of one name the newest stays first
	slices.SortStableFunc(went, func(a, b workspace.Deleted) int { return tasks.Natural(a.Task.Name, b.Task.Name) })
	for _, d := range blockersFirst(went) {
		r := row{of: d}
		e, err := board.Restore(m.Board(), d.Task, d.Raw, m.Me(), m.Now())
		r.Proposed, _ = host.Judge(m, d.Task.List, e, err)
		if t := m.Board().Traits(d.Task.List); r.No == "" && t != nil && t.WipesWhenDone && d.Task.Status.Finished() {
			r.Out, r.wakes = true, true
		}
		p.rows = append(p.rows, r)
	}
	m.SetMode(p)
	return nil
}

// blockersFirst returns tasks, each behind those it waits for, and of several files of one name only the newest.
func blockersFirst(all []workspace.Deleted) []workspace.Deleted {
	var out []workspace.Deleted
	of, seen := map[string]int{}, map[tasks.Key]bool{}
	for i, d := range all {
		if id := d.Task.List + "\x00" + d.Task.ID.Text; !seen[d.Task.Key] {
			of[id] = i
		}
		seen[d.Task.Key] = true
	}
	clear(seen)
	var put func(i int)
	put = func(i int) {
		if seen[all[i].Task.Key] {
			return
		}
		seen[all[i].Task.Key] = true
		for _, id := range all[i].Task.WaitsFor {
			if j, is := of[all[i].Task.List+"\x00"+id.Text]; is {
				put(j)
			}
		}
		out = append(out, all[i])
	}
	for i := range all {
		put(i)
	}
	return out
}

// Handle restores, leaves one out or takes it in, or leaves all as it is.
func (p *restoring) Handle(a keymap.Action) tea.Cmd {
	m := p.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.LeaveOut:
		if r := &p.rows[p.Selected]; r.No == "" {
			r.Out, r.wakes = !r.Out, false
		}
		p.Move(keymap.Down, len(p.rows), m.Height()/2)
	case keymap.Submit:
		var edits []tasks.Edit
		for i := range p.rows {
			if p.rows[i].Chosen() {
				edits = append(edits, p.rows[i].Edit)
			}
		}
		if len(edits) == 0 {
			m.Warn("Nothing is chosen: " + m.KeyOf(keymap.LeaveOut) + " takes one in")
			return nil
		}
		m.ToBoard()
		if why := m.WhyNotNow(); why != "" {
			m.Warn("Not restored: " + why)
			return nil
		}
		return m.SubmitAll(edits, "restored")
	default:
		p.Move(a, len(p.rows), m.Height()/2)
	}
	return nil
}

// Overlay lists what is restored, and what is not and why.
func (p *restoring) Overlay() view.Overlay {
	n := 0
	for i := range p.rows {
		if p.rows[i].Chosen() {
			n++
		}
	}
	out := p.Show(p.m, n, len(p.rows), map[keymap.Action]string{
		keymap.LeaveOut: host.LeaveWord(p.rows[p.Selected].Out), keymap.Back: "leave all",
	})
	for i := range p.rows {
		r, t := &p.rows[i], p.rows[i].of.Task
		out.Items = append(out.Items, view.Choice{
			Label: safetext.Subject(t.Subject), Note: r.Note(safetext.Short(t.Owner)), Right: safetext.Line(t.Name),
			State: phrase.State(stateOf(t)), Stated: true, Off: !r.Chosen(),
		})
	}
	switch r := &p.rows[p.Selected]; {
	case r.wakes:
		out.More = []view.Line{phrase.Line(phrase.Sentence(wakes), style.Warning)}
	case r.Chosen():
		out.More = []view.Line{phrase.Line("Its file gets every byte it had.", style.Dim)}
	}
	return out
}

// stateOf returns how a task that is gone stood by itself.
func stateOf(t *tasks.Task) board.State {
	switch {
	case t.Status.Finished():
		return board.Done
	case t.Status == tasks.InProgress:
		return board.Running
	case len(t.WaitsFor) > 0:
		return board.Waiting
	}
	return board.Ready
}

// exporting asks where copies of everything that was deleted are to be put.
type exporting struct {
	list *list
	host.Prompt
}

// Handle writes the copies, or goes back to the list.
func (x *exporting) Handle(a keymap.Action) tea.Cmd {
	m := x.list.m
	switch a {
	case keymap.Back:
		m.SetMode(x.list)
	case keymap.Submit:
		typed := strings.TrimSpace(x.Line.Value())
		switch {
		case x.Sent:
			return nil
		case typed == "":
			x.Err = "Name a directory"
			return nil
		}
		env := m.Finder().Env
		dir := typed
		if rest, home := strings.CutPrefix(dir, "~/"); home && env.Home != "" {
			dir = filepath.Join(env.Home, rest)
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(env.Cwd, dir)
		}
		var files []effects.File
		for _, d := range x.list.all {
			name := d.Task.Name
			if d.Task.List != "" {
				name = d.Task.List + "-" + name
			}
			files = append(files, effects.File{Name: name, Raw: d.Raw})
		}
		if m.Workspace().IsOpen(dir) {
			x.Err = "That is a task directory, where agents would take them for tasks"
			return nil
		}
		x.Sent, x.Err = true, ""
		return effects.Export(dir, m.Workspace().Place().Dir, files, host.Then2(func(n int, err error) tea.Cmd { return x.exported(dir, n, err) }))
	default:
		return x.Edit(a)
	}
	return nil
}

// Overlay returns the line.
func (x *exporting) Overlay() view.Overlay {
	n := len(x.list.all)
	title := fmt.Sprintf("Export %d deleted %s to", n, phrase.Plural(n, "task", "tasks"))
	return x.Form(x.list.m, title, "Directory", safetext.Const("made if it is not there; no file in it is overwritten"), "export")
}

// exported tells what became of an export. After a failure another directory can be named.
func (x *exporting) exported(dir string, n int, err error) tea.Cmd {
	m := x.list.m
	if x.Sent = false; err != nil {
		x.Err = phrase.Sentence(err.Error())
		if m.Mode() != host.Mode(x) {
			m.Fail("Not exported: " + err.Error())
		}
		return nil
	}
	if m.Mode() == host.Mode(x) {
		m.ToBoard()
	}
	m.Did(fmt.Sprintf("Exported %s to %s", phrase.Tasks(n), dir))
	return nil
}
