package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

const failsAll = ": its agents then fail to list any task of this folder"

// unseen says why the dialect's own agents cannot see the task, "" when they can. A status they do not know is told
// even where they do see the task: it will never be started.
func (sp *spec) unseen(f *file, t *tasks.Task, d *folder) string {
	if sp.traits.ReadOnly != "" {
		return ""
	}
	if f.BOM {
		return "its agents' JSON reader refuses a byte order mark"
	}
	if why := sp.unseenName(t, d); why != "" {
		return why
	}
	if why := sp.unseenKeys(f); why != "" {
		return why
	}
	if sp.reader.statuses && t.Status == tasks.Foreign {
		return "the status " + quoted(t.StatusText) + " is not one its agents know" + sp.then()
	}
	if sp.reader.stem && t.ID.Text != stemOf(t.Name) {
		return "its id is not its file's name" + sp.then()
	}
	if sp.reader.typed {
		return unseenTypes(f)
	}
	for _, k := range [...]key{keyWaits, keyBlocks} {
		m, ok := f.get(k)
		null := ok && m.Kind == jsonedit.KindNull
		switch {
		case !ok, m.Kind == jsonedit.KindArray, null && sp.takesNull(k):
		case null && sp.traits.NumericIDs:
			return "its " + quoted(f.spelled(k)) + " is null: its agents then fail to complete any task of this folder"
		default:
			return "its " + quoted(f.spelled(k)) + " is not a list: its agents fail on it"
		}
	}
	return ""
}

// then tells what a file that fails does to its listing.
func (sp *spec) then() string {
	if sp.reader.failsAll {
		return failsAll
	}
	return ": its agents skip the file"
}

func (sp *spec) unseenName(t *tasks.Task, d *folder) string {
	kind := kindOf(t.Name)
	if sp.reader.glob != globAll && kind&nameTask == 0 {
		return "its agents read only files named task_…"
	}
	switch {
	case sp.reader.glob == globTaskInt && !leadsWithInt(t.Name):
		return "its agents expect a number after task_ in the name" + failsAll
	case sp.reader.glob == globTask && kind&nameHex == 0 && d.hex > d.all-d.hex:
		return "the agents of this folder expect eight hex digits after task_ in the name" + failsAll
	}
	return ""
}

func (sp *spec) unseenKeys(f *file) string {
	for _, k := range sp.reader.need {
		if !f.hasSpelled(k) {
			return "the key " + quoted(keyNames[k]) + " is missing" + sp.then()
		}
	}
	for i, k := range f.codes {
		if sp.isSurplus(k) {
			return "the key " + quoted(f.Name(f.Object.Members()[i])) + " is one too many" + sp.then()
		}
	}
	return ""
}

// unseenTypes holds a file against Claude Code's schema.
func unseenTypes(f *file) string {
	const skip = ": its agents skip the file"
	if f.Loose {
		return "NaN and Infinity are not JSON" + skip
	}
	for _, want := range [...]struct {
		key  key
		kind jsonedit.Kind
		is   string
	}{
		{keyID, jsonedit.KindString, "a text"}, {keySubject, jsonedit.KindString, "a text"},
		{keyDescription, jsonedit.KindString, "a text"}, {keyStatus, jsonedit.KindString, "a text"},
		{keyActive, jsonedit.KindString, "a text"}, {keyOwner, jsonedit.KindString, "a text (its key must be absent when there is none)"},
		{keyBlocks, jsonedit.KindArray, "a list"}, {keyWaits, jsonedit.KindArray, "a list"},
		{keyMetadata, jsonedit.KindObject, "an object"},
	} {
		m, ok := f.get(want.key)
		if !ok {
			continue
		}
		if m.Kind != want.kind {
			return "its " + quoted(f.spelled(want.key)) + " is not " + want.is + skip
		}
		if want.kind != jsonedit.KindArray {
			continue
		}
		f.elems = f.Elems(f.elems[:0], m)
		for _, e := range f.elems {
			if e.Kind != jsonedit.KindString {
				return "its " + quoted(f.spelled(want.key)) + " holds more than texts" + skip
			}
		}
	}
	return ""
}
