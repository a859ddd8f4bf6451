package refagents

import (
	"slices"
	"strings"
)

// family is how strict a dialect's reader is.
type family uint8

const (
	dict      family = iota // a Python dict: unknown keys are kept, few are needed
	dataclass               // Task(**data): exact keys, else the whole listing raises
	checked                 // a dataclass whose ids, statuses and file names are checked as well
	tolerant                // a dataclass, but a file that is not JSON is skipped
	schema                  // Claude Code: what does not fit the schema is not there
)

// readiness is which task an agent that looks for work takes.
type readiness uint8

const (
	listEmpty    readiness = iota // nothing in its own list
	allCompleted                  // every blocker has a file and is completed
	noneOpen                      // no blocker that can be seen is unfinished
)

type rule struct {
	family         family
	prefix         string   // what a name begins with; it ends in ".json" always
	keys           []string // of a new task, in order; beyond a dict's, there are no others
	required       []string // those of keys that must be there
	waitsKey       string   // the key of the list of blockers
	activeKey      string   // the key of the active form, "" for none
	ready          readiness
	ascii          bool
	clears         bool // completing clears the id in the others' lists
	noOwner        bool // the agents of this dialect never write an owner
	nullOwner      bool // no owner and no worktree is null, where others write ""
	highWaterMark  bool // the highest id is kept in a file
	ownerCompletes bool // only the owner of a running task completes it
	oneRunning     bool // an owner runs one task at a time
	flock          bool
	stampKey       string // holds float seconds since 1970, set at each update
}

var (
	s12Keys    = []string{"id", "subject", "description", "status", "owner", "blockedBy"}
	s18Keys    = append(slices.Clip(slices.Clone(s12Keys)), "worktree")
	v9Keys     = []string{"id", "subject", "description", "status", "active_form", "owner", "blocks", "blocked_by"}
	v6Keys     = append(slices.Clip(slices.Clone(v9Keys)), "metadata")
	s07Keys    = strings.Fields("id subject description status blockedBy owner")
	s07bKeys   = strings.Fields("id subject description status blockedBy blocks owner")
	s12wtKeys  = strings.Fields("id subject description status owner worktree blockedBy created_at updated_at")
	v6Need     = []string{"id", "subject", "description"}
	dictNeed   = []string{"id", "subject", "status"}
	claudeKeys = []string{"id", "subject", "description", "activeForm", "owner", "status", "blocks", "blockedBy", "metadata"}
)

func ruleOf(dialect string) (rule, bool) {
	switch dialect {
	case S07:
		return rule{family: dict, prefix: "task_", keys: s07Keys, required: dictNeed, waitsKey: "blockedBy", clears: true, noOwner: true}, true
	case S07Blocks:
		return rule{family: dict, prefix: "task_", keys: s07bKeys, required: dictNeed, waitsKey: "blockedBy", ascii: true, clears: true, noOwner: true}, true
	case SFull:
		return rule{family: dict, prefix: "task_", nullOwner: true, keys: s12Keys, required: dictNeed, waitsKey: "blockedBy", ascii: true, clears: true}, true
	case S12wt:
		return rule{family: dict, prefix: "task_", keys: s12wtKeys, required: dictNeed, waitsKey: "blockedBy", ready: allCompleted, ascii: true, stampKey: "updated_at"}, true
	case S12:
		return rule{family: dataclass, prefix: "task_", nullOwner: true, keys: s12Keys, required: s12Keys, waitsKey: "blockedBy", ready: allCompleted, ascii: true}, true
	case S18:
		return rule{family: dataclass, prefix: "task_", nullOwner: true, keys: s18Keys, required: s12Keys, waitsKey: "blockedBy", ready: allCompleted, ascii: true}, true
	case S10:
		return rule{family: checked, prefix: "task_", nullOwner: true, keys: s12Keys, required: s12Keys, waitsKey: "blockedBy", ready: allCompleted, ascii: true, ownerCompletes: true}, true
	case S13:
		return rule{family: checked, prefix: "task_", nullOwner: true, keys: s18Keys, required: s12Keys, waitsKey: "blockedBy", ready: allCompleted, ascii: true,
			ownerCompletes: true, oneRunning: true, flock: true}, true
	case V6Early, V9:
		return rule{family: tolerant, prefix: "task_", keys: v9Keys, required: v6Need, waitsKey: "blocked_by", activeKey: "active_form", ascii: true, clears: true}, true
	case V6Mid:
		return rule{family: tolerant, prefix: "task_", highWaterMark: true, keys: v6Keys, required: v6Need, waitsKey: "blocked_by", activeKey: "active_form", ascii: true, clears: true}, true
	case V6:
		return rule{family: tolerant, highWaterMark: true, keys: v6Keys, required: v6Need, waitsKey: "blocked_by", activeKey: "active_form", ascii: true, clears: true}, true
	case ClaudeCode:
		return rule{family: schema, keys: claudeKeys, required: []string{"id", "subject", "description", "status", "blocks", "blockedBy"},
			waitsKey: "blockedBy", activeKey: "activeForm", ready: noneOpen}, true
	}
	return rule{}, false
}

func (r rule) language() language {
	if r.family == schema {
		return javascript
	}
	return python
}

// keepsBlocks reports whether links are kept on both sides.
func (r rule) keepsBlocks() bool { return slices.Contains(r.keys, "blocks") }
