package dialect

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// alikeFiles is how many files must have the same value of a member for a new file to have it too.
const alikeFiles = 5

// learn returns how a new file is made, by all files of the form; the newest is the last.
func (in *inference) learn(f *inferredForm) making {
	k := making{fill: map[string][]byte{}, times: map[string]bool{}, layout: in.group[len(in.group)-1].f}
	k.ids = in.idStyle(f)
	switch {
	case f.naming.any:
		k.why = "the files here are named by no rule that is known"
	case f.Word(tasks.Pending) == "":
		k.why = "no file here shows the word for pending"
	case k.ids == idStyle{}:
		k.why = "the ids here follow no rule that is known"
	case f.Owner != "" && f.NoOwner == "":
		k.why = "no file here shows how nobody is written"
	}
	for _, m := range k.layout.Object.Members() {
		if name := k.layout.Key(m); k.why == "" && !k.knows(in, f, name) {
			k.why = "nobody can know what " + quoted(name) + " should be"
		}
	}
	return k
}

// knows finds out what a new file has for a member of the newest file, and reports whether that is known.
func (k *making) knows(in *inference, f *inferredForm, name string) bool {
	if f.waits.outer != keyOther && name == keyNames[f.waits.outer] {
		return k.holdsOnlyLinks(in, f)
	}
	if f.understands(name) {
		return true
	}
	newest, _ := k.layout.Get(name)
	had, same, times := 0, true, timeForm(k.layout, newest) != ""
	var empty []byte
	for _, s := range in.group {
		m, has := s.f.Get(name)
		if !has {
			continue
		}
		had++
		raw := jsonedit.Canonical(s.f.Raw(m))
		same = same && bytes.Equal(raw, jsonedit.Canonical(k.layout.Raw(newest)))
		times = times && timeForm(s.f, m) == timeForm(k.layout, newest)
		if isEmptyLike(newest.Kind, raw) {
			empty = raw
		}
	}
	switch {
	case isTimeName(name) && times:
		k.times[name] = true
	case same && had == len(in.group) && had >= alikeFiles:
		k.fill[name] = k.layout.Raw(newest)
	case empty != nil:
		k.fill[name] = empty
	default:
		return false
	}
	return true
}

// holdsOnlyLinks reports whether the object with the list of links has nothing else in any file.
func (k *making) holdsOnlyLinks(in *inference, f *inferredForm) bool {
	for _, s := range in.group {
		if outer := s.f.inner(f.waits.outer); len(outer.Object.Members()) > 1 {
			return false
		}
	}
	return true
}

// isEmptyLike reports whether a value is the empty one for a member that holds values of a kind.
func isEmptyLike(kind jsonedit.Kind, raw []byte) bool {
	switch kind {
	case jsonedit.KindArray:
		return string(raw) == "[]"
	case jsonedit.KindObject:
		return string(raw) == "{}"
	case jsonedit.KindString, jsonedit.KindNull:
		return string(raw) == `""` || string(raw) == "null"
	}
	return false
}

// isTimeName reports whether a member says when a file was created or changed.
func isTimeName(name string) bool {
	plain := plainWord(name)
	endings := []string{"", "at", "on", "date", "time"}
	return slices.ContainsFunc([]string{"created", "updated", "modified", "changed"}, func(verb string) bool {
		rest, ok := strings.CutPrefix(plain, verb)
		return ok && slices.Contains(endings, rest)
	})
}

// year2000 is a time before all tasks: a smaller number is none.
const year2000 = 946_684_800 * int64(time.Second)

// timeForm returns the form of a time: its text with 0 for each digit, without a fraction; "" if it is none.
func timeForm(f *file, m jsonedit.Member) string {
	zeros := func(s string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return '0'
			}
			return r
		}, s)
	}
	switch m.Kind {
	case jsonedit.KindNumber:
		whole, fraction, has := strings.Cut(string(f.Raw(m)), ".")
		if numberTime(string(f.Raw(m))) < year2000 || strings.Trim(fraction, "0123456789") != "" {
			return "" // no time, or no plain number
		}
		return fmt.Sprint(zeros(whole), has)
	case jsonedit.KindString:
		text := f.String(m)
		if _, err := time.Parse(time.DateOnly, text); err == nil {
			return time.DateOnly
		}
		if _, ok := isoTime(text); ok {
			head, tail, _ := strings.Cut(text, ".")
			return zeros(head) + strings.TrimLeft(zeros(tail), "0")
		}
	}
	return ""
}

// idStyle returns how the next id is found, the zero value for none.
func (in *inference) idStyle(f *inferredForm) (style idStyle) {
	counted, uuid, slugs := true, true, 0
	prefix, padded, widths := "", 0, map[int]bool{}
	for i, s := range in.group {
		id := s.idText()
		number := id[len(strings.TrimRight(id, "0123456789")):]
		head := strings.TrimSuffix(id, number)
		if i == 0 {
			prefix = head
		}
		counted = counted && number != "" && head == prefix && len(number) < 18
		widths[len(number)] = true
		if strings.HasPrefix(number, "0") && len(number) > 1 {
			padded = len(number)
		}
		uuid = uuid && isUUID(id)
		if id == slugOf(s.f.textNamed(s.is.title)) {
			slugs++ // titles change, and ids stay
		}
	}
	for width := range widths { // among numbers with zeros before them none is shorter
		counted = counted && width >= padded
	}
	switch {
	case uuid:
		return idStyle{uuid: true}
	case counted:
		return idStyle{counted: true, prefix: prefix, digits: padded}
	case 2*slugs > len(in.group):
		return idStyle{slug: true}
	}
	return idStyle{}
}

