package dialect

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

func (k key) isList() bool { return k.meaning() == keyWaits || k == keyBlocks }

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
