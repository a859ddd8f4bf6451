package panels

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

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

// problemList is the list of everything that is wrong with the directory.
type problemList struct {
	m        *Model
	findings []workspace.Finding
	known    bool      // the directory was examined
	on       tasks.Key // the card from which the list was opened: what is wrong with that is chosen
	host.List
	err string
}

// ShowProblems opens the list, and has the directory examined for it.
func (m *Model) ShowProblems() tea.Cmd {
	on, _ := m.Selected()
	m.SetMode(problemList{m: m, on: on})
	return m.examine()
}

func (problemList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.RepairScope, keymap.ListScope}
}

func (m *Model) examine() tea.Cmd {
	return m.OfDirectory(effects.Examine(m.Workspace(), host.Then2(m.examined)))
}

func (m *Model) repair(f workspace.Finding) tea.Cmd {
	d := m.Workspace()
	return m.Enqueue(effects.Repair(d, f, m.Me(), host.Then(func(err error) tea.Cmd { return m.repaired(d, f.Repair.What, err) })))
}

// examined takes what an examination found.
func (m *Model) examined(all []workspace.Finding, err error) tea.Cmd {
	mode, open := m.Mode().(problemList)
	if !open {
		return nil
	}
	if i := slices.IndexFunc(all, func(f workspace.Finding) bool { return slices.Contains(f.Files, mode.on) }); i >= 0 && !mode.known {
		mode.Selected = i
	}
	mode.known = true
	if err != nil {
		mode.err = err.Error()
	} else {
		m.counted.known, m.counted.counts = true, workspace.Count(all)
	}
	mode.findings = all
	mode.Selected = max(0, min(mode.Selected, len(mode.findings)-1))
	m.SetMode(mode)
	return nil
}

// repaired hears what became of a repair, and looks again.
func (m *Model) repaired(in *workspace.Workspace, what string, err error) tea.Cmd {
	m.StayOpen(err)
	if in != m.Workspace() {
		return nil
	}
	if mode, open := m.Mode().(problemList); open {
		mode.err = ""
		if err != nil {
			mode.err = notFixed(err)
		}
		m.SetMode(mode)
		return m.examine()
	}
	if err != nil {
		m.Warn(notFixed(err))
		return nil
	}
	m.Did("Fixed: " + what)
	return nil
}

func notFixed(err error) string {
	if half, is := errors.AsType[*workspace.Unfinished](err); is {
		return "Fixed, but " + half.But()
	}
	return "Not fixed: " + err.Error()
}

// Handle moves in the problems, goes to the card of one, or puts one right.
func (mode problemList) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch a {
	case keymap.Back:
		m.ToBoard()
		return nil
	case keymap.Choose:
		return m.goToTrouble(mode)
	case keymap.Repair:
		return m.mendChosen(mode)
	case keymap.Unlink, keymap.EditOutside, keymap.CopyID:
		return m.cureChosen(mode, a)
	}
	mode.Move(a, len(mode.findings), m.Height()/4)
	m.SetMode(mode)
	return nil
}

func (m *Model) goToTrouble(mode problemList) tea.Cmd {
	m.ToBoard()
	f, ok := mode.chosen()
	if !ok || len(f.Files) == 0 {
		return nil
	}
	if k := f.Files[0]; !m.Select(k) {
		m.Say(phrase.File(k) + " has no card")
	}
	return m.RefreshDetail()
}

// mendChosen repairs the chosen problem; what takes something away or changes what agents do next asks first.
func (m *Model) mendChosen(mode problemList) tea.Cmd {
	f, ok := mode.chosen()
	switch {
	case !ok:
		return nil
	case f.Repair == nil:
		mode.err = "No safe repair is known for this one"
		m.SetMode(mode)
		return nil
	case m.WhyNotNow() != "":
		mode.err = "Not fixed: " + m.WhyNotNow()
		m.SetMode(mode)
		return nil
	case f.Repair.Asks:
		m.askRepair(f, mode)
		return nil
	}
	return m.repair(f)
}

// canRepair reports whether a finding has a repair, and it may be made.
func (m *Model) canRepair(f workspace.Finding) bool { return f.Repair != nil && m.WhyNotNow() == "" }

func (mode problemList) chosen() (workspace.Finding, bool) {
	if mode.Selected < 0 || mode.Selected >= len(mode.findings) {
		return workspace.Finding{}, false
	}
	return mode.findings[mode.Selected], true
}

