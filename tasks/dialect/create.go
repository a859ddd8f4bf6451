package dialect

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// maker is the dialect that a new task is written in: that of the directory, if it has a rule for new tasks, else that
// of most tasks which has one. A new task is always like some other, but for the first of a directory whose path and
// names hint at its dialect. Nothing says what a new one holds of a key that all others have and their dialect does not
// know; without it, it would make the key one too many in all of them. The error is a *Refused.
func (b *Codec) maker(w World) (*spec, error) {
	var counts [dialects]int
	files, sets := 0, map[*tasks.Keys]bool{}
	w.Each(func(t *tasks.Task) bool {
		counts[specOf(t.Traits).index()]++
		sets[t.Surplus()] = true
		files++
		return true
	})
	best := b.own()
	if why := best.traits.ReadOnly; why != "" {
		return nil, &Refused{Why: why}
	}
	if own := tasks.OwnKeys(maps.Keys(sets), files); best.traits.FixedKeys && len(own) > 0 {
		return nil, &Refused{Why: "every file here has the key " + quoted(own[0]) + ", and no design known here says what a new one has there"}
	}
	switch {
	case files == 0 && b.folder.Load().named > 0 && !b.workflow:
		return nil, &Refused{Why: "no task here can be read, so that nothing says how a new one is written"}
	case files == 0 || best.ids != noRule && counts[best.index()] > 0:
		return best, nil
	}
	most := 0
	for i, sp := range specs() {
		if counts[i] > most && sp.ids != noRule {
			best, most = sp, counts[i]
		}
	}
	switch {
	case most > 0:
		return best, nil
	case b.workflow:
		return b.hinted(), nil
	}
	return nil, &Refused{Why: readOnlyUnknown}
}

// Create gives the name and the bytes of a new task in the directory's dialect, in the layout of sib, the newest
// sibling's bytes (nil when there is none). mark is the number in .highwatermark, 0 without one. rnd gives a random
// number in [0,n). When the name turns out to be taken, call AddName and try again. The error is a *Refused.
func (b *Codec) Create(d tasks.Draft, sib []byte, w World, mark uint64, at time.Time, rnd func(n int) int) (name string, raw []byte, err error) {
	sp, err := b.maker(w)
	if err != nil {
		return "", nil, err
	}
	if sp.flow != nil {
		n := draft{codec: b, sp: sp, d: d, at: at, layout: jsonedit.Indented(b.habits.escapes(sp))}
		return b.createFlow(&n, sib, w)
	}
	stem, id := b.newID(sp, w, mark, at, rnd)
	f := b.open()
	defer b.done(f)
	like := sib != nil && f.parse(sib) == nil && f.alike(sp)
	n := draft{codec: b, sp: sp, d: d, at: at, id: id, layout: jsonedit.Indented(b.habits.escapes(sp))}
	order := sp.order
	if like {
		n.like = f
		n.layout = n.layoutLike(f)
		order = f.orderFor(sp)
	}
	if d.Metadata != nil && !slices.Contains(order, keyMetadata) {
		order = append(slices.Clip(order), keyMetadata)
	}
	var pairs []jsonedit.Pair
	for _, k := range order {
		if value := n.value(k); value != nil {
			pairs = append(pairs, jsonedit.Pair{Key: keyNames[k], Raw: value})
		}
	}
	return stem + ".json", n.layout.Object(pairs), nil
}

// alike reports whether a sibling's shape can be copied: the same kind of id and a name for the list that this dialect reads.
func (f *file) alike(sp *spec) bool {
	m, ok := f.get(keyID)
	if !ok || (m.Kind == jsonedit.KindNumber) != sp.traits.NumericIDs || !f.has(keySubject) {
		return false
	}
	return !f.has(keyWaits) || sp.traits.NumericIDs || slices.Contains(sp.order, f.codes[f.at[keyWaits]-1])
}

// orderFor is the sibling's order of keys, without those its dialect does not know, and with the ones it lacks and the
// dialect needs, each behind the key it follows in the dialect.
func (f *file) orderFor(sp *spec) []key {
	var order []key
	for i, k := range f.codes {
		if k != keyOther && f.at[k.meaning()] == int32(i)+1 && !sp.isSurplus(k) && copied(k) {
			order = append(order, k)
		}
	}
	for i, k := range sp.order {
		if f.has(k) || k == keyWorktree || k == keyMetadata || k.meaning() == keyCreated || k.meaning() == keyUpdated {
			continue
		}
		order = insertBehind(order, sp.order[:i], k)
	}
	return order
}

// copied reports whether a new task gets this key when its sibling has it.
func copied(k key) bool { return k.meaning() <= keyMetadata }

// insertBehind puts k behind the last key of before that is in order, or first.
func insertBehind(order, before []key, k key) []key {
	at := 0
	for i, have := range order {
		for _, b := range before {
			if b.meaning() == have.meaning() {
				at = i + 1
			}
		}
	}
	return append(order[:at:at], append([]key{k}, order[at:]...)...)
}

// draft is one task being written.
type draft struct {
	codec  *Codec
	sp     *spec
	d      tasks.Draft
	at     time.Time
	id     tasks.ID
	like   *file // the sibling whose shape is copied, nil for the dialect's own
	layout jsonedit.Layout
}

// layoutLike is the sibling's layout. Its encoding is not copied: escapes are right in all of them.
func (n *draft) layoutLike(f *file) jsonedit.Layout {
	l := f.Layout()
	switch {
	case f.Encoding != jsonedit.UTF8:
		l.Escapes = jsonedit.ASCII
	case l.Escapes == jsonedit.UnknownEscapes:
		l.Escapes = n.layout.Escapes
	}
	return l
}

