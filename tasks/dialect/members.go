package dialect

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// key is the key of a member of a task file, by its meaning and spelling.
type key uint8

const (
	keyOther key = iota
	keyID
	keySubject
	keyDescription
	keyStatus
	keyOwner
	keyActive
	keyWaits
	keyBlocks
	keyWorktree
	keyUpdated
	keyCreated
	keyMetadata
	keyTitle
	keyTaskID
	keyDependsOn
	keyRelations
	keyContext
	keyMeta
	keyFlow
	keyConvergence
	keyHistory
	keyExecution
	keyImplementation
	keyType
	keyAgent
	keyPaths
	keyParent
	keySubtasks
	keyChildren
	keyDependencies
	keyName
	keyUpdatedCamel // the same meaning in another spelling: see meaning
	keyCreatedCamel
	keyCreatedPlain
	keyActiveCamel
	keyWaitsSnake
	keys
)

// keyNames are the spellings.
var keyNames = [keys]string{
	keyID: "id", keySubject: "subject", keyDescription: "description", keyStatus: "status", keyOwner: "owner",
	keyActive: "active_form", keyActiveCamel: "activeForm", keyWaits: "blockedBy", keyWaitsSnake: "blocked_by",
	keyBlocks: "blocks", keyWorktree: "worktree", keyUpdated: "updated_at", keyUpdatedCamel: "updatedAt",
	keyCreated: "created_at", keyCreatedCamel: "createdAt", keyCreatedPlain: "created", keyMetadata: "metadata",
	keyTitle: "title", keyTaskID: "task_id", keyDependsOn: "depends_on", keyRelations: "relations",
	keyContext: "context",
	keyMeta:    "meta", keyFlow: "flow_control", keyConvergence: "convergence", keyHistory: "status_history",
	keyExecution: "execution", keyImplementation: "implementation", keyType: "type", keyAgent: "agent",
	keyPaths:  "paths",
	keyParent: "parent", keySubtasks: "subtasks", keyChildren: "children", keyDependencies: "dependencies",
	keyName: "name",
}

// keysByName are the keys by their spellings.
var keysByName = func() map[string]key {
	by := map[string]key{}
	for k := keyOther + 1; k < keys; k++ {
		by[keyNames[k]] = k
	}
	return by
}()

// keyOf returns the key with a spelling, keyOther for any other.
func keyOf(name string) key { return keysByName[name] }

// meaning returns the same key for all spellings of one meaning.
func (k key) meaning() key {
	switch k {
	case keyActiveCamel:
		return keyActive
	case keyWaitsSnake:
		return keyWaits
	case keyUpdatedCamel:
		return keyUpdated
	case keyCreatedCamel, keyCreatedPlain:
		return keyCreated
	}
	return k
}

// isField reports whether a record has a field for a key. Everything else in a file (times, metadata, unknown members)
// can be shown only as it is spelled.
func isField(k key) bool {
	switch k {
	case keyID, keySubject, keyDescription, keyStatus, keyOwner, keyActive, keyActiveCamel, keyWaits, keyWaitsSnake,
		keyBlocks, keyWorktree:
		return true
	}
	return false
}

// Value returns the current value of a field of the file in raw: equal values are equal with == however they are
// spelled. member is the key for FieldMember, whose value is returned with whitespace and escapes normalised (as Expand
// does with the From of such changes). A status that the dialect does not have is StatusValue(Foreign). t may be nil.
func (c *Codec) Value(raw []byte, field tasks.Field, member string, t *tasks.Task) (tasks.Value, error) {
	f := c.open()
	defer c.done(f)
	if err := f.parse(raw); err != nil {
		return tasks.Value{}, err
	}
	return f.value(field, member, c.specFor(f, t)), nil
}

// specFor returns the dialect of a record, or without one that of the bytes alone.
func (c *Codec) specFor(f *file, t *tasks.Task) *spec {
	if t != nil {
		return c.specOf(t.Traits)
	}
	return c.among(c.classify(f, "", c.folder.Load()), f, "")
}

func (f *file) value(field tasks.Field, member string, sp *spec) tasks.Value {
	if sp.form != nil && field != tasks.FieldMember && field != tasks.FieldUpdated {
		return f.formValue(field, sp.form)
	}
	switch field {
	case tasks.FieldStatus:
		s, _ := f.status(sp)
		return tasks.StatusValue(s)
	case tasks.FieldOwner:
		m, _ := f.get(keyOwner)
		if f.isNobody(m) {
			return tasks.Value{}
		}
		return tasks.TextValue(f.wordOf(m))
	case tasks.FieldWaitsFor, tasks.FieldBlocks:
		_, in, m := f.list(field, sp)
		return tasks.RefsValue(in.ids(m))
	case tasks.FieldMember:
		m, _ := f.Get(member)
		return memberValue(f.Raw(m))
	case tasks.FieldUpdated:
		m, _ := f.get(keyUpdated)
		return memberValue(f.Raw(m))
	}
	return tasks.TextValue(f.textOf(f.keyOf(field, sp)))
}

// list returns where the file has a list of ids, or would have it, and the object that it is in.
func (f *file) list(field tasks.Field, sp *spec) (at place, in *file, m jsonedit.Member) {
	if sp.usesTitle() && field == tasks.FieldWaitsFor {
		return f.flowList(sp)
	}
	k := fieldKeys[field]
	m, _ = f.get(k)
	return place{keyOther, f.spelled(k)}, f, m
}

// keyOf returns the key of a field that is a text.
func (f *file) keyOf(field tasks.Field, sp *spec) key {
	if field == tasks.FieldSubject && sp.usesTitle() {
		return f.titleKey()
	}
	return fieldKeys[field]
}

