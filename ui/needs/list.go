package needs

import (
	"cmp"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// needList is the list of what needs a person, followed by what else the doctor finds.
type needList struct {
	m        *Model
	findings []doctor.Finding
	examined bool      // the directory was examined
	from     tasks.Key // the task it was opened from, whose row is selected until the person moves
	host.List
	at  rowID // the selected row, which other rows may move
	err string
}

// row is something that needs a person, with the doctor's finding about it, or another finding of the doctor.
type row struct {
	need    *board.Need     // nil for a finding that needs nobody
	finding *doctor.Finding // nil if the doctor found nothing
}

// rowID identifies a row.
type rowID struct {
	key  tasks.Key
	what string
}

func (r row) id() rowID {
	if r.need != nil {
		return rowID{r.need.Key, r.need.Who + r.need.Reason()}
	}
	return rowID{r.finding.Files[0], r.finding.What}
}

// findingsOf holds the kinds of findings that explain a need; nil means any kind.
var findingsOf = map[board.NeedKind][]doctor.Kind{
	board.InLoop: {doctor.Loop, doctor.SelfLink}, board.BlockerMissing: {doctor.MissingBlocker},
	board.StatusUnknown:   {doctor.UnknownStatus},
	board.WorktreeMissing: {doctor.LostWorktree}, board.FileBroken: nil, board.FileWrong: nil,
}

// rows returns the rows, and keeps the selected one.
func (v *needList) rows() []row {
	about := map[tasks.Key][]int{}
	for i, f := range v.findings {
		for _, k := range f.Files {
			about[k] = append(about[k], i)
		}
	}
	var all []row
	used := map[int]bool{} // findings that belong to a need
	for _, n := range v.m.List() {
		r := row{need: &n}
		kinds, of := findingsOf[n.Kind]
		for _, i := range about[n.Key] {
			f := &v.findings[i]
			if of && !used[i] && (kinds == nil || slices.Contains(kinds, f.Kind)) &&
				(n.Kind != board.FileWrong || f.What == n.Reason()) {
				r.finding, used[i] = f, true
				break
			}
		}
		all = append(all, r)
	}
	for i := range v.findings {
		if !used[i] {
			all = append(all, row{finding: &v.findings[i]})
		}
	}
	v.Selected = max(0, min(v.Selected, len(all)-1))
	if len(all) == 0 {
		return nil
	}
	if v.at != all[v.Selected].id() {
		if i := slices.IndexFunc(all, func(r row) bool { return r.id() == v.at }); i >= 0 {
			v.Selected = i
		}
	}
	v.at = all[v.Selected].id()
	return all
}

// Open opens the list, and examines the directory.
func (m *Model) Open() tea.Cmd {
	v := &needList{m: m}
	v.from, _ = m.Selected()
	v.selectTask(v.from)
	m.SetMode(v)
	return m.examine()
}

// selectTask selects the first row about a task.
func (v *needList) selectTask(k tasks.Key) {
	for i, r := range v.rows() {
		if k.Name != "" && (r.need != nil && r.need.Key == k || r.finding != nil &&
			slices.Contains(r.finding.Files, k)) {
			v.Selected, v.at = i, r.id()
			return
		}
	}
}

// Scopes returns the keys of the list.
func (*needList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.RepairScope, keymap.ListScope}
}

func (m *Model) examine() tea.Cmd {
	return m.OfDirectory(effects.Examine(m.Workspace, host.OnResult2(m.examined)))
}

func (m *Model) repair(f doctor.Finding) tea.Cmd {
	d := m.Workspace
	return m.Enqueue(effects.Repair(d, f, m.Me, host.OnResult(func(err error) tea.Cmd {
		return m.repaired(d, f.Repair.What, err)
	})))
}

