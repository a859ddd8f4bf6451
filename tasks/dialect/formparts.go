package dialect

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// The parts of an inferred form: how its files are named, where they have links and owners, their words for a status,
// and what else keeps the tasks, so that none can be created or deleted. See infer.go.

// most returns the name that most files of the group have, "" for none; the first of several.
func (in *inference) most(names []string) string {
	best, most := "", 0
	for _, name := range names {
		n := 0
		for _, s := range in.group {
			if _, has := s.f.Get(name); has {
				n++
			}
		}
		if n > most && name != in.group[0].is.title {
			best, most = name, n
		}
	}
	return best
}

// naming returns the rule for names that more than half of the files of the group follow, and removes the others from
// the group: they are copies, and only shown. Without such a rule the group stays as it is.
func (in *inference) naming() naming {
	counts := map[string]int{}
	digitsOf := map[string]int{}
	for _, s := range in.group {
		stem, id := stemOf(s.name), s.idText()
		if prefix, ok := strings.CutSuffix(stem, id); ok && !endsInDigit(prefix) {
			counts[prefix]++
			continue
		}
		number, ok := whole(id)
		prefix := strings.TrimRight(stem, "0123456789")
		if padded := stem[len(prefix):]; ok && padded != "" {
			if n, _ := whole(padded); n == number {
				counts[prefix]++
				digitsOf[prefix] = len(padded)
			}
		}
	}
	best, most := "", 0
	for _, prefix := range slices.Sorted(maps.Keys(counts)) {
		if counts[prefix] > most {
			best, most = prefix, counts[prefix]
		}
	}
	rule := naming{prefix: best, digits: digitsOf[best]}
	follow := 0
	for _, s := range in.group {
		if rule.stem(s.idText()) == stemOf(s.name) {
			follow++
		}
	}
	if 2*follow <= len(in.group) {
		return naming{any: true}
	}
	in.group = slices.DeleteFunc(in.group, func(s sample) bool { return rule.stem(s.idText()) != stemOf(s.name) })
	return rule
}

func endsInDigit(s string) bool { return s != "" && digits(s[len(s)-1:]) }

// links finds the lists of links.
func (in *inference) links(f *inferredForm) {
	most := 0
	for _, at := range formWaits {
		n := 0
		for _, s := range in.group {
			if _, _, has := s.f.find(at); has {
				n++
			}
		}
		if n > most {
			f.waits, most = at, n
		}
	}
	if most == 0 {
		return
	}
	f.WaitsFor = f.waits.String()
	texts, numbers, others := 0, 0, 0 // elements of the lists
	mirrored := true                  // each file has both lists
	both := false                     // a link is in both
	blocks := map[string][]string{}
	for _, s := range in.group {
		list, m, _ := s.f.find(f.waits)
		for _, e := range list.Elems(nil, m) {
			switch e.Kind {
			case jsonedit.KindString:
				texts++
			case jsonedit.KindNumber:
				numbers++
			default:
				others++
			}
		}
		if m.Kind == jsonedit.KindString && list.String(m) != "" {
			others++
		}
		back, has := s.f.get(keyBlocks)
		mirrored = mirrored && has && back.Kind == jsonedit.KindArray && m.Kind == jsonedit.KindArray
		for _, id := range s.f.ids(back) {
			blocks[s.idText()] = append(blocks[s.idText()], id.Text)
		}
	}
	if others > texts+numbers {
		f.NoLinks = "the " + quoted(f.WaitsFor) + " of the files here has more than ids, which " + readWhole
	}
	f.texts = texts > numbers || texts == numbers && !f.numeric
	if !mirrored {
		return
	}
	for _, s := range in.group {
		list, m, _ := s.f.find(f.waits)
		for _, id := range list.ids(m) {
			both = both || slices.Contains(blocks[id.Text], s.idText())
		}
	}
	if both {
		f.Blocks = keyNames[keyBlocks]
	}
}