// isUUID reports whether an id is a UUID in small letters.
func isUUID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, r := range id {
		switch i {
		case 8, 13, 18, 23:
			if r != '-' {
				return false
			}
		default:
			if !strings.ContainsRune("0123456789abcdef", r) {
				return false
			}
		}
	}
	return true
}

// slugOf returns a title in small letters and digits, with one hyphen for each run of other characters between them.
func slugOf(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}

// next returns the id of a new task, "" if its title has nothing to make one of.
func (k *making) next(title string, w World, rnd func(n int) int) (id string) {
	switch {
	case k.ids.uuid:
		four := func() int { return rnd(1 << 16) } // hex digits; the fixed ones say that the UUID is random
		return fmt.Sprintf("%04x%04x-%04x-4%03x-%04x-%04x%04x%04x",
			four(), four(), four(), four()>>4, 0x8000|four()>>2, four(), four(), four())
	case k.ids.slug:
		id = slugOf(title)
		taken := map[string]bool{}
		w.Each(func(t *tasks.Task) bool { taken[t.ID.Text] = true; return true })
		for n, base := 2, id; taken[id]; n++ {
			id = fmt.Sprintf("%s-%d", base, n)
		}
		return id
	}
	var top uint64
	w.Each(func(t *tasks.Task) bool {
		if rest, ok := strings.CutPrefix(t.ID.Text, k.ids.prefix); ok {
			n, _ := whole(rest)
			top = max(top, n)
		}
		return true
	})
	return k.ids.prefix + fmt.Sprintf("%0*d", k.ids.digits, top+1)
}

// createForm returns the name and the bytes of a new file of an inferred form: the members of the newest file, in its
// order and layout.
func (c *Codec) createForm(
	sp *spec, d tasks.Draft, w World, at time.Time, rnd func(n int) int,
) (name string, raw []byte, err error) {
	k, fm := c.making.Load(), sp.form
	if why := fm.NoNew; why != "" {
		return "", nil, &RefusedError{Why: why}
	}
	switch {
	case fm.NoLinks != "" && len(d.WaitsFor) > 0:
		return "", nil, &RefusedError{Why: fm.NoLinks}
	case fm.WaitsFor == "" && len(d.WaitsFor) > 0:
		return "", nil, &RefusedError{Why: "no file here names what a task waits for"}
	case fm.Description == "" && d.Description != "":
		return "", nil, &RefusedError{Why: "files of this form keep no description"}
	}
	n := draft{codec: c, sp: sp, d: d, at: at, layout: jsonedit.Indented(c.habits.escapes(sp))}
	n.layout = n.layoutLike(k.layout)
	id := k.next(d.Subject, w, rnd)
	if id == "" {
		return "", nil, &RefusedError{Why: "its title has no letters for an id"}
	}
	var pairs []jsonedit.Pair
	for _, m := range k.layout.Object.Members() {
		key := k.layout.Key(m)
		if value := n.formValue(k, key, m, tasks.ID{Text: id, Num: fm.numeric}); value != nil {
			pairs = append(pairs, jsonedit.Pair{Key: key, Raw: value})
		}
	}
	owned := slices.ContainsFunc(pairs, func(p jsonedit.Pair) bool { return p.Key == fm.Owner })
	if d.Owner != "" && fm.Owner != "" && !owned {
		pairs = append(pairs, jsonedit.Pair{Key: fm.Owner, Raw: n.quote(d.Owner)})
	}
	return fm.naming.stem(id) + ".json", n.layout.Object(pairs), nil
}

// formValue returns the JSON text of a member of a new file, nil for none.
func (n *draft) formValue(k *making, name string, m jsonedit.Member, id tasks.ID) []byte {
	fm := n.sp.form
	switch name {
	case fm.ID:
		return idRaw(id, n.layout.Escapes)
	case fm.Subject:
		return n.quote(n.d.Subject)
	case fm.Description:
		return n.quote(n.d.Description)
	case fm.Status:
		if fm.boolean {
			return []byte(fm.Word(tasks.Pending))
		}
		return n.quote(fm.Word(tasks.Pending))
	case fm.Owner:
		switch {
		case n.d.Owner != "":
			return n.quote(n.d.Owner)
		case fm.NoOwner == tasks.FormAbsent:
			return nil
		}
		return []byte(fm.NoOwner)
	case fm.Blocks:
		return []byte("[]")
	}
	switch {
	case fm.waits.outer == keyOther && name == fm.waits.name:
		return n.formList(n.layout)
	case fm.waits.outer != keyOther && name == keyNames[fm.waits.outer]:
		in := nestedLayout(n.layout, 1)
		return in.Object([]jsonedit.Pair{{Key: fm.waits.name, Raw: n.formList(in)}})
	case k.times[name]:
		return formTime(k.layout, m, n.at)
	}
	return k.fill[name]
}

// formList returns the list of what a new task waits for.
func (n *draft) formList(l jsonedit.Layout) []byte {
	var elems [][]byte
	for _, id := range n.d.WaitsFor {
		id.Num = !n.sp.form.texts
		elems = append(elems, idRaw(id, n.layout.Escapes))
	}
	return l.Array(elems...)
}

// formTime returns a time in the form of a sample.
func formTime(f *file, m jsonedit.Member, at time.Time) []byte {
	if timeForm(f, m) == time.DateOnly {
		return jsonedit.Quote(at.Format(time.DateOnly), jsonedit.Raw)
	}
	return timeLike(f.Raw(m), at)
}