// examined shows the result of an examination.
func (m *Model) examined(all []doctor.Finding, err error) tea.Cmd {
	v, open := m.Mode().(*needList)
	if !open {
		return nil
	}
	first := !v.examined
	v.examined = true
	v.setFindings(all)
	if err != nil {
		v.err = err.Error()
	} else {
		m.setFindings(all)
	}
	if first && v.at.key != v.from {
		v.selectTask(v.from)
	}
	return nil
}

// repaired shows the result of a repair, and examines the directory again.
func (m *Model) repaired(in *workspace.Workspace, what string, err error) tea.Cmd {
	m.StayOpen(err)
	if in != m.Workspace {
		return nil
	}
	if v, open := m.Mode().(*needList); open {
		v.err = ""
		if err != nil {
			v.err = notFixed(err)
		}
		return m.examine()
	}
	if err != nil {
		m.Warn(notFixed(err))
		return nil
	}
	m.Success("Fixed: " + what)
	return nil
}

func notFixed(err error) string {
	if half, ok := errors.AsType[*store.UnfinishedError](err); ok {
		return "Fixed, but " + half.Reasons()
	}
	return "Not fixed: " + err.Error()
}

// Handle moves in the list, goes to the card of a row, repairs it, or does there what helps.
func (v *needList) Handle(a keymap.Action) tea.Cmd {
	m, all := v.m, v.rows()
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.Choose:
		return m.goToRow(v)
	case keymap.Repair:
		return m.repairChosen(v)
	default:
		if slices.Contains(helpActions, a) {
			return m.helpChosen(v, a)
		}
		v.Move(a, len(all), m.Height/4)
		if len(all) > 0 {
			v.at, v.from = all[v.Selected].id(), tasks.Key{}
		}
	}
	return nil
}

func (m *Model) goToRow(v *needList) tea.Cmd {
	r, ok := v.chosen()
	m.ToBoard()
	if k := r.key(); ok && !m.Select(k) {
		m.Info(cmp.Or(phrase.File(k), "It") + " has no card")
	} else if r.need != nil && r.need.Kind == board.ToReview && !m.Detail.Open() {
		return m.Act(keymap.OpenDetail)
	}
	return nil
}

// repairChosen repairs the chosen row. A repair that removes something or changes what agents do next is confirmed
// first.
func (m *Model) repairChosen(v *needList) tea.Cmd {
	r, ok := v.chosen()
	switch {
	case !ok:
		return nil
	case r.finding == nil || r.finding.Repair == nil:
		v.err = "No safe repair is known for this one"
	case m.WhyNotNow() != "":
		v.err = "Not fixed: " + m.WhyNotNow()
	case r.finding.Repair.Asks:
		m.askRepair(*r.finding, v)
	default:
		return m.repair(*r.finding)
	}
	return nil
}

// canRepair reports whether a finding has a repair that can be made now.
func (m *Model) canRepair(f *doctor.Finding) bool {
	return f != nil && f.Repair != nil && m.WhyNotNow() == ""
}

func (v *needList) chosen() (row, bool) {
	if all := v.rows(); len(all) > 0 {
		return all[v.Selected], true
	}
	return row{}, false
}

// key returns the file that a row is about, the zero Key for an agent without a task.
func (r row) key() tasks.Key {
	switch {
	case r.need != nil:
		return r.need.Key
	case r.finding != nil:
		return r.finding.Files[0]
	}
	return tasks.Key{}
}

// askRepair asks for confirmation of a repair.
func (m *Model) askRepair(f doctor.Finding, back *needList) {
	m.SetMode(host.Question{
		Screen: &m.Screen, Yes: "repair", No: "leave it",
		Words: func() view.Confirm {
			return view.Confirm{
				Question: safetext.Short(phrase.Sentence(f.Repair.What) + "?"),
				Detail:   []view.Line{phrase.Line(f.What, style.Plain), phrase.Line(f.Why, style.Dim)},
			}
		},
		Decided: func(yes bool) tea.Cmd {
			m.SetMode(back)
			if !yes {
				return nil
			}
			return m.repair(f)
		},
	})
}