// owners finds out how the files say that a task has no owner.
func (in *inference) owners(f *inferredForm) {
	names, forms := map[string]bool{}, map[string]int{}
	for _, s := range in.group {
		if f.Owner == "" {
			break
		}
		m, has := s.f.Get(f.Owner)
		switch {
		case !has:
			forms[tasks.FormAbsent]++
		case s.f.isNobody(m):
			forms[string(jsonedit.Canonical(s.f.Raw(m)))]++
		default:
			names[s.f.wordOf(m)] = true
		}
	}
	f.Owners = len(names)
	most := 0
	for _, none := range slices.Sorted(maps.Keys(forms)) {
		if forms[none] > most {
			f.NoOwner, most = none, forms[none]
		}
	}
}

// families are the words that tools use together for pending, in progress and completed.
var families = [...][3]string{
	{"pending", "in_progress", "completed"}, {"todo", "in_progress", "done"}, {"todo", "doing", "done"},
	{"open", "in_progress", "closed"}, {"open", "in_progress", "done"},
}

// stateWords are the words that say one of the three states and nothing more, without separators, those of the
// families first.
var stateWords = [3][]string{
	{"pending", "todo", "open", "ready", "notstarted", "new", "queued", "planned", "unstarted", "backlog"},
	{"inprogress", "doing", "active", "running", "started", "working", "wip"},
	{"completed", "done", "closed", "complete", "finished", "resolved"},
}

// familyWords is how many of the stateWords of each state are in a family.
var familyWords = [3]int{3, 2, 3}

// words finds the words for the three states.
func (in *inference) words(f *inferredForm) {
	if f.boolean {
		f.Words = [3]string{"false", "", "true"}
		return
	}
	counts := map[string]int{}
	for _, s := range in.group {
		counts[s.f.textNamed(f.Status)]++
	}
	for state := range f.Words {
		best := func(a, b string) int {
			family := func(word string) int {
				if slices.Index(stateWords[state], plainWord(word)) < familyWords[state] {
					return 0
				}
				return 1
			}
			return cmp.Or(family(a)-family(b), counts[b]-counts[a], cmp.Compare(a, b))
		}
		for word := range counts {
			if slices.Contains(stateWords[state], plainWord(word)) {
				f.Shown[state] = append(f.Shown[state], word)
			}
		}
		slices.SortFunc(f.Shown[state], best)
		if len(f.Shown[state]) > 0 {
			f.Words[state] = f.Shown[state][0]
		}
	}
	in.choices(f, slices.Sorted(maps.Keys(counts)))
}

// choices finds, for each state that no file has, the words of the families that agree with the words of the states
// that files have; the state gets the first. all is the words in the files.
func (in *inference) choices(f *inferredForm, all []string) {
	how := styleOf(all)
	for state := range f.Words {
		if len(f.Shown[state]) > 0 {
			continue
		}
		for _, family := range families {
			fits := true
			for other, shown := range f.Shown {
				fits = fits && (len(shown) == 0 || plainWord(family[other]) == plainWord(shown[0]))
			}
			if word := how.write(family[state]); fits && word != "" && !slices.Contains(f.Choices[state], word) {
				f.Choices[state] = append(f.Choices[state], word)
			}
		}
		if len(f.Choices[state]) > 0 {
			f.Words[state] = f.Choices[state][0]
		}
	}
}

// plainWord returns a word in small letters without separators.
func plainWord(word string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
}

// wordStyle is how a directory writes words.
type wordStyle struct {
	upper, title bool
	separator    string
	separated    bool // a word shows the separator
}

// styleOf returns the style of the words in the files.
func styleOf(words []string) wordStyle {
	how := wordStyle{separator: "_", upper: len(words) > 0, title: len(words) > 0}
	for _, word := range words {
		how.upper = how.upper && word == strings.ToUpper(word)
		first := []rune(word + "a")[0]
		how.title = how.title && unicode.IsUpper(first)
		if i := strings.IndexAny(word, "_- "); i >= 0 && !how.separated {
			how.separator, how.separated = word[i:i+1], true
		}
	}
	how.title = how.title && !how.upper
	return how
}