// memberValue returns the Value of JSON text, None for no text.
func memberValue(raw []byte) tasks.Value {
	if len(raw) == 0 {
		return tasks.Value{}
	}
	return tasks.Value{Kind: tasks.RawVal, Text: string(jsonedit.Canonical(raw))}
}

// fieldKeys are the keys of the fields.
var fieldKeys = [...]key{
	tasks.FieldStatus: keyStatus, tasks.FieldOwner: keyOwner, tasks.FieldSubject: keySubject,
	tasks.FieldDescription: keyDescription, tasks.FieldActiveForm: keyActive, tasks.FieldWaitsFor: keyWaits,
	tasks.FieldBlocks: keyBlocks, tasks.FieldWorktree: keyWorktree, tasks.FieldUpdated: keyUpdated,
	tasks.FieldMember: keyOther,
}

// Members returns every member of the object in raw, in file order; the Raw slices point into raw.
func (c *Codec) Members(raw []byte) ([]tasks.Member, error) {
	f := c.open()
	defer c.done(f)
	if err := f.parse(raw); err != nil {
		return nil, err
	}
	known := func(name string, _ []byte) bool { return isField(keyOf(name)) }
	switch sp := c.specFor(f, nil); {
	case sp.form != nil:
		known = func(name string, _ []byte) bool { return sp.form.understands(name) }
	case sp.usesTitle():
		known = isShownAsFact
	case sp.foreign:
		known = func(name string, _ []byte) bool { return isForeignField(keyOf(name)) }
	}
	out := make([]tasks.Member, 0, len(f.codes))
	for _, m := range f.Object.Members() {
		out = append(out, tasks.Member{Name: f.Key(m), Raw: f.Raw(m), Known: known(f.Key(m), f.Raw(m))})
	}
	return out, nil
}

// maxNameSets bounds the interned sets of names, in case every file has members of its own.
const maxNameSets = 1024

// members returns the members of a record, nil for none. Those without checksums are shared by all files with the same
// names.
func (c *Codec) members(f *file, sp *spec) *tasks.Members {
	shared := c.sharedMembers(f, sp)
	var sums []uint32
	n := 0
	for i, m := range f.Object.Members() {
		k := f.codes[i]
		if isField(k) {
			continue
		}
		if hasSum(k) {
			if sums == nil {
				sums = make([]uint32, len(shared.Names))
			}
			sums[n] = checksum(f.Raw(m))
		}
		n++
	}
	if sums == nil {
		return shared
	}
	return &tasks.Members{Names: shared.Names, Sums: sums, Surplus: shared.Surplus}
}

// sharedMembers returns the one copy of the names of a file's members, nil for none.
func (c *Codec) sharedMembers(f *file, sp *spec) *tasks.Members {
	f.scratch = f.scratch[:0]
	for i, m := range f.Object.Members() {
		other, surplus := !isField(f.codes[i]), f.isSurplus(i, sp)
		if !other && !surplus {
			continue
		}
		name := f.KeyBytes(m)
		if name == nil {
			name = []byte(f.Key(m))
		}
		f.scratch = append(binary.AppendUvarint(f.scratch, uint64(len(name))), name...)
		f.scratch = strconv.AppendBool(f.scratch, surplus)
	}
	if len(f.scratch) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if set, ok := c.names[string(f.scratch)]; ok {
		return set
	}
	set, keys := &tasks.Members{}, &tasks.Keys{}
	for i, m := range f.Object.Members() {
		if !isField(f.codes[i]) {
			set.Names = append(set.Names, f.Key(m))
		}
		if f.isSurplus(i, sp) {
			keys.Names, set.Surplus = append(keys.Names, f.Key(m)), keys
		}
	}
	if c.names == nil || len(c.names) >= maxNameSets {
		c.names = map[string]*tasks.Members{}
	}
	c.names[string(f.scratch)] = set
	return set
}

// isSurplus reports whether the design of a file does not have its i-th member. If its agents accept any, every member
// is surplus: the file may be among others whose agents do not.
func (f *file) isSurplus(i int, sp *spec) bool {
	if f.codes[i] == keyOwner && sp.none == noneAbsent {
		return f.Object.Members()[i].Kind == jsonedit.KindNull // they write no key instead
	}
	return !sp.traits.FixedKeys || sp.isSurplus(f.codes[i])
}

// withRefusals returns members with what of their task is not edited.
func withRefusals(m *tasks.Members, no tasks.Refusals) *tasks.Members {
	of := tasks.Members{}
	if m != nil {
		of = *m
	}
	of.Refusals = no
	return &of
}

// hasSum reports whether a record has a checksum of a member's value, because nothing else in it changes with the
// value.
func hasSum(k key) bool {
	switch k {
	case keyOther, keyMetadata, keyConvergence, keyImplementation, keyAgent, keyPaths:
		return true
	}
	return false
}

// checksum returns a checksum of a JSON value without the whitespace between its tokens, never 0. A text has no such
// whitespace and is often long: hash/crc32 is twenty times as fast there.
func checksum(raw []byte) uint32 {
	if len(raw) > 0 && raw[0] == '"' {
		return max(crc32.ChecksumIEEE(raw), 1)
	}
	h := uint32(2166136261)
	text, escaped := false, false
	for _, c := range raw {
		switch {
		case text:
			text = escaped || c != '"'
			escaped = !escaped && c == '\\'
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			continue
		default:
			text = c == '"'
		}
		h = (h ^ uint32(c)) * 16777619
	}
	return max(h, 1)
}

// descriptionSum returns a checksum of a file's description, 0 for none.
func descriptionSum(f *file) uint16 {
	m, ok := f.get(keyDescription)
	if !ok {
		return 0
	}
	h := checksum(f.Raw(m))
	return uint16(h ^ h>>16)
}
