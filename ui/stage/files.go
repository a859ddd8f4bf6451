package stage

import (
	"bytes"
	"encoding/json"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// FileLine returns the line of the file of a task that shows what is told of it, empty where that is not known.
func (m *Model) FileLine(k tasks.Key) safetext.Text { return m.lines[k] }

// ReadFiles reads what the files of what is told hold now: a room is to see that they are files.
func (m *Model) ReadFiles() tea.Cmd {
	c := m.shownBeat()
	if c == nil || !m.Staged() || m.Height() < view.StageHeight {
		return nil
	}
	var cmds []tea.Cmd
	for _, file := range append([]string{c.File}, c.Also...) {
		if k := (tasks.Key{Name: file}); m.Board().Has(k) {
			took := func(doc tasks.Document, err error) tea.Cmd { return m.takeFile(c, k, doc, err) }
			cmds = append(cmds, m.OfDirectory(effects.Read(m.Workspace(), k, host.Then2(took))))
		}
	}
	return tea.Batch(cmds...)
}

// takeFile takes what a file holds.
func (m *Model) takeFile(c *demo.Caption, k tasks.Key, doc tasks.Document, err error) tea.Cmd {
	line := fileLine(c, k, doc, err)
	if c != m.shownBeat() || line == m.lines[k] {
		return nil
	}
	m.lines[k] = line
	m.BumpGeneration()
	m.Outdate()
	return nil
}

// breakOff is how much of half a file is shown, from its end.
const breakOff = 12

// fileLine returns the line of a file that shows what is told, as it stands there; of half a file where it breaks off.
func fileLine(c *demo.Caption, k tasks.Key, doc tasks.Document, err error) safetext.Text {
	if err != nil {
		end := []rune(strings.Join(strings.Fields(string(doc.Raw)), " "))
		return safetext.Line(k.Name + " breaks off: …" + string(end[max(len(end)-breakOff, 0):]))
	}
	for _, member := range doc.Members {
		if member.Name == c.Member {
			var value bytes.Buffer
			if json.Compact(&value, member.Raw) != nil {
				break
			}
			return safetext.Line(k.Name + " \"" + member.Name + "\": " + value.String())
		}
	}
	return safetext.Text{}
}

// changeTold returns the change of a task that a beat tells of. The files do not say who made it; and the newest that the board knows of
// is of others, behind which a person's stands.
func (m *Model) changeTold(c *demo.Caption, k tasks.Key) *view.Edit {
	e := m.ChangeOf(k)
	if e == nil || len(e.Fields) == 0 {
		return nil
	}
	who := c.Who
	if c.Press != demo.NoPress {
		who = m.Me()
		if now := m.Card(k).Subject; now == safetext.Line(c.Subject) {
			e.Fields = []view.Change{{Before: e.Fields[0].After, After: now}}
		}
	}
	if who != "" {
		e.Who, e.Hue = m.Owner(who)
	}
	return e
}
