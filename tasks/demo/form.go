package demo

import (
	"fmt"
	"strings"
	"time"

	"sideboard/tasks"
)

// naming is how a dialect's agents name a new task.
type naming uint8

const (
	ordinal naming = iota // the number after the highest
	clocked               // task_<unix time>_<4 digits>
	hex8                  // task_<8 hexadecimal digits>
)

// nobody is how a file says that it has no owner.
type nobody uint8

const (
	emptyText nobody = iota
	null
	absent
)

// kept is what an agent's own types keep of an object when it writes the file again.
type kept uint8

const (
	everything kept = iota // a Python dict
	ownKeys                // a dataclass: reading another key raises, so there is never one
	schemaKeys             // Claude Code: others are dropped, the order is the schema's
)

// form is how one dialect spells a task and what its agents do.
type form struct {
	name     string
	keys     []string // of a new task, in order
	waits    string   // the key of the list of blockers
	active   string   // the key of the active form, "" for none
	prefix   string   // of the file names
	naming   naming
	nobody   nobody
	kept     kept
	numeric  bool // ids are numbers
	ascii    bool // what is not ASCII is escaped
	unowned  bool // its agents never say who does a task
	clears   bool // completing clears the id in the others' lists
	rechecks bool // a claim looks again whether the task is still free
	tolerant bool // a file that cannot be read is passed over, where others stop
	mark     bool // keeps .highwatermark
	blocked  tasks.BlockedRule
	lock     tasks.LockKind
}

func keys(s string) []string { return strings.Fields(s) }

// forms lists all dialects a demo can be in.
func forms() []form {
	const six, seven = "id subject description status owner blockedBy", "id subject description status owner blockedBy worktree"
	const eight, nine = "id subject description status active_form owner blocks blocked_by", "id subject description status active_form owner blocks blocked_by metadata"
	older := form{waits: "blockedBy", prefix: "task_", numeric: true, clears: true, rechecks: true, blocked: tasks.ListNotEmpty}
	newer := form{waits: "blockedBy", prefix: "task_", nobody: null, kept: ownKeys, ascii: true, rechecks: true}
	sixth := form{waits: "blocked_by", prefix: "task_", active: "active_form", kept: ownKeys, ascii: true, clears: true, tolerant: true, blocked: tasks.ListNotEmpty}

	s07, s07blocks, full, wt := older, older, older, older
	s07.name, s07.keys, s07.unowned = "s07", keys("id subject description status blockedBy owner"), true
	s07blocks.name, s07blocks.keys, s07blocks.unowned, s07blocks.ascii = "s07blocks", keys("id subject description status blockedBy blocks owner"), true, true
	full.name, full.keys, full.nobody, full.ascii = "s_full", keys(six), null, true
	wt.name, wt.keys, wt.ascii, wt.clears, wt.blocked = "s12wt", keys("id subject description status owner worktree blockedBy created_at updated_at"), true, false, tasks.UnfinishedOrMissing

	s12, s18, s10, s13 := newer, newer, newer, newer
	s12.name, s12.keys, s12.naming = "s12", keys(six), clocked
	s18.name, s18.keys, s18.naming = "s18", keys(seven), clocked
	s10.name, s10.keys, s10.naming = "s10", keys(six), hex8
	s13.name, s13.keys, s13.naming, s13.lock = "s13", keys(seven), hex8, tasks.FlockLock

	early, mid, seed, v9 := sixth, sixth, sixth, sixth
	early.name, early.keys = "v6early", keys(eight)
	mid.name, mid.keys, mid.mark = "v6mid", keys(nine), true
	seed.name, seed.keys, seed.mark, seed.prefix = "v6", keys(nine), true, ""
	v9.name, v9.keys = "v9", keys(eight)

	claude := form{
		name: "claude-code", keys: keys("id subject description activeForm status blocks blockedBy"), waits: "blockedBy", active: "activeForm",
		nobody: absent, kept: schemaKeys, rechecks: true, tolerant: true, blocked: tasks.UnfinishedOnly, lock: tasks.MkdirLock,
	}
	return []form{s07, s07blocks, full, wt, s12, s18, s10, s13, early, mid, seed, v9, claude}
}

// Dialects lists the dialects a demo can be in, by their short names.
func Dialects() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

// formOf finds a dialect. Names that share one way of writing lead to the same: s11 is s_full, s17 is s12, s19
// and s20 are s18, s15 is s13.
func formOf(name string) (form, error) {
	switch name {
	case "", "s17":
		name = "s12"
	case "s11":
		name = "s_full"
	case "s19", "s20":
		name = "s18"
	case "s15":
		name = "s13"
	}
	for _, f := range forms() {
		if f.name == name {
			return f, nil
		}
	}
	return form{}, fmt.Errorf("no demo in the dialect %q: it can be %s", name, strings.Join(Dialects(), ", "))
}

// mirrors says whether links are kept on both sides.
func (f form) mirrors() bool {
	for _, k := range f.keys {
		if k == "blocks" {
			return true
		}
	}
	return false
}

// idValue spells an id as the files do.
func (f form) idValue(id string) any {
	if f.numeric {
		return number(id)
	}
	return id
}

func (f form) ownerValue(who string) any {
	if who == "" && f.nobody == null {
		return nil
	}
	return who
}

// make gives the document of a new task. Python's time.time() has microseconds at best.
func (f form) make(id string, it item, waits, blocks []string, at time.Time) document {
	var d document
	for _, k := range f.keys {
		var v any
		switch k {
		case "id":
			v = f.idValue(id)
		case "subject":
			v = it.subject
		case "description":
			v = describe(it.key)
		case "status":
			v = it.stage.word()
		case "owner":
			v = f.ownerValue("")
		case f.active:
			v = it.active
		case f.waits:
			v = f.ids(waits)
		case "blocks":
			v = f.ids(blocks)
		case "worktree":
			if f.nobody == emptyText {
				v = ""
			}
		case "metadata":
			v = document{}
		case "created_at", "updated_at":
			v = seconds(at)
		}
		d = append(d, field{k, v})
	}
	return d
}

func (f form) ids(ids []string) []any {
	list := []any{}
	for _, id := range ids {
		list = append(list, f.idValue(id))
	}
	return list
}

func (s stage) word() string {
	return [...]string{"pending", "in_progress", "completed"}[s]
}
