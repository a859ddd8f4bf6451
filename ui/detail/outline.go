package detail

import (
	"strings"

	"sideboard/tasks/jsonedit"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// outlineFact returns a member of the file as a fact, a list or object with its contents below the name. It returns
// false for a member without contents: null, an empty text, list or object.
func outlineFact(name string, raw []byte) (f view.Fact, is bool) {
	lines, ok := jsonedit.Outline(raw)
	switch {
	case !ok:
		return phrase.Fact(name, string(raw)), true
	case len(lines) == 0 || len(lines) == 1 && lines[0].Name == "" && lines[0].Text == "":
		return view.Fact{}, false
	case len(lines) == 1 && lines[0].Depth == 0 && lines[0].Name == "":
		return phrase.Fact(name, lines[0].Text), true
	}
	f = phrase.Fact(strings.ReplaceAll(name, "_", " "), "")
	for _, l := range lines {
		line := view.FactLine{Depth: l.Depth, Item: l.Item, Name: safetext.Line(l.Name), Text: safetext.Line(l.Text),
			Style: style.Plain}
		if l.Remark {
			line.Style = style.Dim
		}
		f.Lines = append(f.Lines, line)
	}
	return f, true
}
