package dialect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// specForNew returns the dialect of a new task: that of the directory, if it has a rule for new tasks, else that of
// most tasks which has one. So a new task is like another if it can be. If all files have a key that their dialect does
// not have, there is no rule for its value, and without it the new task would make the key one too many in all of them.
// The error is a *RefusedError.
func (c *Codec) specForNew(w World) (*spec, error) {
	files, sets := 0, map[*tasks.Keys]bool{}
	w.Each(func(t *tasks.Task) bool {
		sets[t.Surplus()] = true
		files++
		return true
	})
	best := c.own()
	if why := best.traits.ReadOnly; why != "" {
		return nil, &RefusedError{Why: why}
	}
	if own := tasks.OwnKeys(maps.Keys(sets), files); best.traits.FixedKeys && len(own) > 0 {
		why := "every file here has the key " + quoted(own[0]) + ", and nobody can know what it should be in a new one"
		return nil, &RefusedError{Why: why}
	}
	switch {
	case files == 0 && c.folder.Load().named > 0 && !c.at.Load().workflow:
		return nil, &RefusedError{Why: "no task here can be read, so that nothing says how a new one is written"}
	case files == 0 || best.ids != noRule || best.form != nil:
		return best, nil
	}
	best = c.hinted()
	c.mu.Lock()
	defer c.mu.Unlock()
	most := 0
	for _, sp := range specs {
		if n := c.counts[sp]; n > most && sp.ids != noRule {
			best, most = sp, n
		}
	}
	return best, nil
}

// Create returns the name and the bytes of a new task in the directory's dialect, in the layout of sib, the bytes of
// the newest sibling (nil for none). mark is the number in .highwatermark, 0 for none. rnd returns a random number in
// [0,n). If the name exists already, call AddName and try again. The error is a *RefusedError.
func (c *Codec) Create(d tasks.Draft, sib []byte, w World, mark uint64, at time.Time, rnd func(n int) int) (name string,
	raw []byte, err error) {
	sp, err := c.specForNew(w)
	if err != nil {
		return "", nil, err
	}
	if sp.form != nil {
		return c.createForm(sp, d, w, at, rnd)
	}
	n := draft{codec: c, sp: sp, d: d, at: at, layout: jsonedit.Indented(c.habits.escapes(sp))}
	if sp.flow == nil {
		name, n.id = c.newID(sp, w, mark, at, rnd)
	} else {
		why := ""
		if n.id, why = c.flowID(sp, d, w); why != "" {
			return "", nil, &RefusedError{Why: why}
		}
		name = n.id.Text
	}
	order := sp.order
	f := c.open()
	defer c.done(f)
	if f.parse(sib) == nil && n.alike(f) {
		n.sibling = f
		n.layout = n.layoutLike(f)
		order = f.keyOrder(sp)
	}
	if !slices.Contains(order, keyMetadata) { // it has no value without Metadata
		order = append(slices.Clip(order), keyMetadata)
	}
	var pairs []jsonedit.Pair
	for _, k := range order {
		if value := n.value(k); value != nil {
			pairs = append(pairs, jsonedit.Pair{Key: keyNames[k], Raw: value})
		}
	}
	return name + ".json", n.layout.Object(pairs), nil
}

// alike reports whether the form of a sibling can be copied: a workflow file is of the same generation; of another its
// id is of the same kind, and the dialect reads its key for the list.
func (n *draft) alike(f *file) bool {
	sp := n.sp
	if sp.flow != nil {
		return n.codec.classify(f, "", n.codec.folder.Load()) == sp
	}
	m, _ := f.get(keyID)
	if (m.Kind == jsonedit.KindNumber) != sp.traits.NumericIDs || !f.has(keySubject) {
		return false
	}
	return !f.has(keyWaits) || sp.traits.NumericIDs || slices.Contains(sp.order, f.codes[f.at[keyWaits]-1])
}

// keyOrder returns the sibling's order of keys, without those that its dialect does not have, and with those that it
// lacks and the dialect needs. Workflow files have any members: of these the order of the generation counts.
func (f *file) keyOrder(sp *spec) []key {
	if sp.flow != nil {
		return sp.order
	}
	var order []key
	for i, k := range f.codes {
		if f.at[k.meaning()] == int32(i)+1 && !sp.isSurplus(k) {
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

// insertBehind inserts k after the last key of before that is in order, or first.
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

// value returns the JSON text for a key, nil if the new task does not have it.
func (n *draft) value(k key) []byte {
	if n.sp.flow != nil {
		if value := n.flowValue(k); value != nil {
			return value
		}
	}
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
		if n.d.ActiveForm == "" && slices.Contains(n.sp.option, k) {
			return nil
		}
		return n.quote(cmp.Or(n.d.ActiveForm, "Working on: "+n.d.Subject))
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

// owner returns the value of the owner, nil if the key is left out.
func (n *draft) owner() []byte {
	if n.d.Owner != "" {
		return n.quote(n.d.Owner)
	}
	if n.sp.none == noneAbsent {
		return nil
	}
	return n.nobody(keyOwner)
}

// time returns the time of creation in the form of the sibling's.
func (n *draft) time(k key) []byte {
	var sample []byte
	if n.sibling != nil {
		m, _ := n.sibling.get(k)
		sample = n.sibling.Raw(m)
	}
	return timeLike(sample, n.at)
}

// suffixes is the number of suffixes for ids of one second.
const suffixes = 10_000

// suffixAfter returns a random suffix higher than those of the tasks created in the same second: the tasks of a plan
// stay in order.
func suffixAfter(w World, second string, rnd func(int) int) int {
	last := -1
	w.Each(func(t *tasks.Task) bool {
		if ending, is := strings.CutPrefix(t.ID.Text, second); is {
			if n, ok := whole(ending); ok && n < suffixes {
				last = max(last, int(n))
			}
		}
		return true
	})
	switch room := suffixes - 1 - last; {
	case last < 0:
		return rnd(suffixes * 3 / 5) // and leave room for a plan
	case room > 0:
		return last + 1 + rnd(min(room, 40))
	}
	return rnd(suffixes)
}

// newID returns the next id by the dialect's rule.
func (c *Codec) newID(sp *spec, w World, mark uint64, at time.Time, rnd func(int) int) (stem string, id tasks.ID) {
	rule := sp.ids
	if rule == taskClock && countsStems(w) {
		rule = taskStem
	}
	switch rule {
	case taskClock:
		stem = fmt.Sprintf("task_%d_%04d", at.Unix(), suffixAfter(w, fmt.Sprintf("task_%d_", at.Unix()), rnd))
		return stem, tasks.ID{Text: stem}
	case taskHex:
		stem = fmt.Sprintf("task_%04x%04x", rnd(1<<16), rnd(1<<16))
		return stem, tasks.ID{Text: stem}
	}
	c.mu.Lock()
	top := max(c.top, mark)
	c.mu.Unlock()
	w.Each(func(t *tasks.Task) bool {
		top = max(top, countIn(t.Name))
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

// countsStems reports whether the id of some task is its whole name with a number, as task_7, and no name is made of
// the time, as task_1778000020_02e9.
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
