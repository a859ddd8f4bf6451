package detail

import (
	"path/filepath"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// containerFacts returns what a task is a part of, and its parts.
func (m *Model) containerFacts(k tasks.Key) (fs []view.Fact) {
	if whole, ok := m.Board.Parent(k); ok {
		fs = append(fs, phrase.Fact("part of", m.named(whole)))
	}
	var parts []string
	for _, p := range m.Board.Children(k) {
		parts = append(parts, m.named(p))
	}
	if len(parts) > 0 {
		fs = append(fs, phrase.Fact("parts", strings.Join(parts, "; ")))
	}
	return fs
}

// named returns the short id and the subject of a task.
func (m *Model) named(k tasks.Key) string {
	name := m.Board.ShortID(k)
	if t := m.Board.Task(k); t != nil {
		name += " " + t.Subject
	}
	return name
}

// longFact is the length, in bytes, up to which several values share a line.
const longFact = 48

// factOf returns a fact that only some dialects have. If it was inherited, it says from where.
func factOf(f tasks.Fact) view.Fact {
	text := strings.Join(f.Values, "; ")
	if len(text) > longFact && len(f.Values) > 1 {
		out := phrase.Fact(f.Name, "")
		if f.From != "" {
			out = phrase.Fact(f.Name+" from "+f.From, "")
		}
		for _, v := range f.Values {
			out.Lines = append(out.Lines,
				view.FactLine{Depth: 1, Item: true, Text: safetext.Line(v), Style: style.Plain})
		}
		return out
	}
	switch {
	case f.From != "" && text != "":
		text = "from " + f.From + ": " + text
	case f.From != "":
		text = "from " + f.From
	}
	return phrase.Fact(f.Name, text)
}

// shortPath returns a path from the first directory with a dot before its name on: .tasks/task_1.json.
func shortPath(path string) string {
	dir := filepath.Dir(path)
	if i := strings.Index(dir, "/."); i >= 0 && filepath.IsAbs(path) {
		return path[i+1:]
	}
	return path
}

// writtenAgo returns how long ago the file of a task was written.
func (m *Model) writtenAgo(t *tasks.Task) safetext.Text {
	age := m.Now.Sub(t.Stamp.Time())
	switch {
	case t.Stamp.Mtime == 0 || age < 0:
		return safetext.Text{}
	case age < time.Minute:
		return safetext.Const("written just now")
	}
	return safetext.Line("written " + phrase.Age(age) + " ago")
}
