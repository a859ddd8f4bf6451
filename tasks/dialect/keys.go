package dialect

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

// keyOf finds the code of a spelling.
func keyOf(name string) key {
	switch name {
	case "id":
		return keyID
	case "subject":
		return keySubject
	case "description":
		return keyDescription
	case "status":
		return keyStatus
	case "owner":
		return keyOwner
	case "active_form":
		return keyActive
	case "activeForm":
		return keyActiveCamel
	case "blockedBy":
		return keyWaits
	case "blocked_by":
		return keyWaitsSnake
	case "blocks":
		return keyBlocks
	case "worktree":
		return keyWorktree
	case "updated_at":
		return keyUpdated
	case "updatedAt":
		return keyUpdatedCamel
	case "created_at":
		return keyCreated
	case "createdAt":
		return keyCreatedCamel
	case "created":
		return keyCreatedPlain
	case "metadata":
		return keyMetadata
	case "title":
		return keyTitle
	case "task_id":
		return keyTaskID
	case "depends_on":
		return keyDependsOn
	case "relations":
		return keyRelations
	case "context":
		return keyContext
	case "meta":
		return keyMeta
	case "flow_control":
		return keyFlow
	case "convergence":
		return keyConvergence
	case "status_history":
		return keyHistory
	case "execution":
		return keyExecution
	case "implementation":
		return keyImplementation
	case "type":
		return keyType
	case "agent":
		return keyAgent
	case "paths":
		return keyPaths
	case "parent":
		return keyParent
	case "subtasks":
		return keySubtasks
	case "children":
		return keyChildren
	case "dependencies":
		return keyDependencies
	case "name":
		return keyName
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

// inWords says that a record has a member's meaning in a field of its own. What else a file holds (times, metadata,
// members no dialect knows) can be shown only as it is spelled.
func inWords(k key) bool {
	switch k {
	case keyID, keySubject, keyDescription, keyStatus, keyOwner, keyActive, keyActiveCamel, keyWaits, keyWaitsSnake,
		keyBlocks, keyWorktree:
		return true
	}
	return false
}