// value is the JSON text of a key, nil when the new task does not have it.
func (n *draft) value(k key) []byte {
	optional := slices.Contains(n.sp.option, k)
	switch k.meaning() {
	case keyID:
		return idRaw(n.id, n.layout.Escapes)
	case keySubject:
		return n.quote(n.d.Subject)
	case keyDescription:
		return n.quote(n.d.Description)
	case keyStatus:
		return n.quote(tasks.Pending.String())
	case keyOwner:
		return n.owner()
	case keyActive:
		text := n.d.ActiveForm
		switch {
		case text == "" && optional:
			return nil
		case text == "":
			text = "Working on: " + n.d.Subject
		}
		return n.quote(text)
	case keyWaits:
		return n.list(n.d.WaitsFor)
	case keyBlocks:
		return []byte("[]")
	case keyWorktree:
		return n.nobody(keyWorktree)
	case keyCreated, keyUpdated:
		return n.time(k)
	case keyMetadata:
		if n.d.Metadata != nil {
			return n.layout.Value(n.d.Metadata)
		}
		if !slices.Contains(n.sp.order, k) {
			return nil // its sibling's own
		}
		return []byte("{}")
	}
	return nil
}

func (n *draft) quote(s string) []byte { return jsonedit.Quote(s, n.layout.Escapes) }

func (n *draft) owner() []byte {
	if n.d.Owner != "" {
		return n.quote(n.d.Owner)
	}
	if n.sp.none == noneAbsent {
		return nil
	}
	return n.nobody(keyOwner)
}

// nobody spells an owner or a worktree that is not there, as the sibling does, or its directory.
func (n *draft) nobody(k key) []byte {
	form := n.codec.habits.noneForm(n.sp)
	if n.like != nil {
		if m, ok := n.like.get(k); ok && m.Kind == jsonedit.KindNull {
			form = noneNull
		} else if ok && m.Kind == jsonedit.KindString && m.ValEnd-m.ValStart == 2 {
			form = noneEmpty
		}
	}
	if form == noneNull {
		return []byte("null")
	}
	return []byte(`""`)
}

// list writes ids once each, in the order they were given.
func (n *draft) list(ids []tasks.ID) []byte {
	var elems [][]byte
	seen := map[tasks.ID]bool{}
	for _, id := range ids {
		if !seen[id] {
			elems = append(elems, idRaw(id, n.layout.Escapes))
		}
		seen[id] = true
	}
	return n.layout.Array(elems...)
}

func (n *draft) time(k key) []byte {
	if n.like != nil {
		if m, ok := n.like.get(k); ok {
			return timeLike(n.like.Raw(m), n.at)
		}
	}
	return timeLike(nil, n.at)
}

// endings is how many endings an id of one second may have.
const endings = 10_000

// endingAfter returns a random ending, behind those of the tasks that were made in the same second: a plan stays in the order in which it
// was written.
func endingAfter(w World, second string, rnd func(int) int) int {
	last := -1
	w.Each(func(t *tasks.Task) bool {
		if ending, is := strings.CutPrefix(t.ID.Text, second); is {
			if n, ok := whole(ending); ok && n < endings {
				last = max(last, int(n))
			}
		}
		return true
	})
	switch room := endings - 1 - last; {
	case last < 0:
		return rnd(endings * 3 / 5) // which leaves room for a plan
	case room > 0:
		return last + 1 + rnd(min(room, 40))
	}
	return rnd(endings)
}

// newID makes the next id by the dialect's rule.
func (b *Codec) newID(sp *spec, w World, mark uint64, at time.Time, rnd func(int) int) (stem string, id tasks.ID) {
	rule := sp.ids
	if rule == taskClock && countsStems(w) {
		rule = taskStem
	}
	switch rule {
	case taskClock:
		stem = fmt.Sprintf("task_%d_%04d", at.Unix(), endingAfter(w, fmt.Sprintf("task_%d_", at.Unix()), rnd))
		return stem, tasks.ID{Text: stem}
	case taskHex:
		stem = fmt.Sprintf("task_%04x%04x", rnd(1<<16), rnd(1<<16))
		return stem, tasks.ID{Text: stem}
	}
	b.mu.Lock()
	top := max(b.top, mark)
	b.mu.Unlock()
	w.Each(func(t *tasks.Task) bool {
		if n, ok := countIn(t.Name); ok && kindOf(t.Name)&(nameInt|nameBare) != 0 {
			top = max(top, n)
		}
		if n, ok := whole(t.ID.Text); ok {
			top = max(top, n)
		}
		return true
	})
	text := fmt.Sprint(top + 1)
	switch rule {
	case taskCounter:
		return "task_" + text, tasks.ID{Text: text, Num: sp.traits.NumericIDs}
	case taskStem:
		return "task_" + text, tasks.ID{Text: "task_" + text}
	}
	return text, tasks.ID{Text: text}
}

// countsStems reports whether ids made of a whole name are counted here, where they could be made of the time as well.
func countsStems(w World) bool {
	counted, clock := false, false
	w.Each(func(t *tasks.Task) bool {
		kind := kindOf(t.Name)
		counted = counted || kind&nameInt != 0 && t.ID.Text == stemOf(t.Name)
		clock = kind&nameUnix != 0
		return !clock
	})
	return counted && !clock
}