// write returns a word of a family in the style of the directory, "" if that shows no separator where one is needed:
// where words begin with a capital, a space is as likely as an underscore.
func (how wordStyle) write(word string) string {
	parts := strings.Split(word, "_")
	if len(parts) > 1 && how.title && !how.separated {
		return ""
	}
	for i, part := range parts {
		switch {
		case how.upper:
			parts[i] = strings.ToUpper(part)
		case how.title:
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, how.separator)
}

// limits finds out whether tasks can be created and deleted: what else says which tasks there are, and what a new
// file would say.
func (in *inference) limits(f *inferredForm) {
	ids := map[string]bool{}
	for _, s := range in.group {
		ids[s.idText()], ids[stemOf(s.name)], ids[s.name] = true, true, true
	}
	if name, why := in.countedIn(ids); name != "" {
		f.NoNew, f.NoDelete = name+" "+why, name+" "+why
	}
	in.making = in.learn(f)
	if f.NoNew == "" {
		f.NoNew = in.making.why
	}
}

// countedIn returns a file next to the tasks or above them that says which tasks there are, and what it is; "" for
// none.
func (in *inference) countedIn(ids map[string]bool) (name, why string) {
	for _, name := range in.dir.Names {
		if why := keptBy(name); why != "" {
			return name, why
		}
	}
	for _, other := range in.others {
		if counts(other.raw, ids) {
			return other.name, "lists or counts these tasks too"
		}
	}
	for name, raw := range in.dir.Above {
		if why := keptBy(name); why != "" {
			return name, why
		}
		if counts(raw, ids) {
			return name, "lists or counts these tasks too"
		}
	}
	return "", ""
}

// keptBy returns what a file of this name is, if it is a journal or a database.
func keptBy(name string) string {
	if slices.Contains([]string{".highwatermark", ".next_id", "next_id", ".counter", "counter"}, name) {
		return "counts these tasks too"
	}
	for _, end := range [...]string{".ndjson", ".jsonl"} {
		if strings.HasSuffix(name, end) {
			return "is a journal, which would not know of it"
		}
	}
	for _, end := range [...]string{".db", ".sqlite", ".sqlite3"} {
		if strings.HasSuffix(name, end) {
			return "is a database, which would not know of it"
		}
	}
	return ""
}

// counts reports whether a file counts or lists tasks: it is a number alone, has a member for the next id, or names
// two ids.
func counts(raw []byte, ids map[string]bool) bool {
	if digits(string(bytes.TrimSpace(raw))) {
		return true
	}
	f, found := new(file), map[string]bool{}
	in, m := valueOf(raw)
	if m.Kind == 0 {
		return false
	}
	if f.parse(raw) == nil {
		for _, name := range [...]string{"next_id", "nextId", "last_id", "lastId", "counter"} {
			if _, has := f.Get(name); has {
				return true
			}
		}
	}
	in.collectIDs(m, ids, found)
	return len(found) > 1
}

// collectIDs collects the ids that a value names: elements of lists, keys of objects, and members that tools call an
// id.
func (f *file) collectIDs(m jsonedit.Member, ids, found map[string]bool) {
	note := func(text string) {
		if ids[text] {
			found[strings.TrimSuffix(text, ".json")] = true
		}
	}
	switch m.Kind {
	case jsonedit.KindArray:
		for _, e := range f.Elems(nil, m) {
			if e.Kind == jsonedit.KindObject || e.Kind == jsonedit.KindArray {
				in, inner := valueOf(f.Bytes(e))
				in.collectIDs(inner, ids, found)
				continue
			}
			note(f.elemID(e).Text)
		}
	case jsonedit.KindObject:
		in := f.object(m)
		for _, member := range in.Object.Members() {
			name := in.Key(member)
			note(name)
			if slices.Contains(formIDs[:], name) {
				note(in.wordOf(member))
			}
			in.collectIDs(member, ids, found)
		}
	}
}