// askRepair asks before a repair that takes something away.
func (m *Model) askRepair(f workspace.Finding, back problemList) {
	m.SetMode(host.Question{
		Host: m, Yes: "repair", No: "leave it",
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

// Overlay is the list of everything that is wrong: before the directory was examined, of the files that could
// not be read.
func (mode problemList) Overlay() view.Overlay {
	m := mode.m
	v := &view.Problems{First: mode.First, Selected: mode.Selected, Keys: m.FooterKeys(), Busy: !mode.known}
	v.Error = safetext.Short(mode.err)
	if mode.known && len(mode.findings) > 0 {
		v.Tally = safetext.Line(countWords(workspace.Count(mode.findings)))
	}
	if !mode.known {
		for _, p := range m.Board().Problems() {
			v.Items = append(v.Items, view.Problem{
				File: safetext.Line(phrase.File(p.Key)), Why: whyLine(problemWords(p)), Danger: p.Kind != tasks.NotATask, State: view.Broken,
			})
		}
	}
	for i, f := range mode.findings {
		item := view.Problem{Why: whyLine(f.What), Danger: f.Severity == workspace.Severe, State: stateOf(&f)}
		switch f.Kind {
		case workspace.Looping:
			item.Why = m.way(f.Files)
		case workspace.Itself:
			item.Why = whyLine("it waits for itself")
		}
		if len(f.Files) > 0 {
			item.File = m.nameOf(f.Files[0])
		}
		switch n := len(f.Files); {
		case n == 2:
			item.File = item.File.Append(safetext.Const(" and "), m.nameOf(f.Files[1]))
		case n > 2:
			item.File = item.File.Append(safetext.Line(fmt.Sprintf(" and %d more", n-1)))
		}
		if i == mode.Selected {
			if files := m.filesOf(f); files != "" && (m.byHand(&f) || m.SeveralLists()) {
				item.More = append(item.More, phrase.Line(files, style.Dim))
			}
			item.More = append(item.More, phrase.Line(phrase.Sentence(f.Why)+".", style.Dim))
			switch {
			case m.canRepair(f):
				item.More = append(item.More, phrase.Line(m.KeyOf(keymap.Repair)+": "+f.Repair.What, style.Ready))
			case f.Hint != "":
				item.More = append(item.More, phrase.Line(phrase.Sentence(f.Hint), style.Dim))
			}
		}
		v.Items = append(v.Items, item)
	}
	if len(v.Items) == 0 {
		v.Selected = -1
		v.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Back: "close"}, mode.Scopes()...)
	}
	return v
}

// whyLine returns what is wrong, as a line of the list.
func whyLine(what string) view.Line {
	return view.Line{{Text: safetext.Short(phrase.Sentence(what)), Style: style.Dim}}
}

// way names the tasks of a loop, of which each waits for the one before it, as cards say what a task waits for; of a long
// one its two ends.
func (m *Model) way(loop []tasks.Key) view.Line {
	const most, end = 12, 5
	var words []string
	for _, k := range slices.Concat(loop, loop[:1]) {
		words = append(words, m.Board().ShortID(k))
	}
	slices.Reverse(words)
	if len(words) > most {
		words = slices.Concat(words[:end], []string{safetext.Ellipsis().String()}, words[len(words)-end:])
	}
	line := view.Line{phrase.Dim("In a loop: " + words[0])}
	for _, word := range words[1:] {
		line = append(line, view.Span{Text: safetext.Line(" " + m.Sheet().Glyphs.Left), Style: style.Danger}, phrase.Dim(" "+word))
	}
	return line
}

// stateOf returns the state whose sign a finding has on the board.
func stateOf(f *workspace.Finding) view.State {
	switch f.Kind {
	case workspace.Looping, workspace.Itself:
		return view.Stuck
	case workspace.Dangling:
		return view.Missing
	}
	return view.Broken
}

// nameOf returns what the board calls a file: the task in it, else its name.
func (m *Model) nameOf(k tasks.Key) safetext.Text {
	if t := m.Board().Task(k); t != nil {
		return safetext.Line(m.Board().ShortID(k)).Append(safetext.Spaces(1), safetext.Subject(t.Subject))
	}
	return safetext.Short(phrase.File(k))
}

// filesOf names the files of a finding that goes by the tasks in them, the first few.
func (m *Model) filesOf(f workspace.Finding) string {
	const most = 4
	var names []string
	for _, k := range f.Files[:min(len(f.Files), most)] {
		if m.Board().Task(k) != nil {
			names = append(names, phrase.File(k))
		}
	}
	return strings.Join(names, ", ")
}

// countWords spells how many findings of each severity there are: "1 error, 2 notes".
func countWords(c workspace.Counts) string {
	var words []string
	for _, of := range []struct {
		n    int
		word string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Notes, "note"}} {
		if of.n > 0 {
			words = append(words, strconv.Itoa(of.n)+" "+phrase.Plural(of.n, of.word, of.word+"s"))
		}
	}
	return strings.Join(words, ", ")
}

// problemWords returns what is wrong with a file, and where.
func problemWords(p tasks.Problem) string {
	if p.Line > 0 {
		return p.Text + " (line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Col) + ")"
	}
	return p.Text
}
