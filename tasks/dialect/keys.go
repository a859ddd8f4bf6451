package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// key is what a member of a task file means, whatever its dialect calls it.
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

// keyNames are the spellings. A dialect lists its keys by these codes, so that a spelling stands in one place.
var keyNames = [keys]string{
	keyID: "id", keySubject: "subject", keyDescription: "description", keyStatus: "status", keyOwner: "owner",
	keyActive: "active_form", keyActiveCamel: "activeForm", keyWaits: "blockedBy", keyWaitsSnake: "blocked_by",
	keyBlocks: "blocks", keyWorktree: "worktree", keyUpdated: "updated_at", keyUpdatedCamel: "updatedAt",
	keyCreated: "created_at", keyCreatedCamel: "createdAt", keyCreatedPlain: "created", keyMetadata: "metadata",
	keyTitle: "title", keyTaskID: "task_id", keyDependsOn: "depends_on", keyRelations: "relations", keyContext: "context",
	keyMeta: "meta", keyFlow: "flow_control", keyConvergence: "convergence", keyHistory: "status_history",
	keyExecution: "execution", keyImplementation: "implementation", keyType: "type", keyAgent: "agent", keyPaths: "paths",
	keyParent: "parent", keySubtasks: "subtasks", keyChildren: "children", keyDependencies: "dependencies", keyName: "name",
}

// keysOfLength are the codes by the length of their spellings: a few comparisons find one, faster than a map does.
var keysOfLength = func() (by [24][]key) {
	for k := keyOther + 1; k < keys; k++ {
		by[len(keyNames[k])] = append(by[len(keyNames[k])], k)
	}
	return by
}()

// keyOf returns the code of a spelling.
func keyOf(name string) key {
	if len(name) < len(keysOfLength) {
		for _, k := range keysOfLength[len(name)] {
			if keyNames[k] == name {
				return k
			}
		}
	}
	return keyOther
}

// meaning folds the spellings of one meaning together.
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

// inWords reports whether a record has a member's meaning in a field of its own. What else a file holds (times, metadata,
// members no dialect knows) can be shown only as it is spelled.
func inWords(k key) bool {
	switch k {
	case keyID, keySubject, keyDescription, keyStatus, keyOwner, keyActive, keyActiveCamel, keyWaits, keyWaitsSnake,
		keyBlocks, keyWorktree:
		return true
	}
	return false
}

// Value gives the current value of a field of the file in raw, by meaning: equal values are equal with == however
// they are spelled. member names the member for FieldMember, whose value comes with whitespace and escapes normalised
// (Expand normalises the From of such changes the same way). A status outside the dialect's words is StatusValue(Foreign).
// t may be nil.
func (b *Codec) Value(raw []byte, field tasks.Field, member string, t *tasks.Task) (tasks.Value, error) {
	f := b.open()
	defer b.done(f)
	if err := f.parse(raw); err != nil {
		return tasks.Value{}, err
	}
	return f.value(field, member, b.specFor(f, t)), nil
}

// specFor is the dialect of a record, or without one that of the bytes alone.
func (b *Codec) specFor(f *file, t *tasks.Task) *spec {
	if t != nil {
		return specOf(t.Traits)
	}
	return b.classify(f, "", b.folder.Load())
}

func (f *file) value(field tasks.Field, member string, sp *spec) tasks.Value {
	switch field {
	case tasks.FieldStatus:
		s, _ := f.status(sp)
		return tasks.StatusValue(s)
	case tasks.FieldOwner:
		m, ok := f.get(keyOwner)
		if !ok || m.Kind == jsonedit.KindNull {
			return tasks.Value{}
		}
		return tasks.TextValue(f.statusWord(m))
	case tasks.FieldWaitsFor, tasks.FieldBlocks:
		if sp.titled() && field == tasks.FieldWaitsFor {
			return tasks.RefsValue(f.flowWaits(sp))
		}
		m, _ := f.get(fieldKeys[field])
		return tasks.RefsValue(f.ids(m))
	case tasks.FieldMember:
		m, ok := f.Get(member)
		if !ok {
			return tasks.Value{}
		}
		return memberValue(f.Raw(m))
	case tasks.FieldUpdated:
		m, ok := f.get(keyUpdated)
		if !ok {
			return tasks.Value{}
		}
		return memberValue(f.Raw(m))
	}
	return tasks.TextValue(f.textOf(f.keyOf(field, sp)))
}

// keyOf is the key of a field that is a text.
func (f *file) keyOf(field tasks.Field, sp *spec) key {
	if field == tasks.FieldSubject && sp.titled() {
		return f.titleKey()
	}
	return fieldKeys[field]
}

// memberValue is a JSON value by meaning.
func memberValue(raw []byte) tasks.Value {
	return tasks.Value{Kind: tasks.RawVal, Text: string(jsonedit.Canonical(raw))}
}

// fieldKeys are the keys of the fields that have one.
var fieldKeys = [...]key{
	tasks.FieldStatus: keyStatus, tasks.FieldOwner: keyOwner, tasks.FieldSubject: keySubject,
	tasks.FieldDescription: keyDescription, tasks.FieldActiveForm: keyActive, tasks.FieldWaitsFor: keyWaits,
	tasks.FieldBlocks: keyBlocks, tasks.FieldWorktree: keyWorktree, tasks.FieldUpdated: keyUpdated,
	tasks.FieldMember: keyOther,
}
