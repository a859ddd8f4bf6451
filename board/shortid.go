package board

import (
	"cmp"
	"slices"
	"strings"

	"sideboard/tasks"
)

// shortIDCounts counts the tasks that have a short form, by its hash: where two hashes collide the short id is longer
// than necessary.
type shortIDCounts struct{ count map[uint32]int32 }

// ShortID returns the shortest form of an id that no other task of its list has: "#2", "#0042", "#9f3c", or "#7_0042"
// where two ids have the same end. It returns the name of the file where no id is known.
func (x *table) ShortID(k tasks.Key) string { return x.ShortIDLike(k, "") }

// ShortIDLike returns the same, and was itself if that is equal: whoever asks again and again needs no new text.
func (x *table) ShortIDLike(k tasks.Key, was string) string {
	s := x.slotOf(k)
	if s < 0 {
		return ShortForm(stemOf(k.Name))
	}
	if x.slots[s].task == nil || x.slots[s].task.ID.Empty() {
		return stemOf(k.Name)
	}
	if x.shortIDs == nil {
		x.shortIDs = &shortIDCounts{count: map[uint32]int32{}}
		for i := range x.slots {
			if !x.slots[i].dead {
				x.shortIDs.add(x.slots[i].task, +1)
			}
		}
	}
	id := x.slots[s].task.ID.Text
	short := strings.TrimPrefix(id, "task_")
	for _, c := range shortForms(id) {
		if c != "" && x.shortIDs.count[hashStrings(k.List, c)] == 1 && !x.isWholeID(k.List, c) {
			short = c
			break
		}
	}
	if len(was) > 0 && was[1:] == short {
		return was
	}
	return "#" + short
}

// ShortForm returns the shortest form of an id, without regard to other ids.
func ShortForm(id string) string {
	return "#" + cmp.Or(shortForms(id)[0], strings.TrimPrefix(id, "task_"))
}

// isWholeID reports whether a text is the whole id of a task, as ShortID shows it.
func (x *table) isWholeID(list, text string) bool {
	for _, id := range [...]tasks.ID{{Text: text}, {Text: text, Num: true}, {Text: "task_" + text}} {
		if _, t := x.taskOfID(list, id); t != nil {
			return true
		}
	}
	return false
}

func (x *shortIDCounts) add(t *tasks.Task, by int32) {
	if x == nil || t == nil {
		return
	}
	for _, c := range shortForms(t.ID.Text) {
		if c == "" {
			continue
		}
		h := hashStrings(t.List, c)
		if x.count[h] += by; x.count[h] == 0 {
			delete(x.count, h)
		}
	}
}

// shortForms returns the short forms of an id, shortest first, some of them empty: for task_1778000037_0042 0042,
// 7_0042, 37_0042 and 0037_0042, for task_9f3c1a2b its beginnings. An id that is short already or counts parts (1_2)
// has none.
func shortForms(id string) (forms [4]string) {
	rest := strings.TrimPrefix(id, "task_")
	cut := strings.LastIndexAny(rest, "_-")
	tail := rest[cut+1:]
	switch {
	case isRandomHex(tail) && cut < 0:
		return [4]string{rest[:4], rest[:6]}
	case cut < 0 || tail == "":
		return forms
	}
	part := rest[strings.LastIndexAny(rest[:cut], "_-")+1 : cut]
	counted := strings.Trim(part, "0123456789") == ""
	if counted && len(part) < 5 && len(part) == cut {
		return forms
	}
	forms[0] = tail
	switch {
	case counted:
		for i, digits := range [...]int{1, 2, 4} {
			forms[i+1] = rest[cut-min(digits, len(part)):]
		}
	case len(part) < cut:
		forms[1] = rest[cut-len(part):]
	}
	return forms
}

// isRandomHex reports whether a part of an id is random hex, of which the beginning is enough.
func isRandomHex(s string) bool {
	return len(s) >= 8 && strings.Trim(s, "0123456789abcdef") == "" &&
		(len(s) == 8 || strings.Trim(s, "0123456789") != "")
}

// idMatches reports whether a typed text names an id: it is the whole id, its last part, perhaps with some digits
// before it (7_0042), or at least four characters of random hex.
func idMatches(id, typed string) bool {
	if strings.EqualFold(id, typed) {
		return true
	}
	rest := strings.TrimPrefix(id, "task_")
	if n := len(id) - len(typed); n > 0 && strings.EqualFold(id[n:], typed) &&
		(id[n-1] == '_' || id[n-1] == '-' || strings.ContainsAny(typed, "_-") && !cutsCount(id, n, len(rest))) {
		return true
	}
	return len(typed) >= 4 && len(rest) > len(typed) && isRandomHex(rest) && strings.EqualFold(rest[:len(typed)], typed)
}

// hashStrings returns the FNV-1a hash of strings.
func hashStrings(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ 0xff) * 16777619
	}
	return h
}

// suggestID returns a sentence that suggests another id in place of one that no task has, "" if none is similar.
func (cs *cards) suggestID(t *tasks.Task, id tasks.ID) string {
	if !t.Traits.ChosenIDs {
		return "" // nobody types an id that is counted or random
	}
	var all []tasks.ID
	for c := range Columns {
		for s := range cs.columns[c].each {
			if o := cs.slots[s].task; o != nil && o.List == t.List && o != t {
				all = append(all, o.ID)
			}
		}
	}
	if right, ok := tasks.Nearest(id, all); ok {
		return " Did you mean " + right.Text + "?"
	}
	return ""
}

// SimilarIDs returns the tasks whose ids are similar to one, the most similar first.
func (cs *cards) SimilarIDs(list string, id tasks.ID, limit int) []tasks.Key {
	type near struct {
		key  tasks.Key
		away int
	}
	var all []near
	most := 1 + len(id.Text)/6
	for _, t := range cs.records() {
		if t.List != list || cs.isHidden(t) {
			continue
		}
		if d := tasks.EditDistance(t.ID.Text, id.Text, most+1); d <= most {
			all = append(all, near{t.Key, d})
		}
	}
	slices.SortFunc(all, func(x, y near) int { return cmp.Or(cmp.Compare(x.away, y.away), x.key.Compare(y.key)) })
	var keys []tasks.Key
	for _, n := range all[:min(limit, len(all))] {
		keys = append(keys, n.key)
	}
	return keys
}

// cutsCount reports whether an index of an id is inside a number that counts tasks, such as 12 in IMPL-12: part of the
// number is the id of another task. Such a number has at most three digits or is the whole id; others are times or
// random.
func cutsCount(id string, at, whole int) bool {
	const digits = "0123456789"
	from, to := len(strings.TrimRight(id[:at], digits)), len(id)-len(strings.TrimLeft(id[at:], digits))
	return from < at && at < to && (to-from < 4 || to-from == whole)
}
