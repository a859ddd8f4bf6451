package matrix

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
)

// form is how the agents of one dialect lay out a folder, written down from their side: nothing of it comes from
// the packages under test.
type form struct {
	dialect string
	claude  bool     // the folder lies where Claude Code keeps its lists
	keys    []string // in the order they are written
	name    func(n int) string
	id      func(n int) string // as JSON
	nobody  string             // the JSON of an owner that is not there, "" if the key is absent then
	ascii   bool               // \uXXXX for everything beyond ASCII
	clears  bool               // completing empties the lists of those that wait
	mirrors bool               // there is a list blocks next to that of blockers
	judges  bool               // a blocker counts by its status all the same
	extra   map[string]string  // files next to the tasks
}

const (
	six   = "id subject description status owner blockedBy"
	sixth = "id subject description status active_form owner blocks blocked_by"
)

func forms() []form {
	lock, none := map[string]string{".lock": ""}, map[string]string{}
	mark := map[string]string{".highwatermark": "7"}
	all := []form{
		{dialect: refagents.S07, keys: words("id subject description status blockedBy owner"), nobody: `""`, clears: true},
		{dialect: refagents.S07Blocks, keys: words("id subject description status blockedBy blocks owner"), nobody: `""`, ascii: true, clears: true, mirrors: true},
		{dialect: refagents.SFull, keys: words(six), nobody: "null", ascii: true, clears: true},
		{dialect: refagents.S12wt, keys: words("id subject description status owner worktree blockedBy created_at updated_at"), nobody: `""`, ascii: true, clears: true, judges: true},
		{dialect: refagents.S12, keys: words(six), nobody: "null", ascii: true},
		{dialect: refagents.S18, keys: words(six + " worktree"), nobody: "null", ascii: true},
		{dialect: refagents.S10, keys: words(six), nobody: "null", ascii: true},
		{dialect: refagents.S13, keys: words(six + " worktree"), nobody: "null", ascii: true, extra: lock},
		{dialect: refagents.V6Early, keys: words(sixth), nobody: `""`, ascii: true, clears: true, mirrors: true},
		{dialect: refagents.V6Mid, keys: words(sixth + " metadata"), nobody: `""`, ascii: true, clears: true, mirrors: true, extra: mark},
		{dialect: refagents.V6, keys: words(sixth + " metadata"), nobody: `""`, ascii: true, clears: true, mirrors: true, extra: mark},
		{dialect: refagents.V9, keys: words(sixth), nobody: `""`, ascii: true, clears: true, mirrors: true},
		// Claude Code writes its mark only when it deletes, so that the mark may be far below the ids.
		{dialect: refagents.ClaudeCode, claude: true, keys: words("id subject description activeForm owner status blocks blockedBy metadata"), mirrors: true,
			extra: map[string]string{".lock": "", ".highwatermark": "4"}},
	}
	for i := range all {
		f := &all[i]
		switch f.dialect {
		case refagents.S07, refagents.S07Blocks, refagents.SFull, refagents.S12wt:
			f.id, f.name = numbered("%d"), numbered("task_%d.json")
		case refagents.S12, refagents.S18:
			f.id, f.name = numbered(`"task_1795219400_000%d"`), numbered("task_1795219400_000%d.json")
		case refagents.S10, refagents.S13:
			f.id, f.name = numbered(`"task_00c0ffe%d"`), numbered("task_00c0ffe%d.json")
		case refagents.V6, refagents.ClaudeCode:
			f.id, f.name = numbered(`"%d"`), numbered("%d.json")
		default:
			f.id, f.name = numbered(`"%d"`), numbered("task_%d.json")
		}
		if f.extra == nil {
			f.extra = none
		}
	}
	return all
}

// played are the dialects a long test plays: under -short one of each kind of reader, lock and list.
func played() []form {
	if !testing.Short() {
		return forms()
	}
	return []form{formOf(refagents.S07Blocks), formOf(refagents.S12wt), formOf(refagents.S13), formOf(refagents.V6), formOf(refagents.ClaudeCode)}
}

func formOf(dialect string) form {
	for _, f := range forms() {
		if f.dialect == dialect {
			return f
		}
	}
	panic(dialect)
}

func words(s string) []string { return strings.Fields(s) }

func numbered(format string) func(int) string {
	return func(n int) string { return fmt.Sprintf(format, n) }
}

// ref is an id as a rule is asked about it.
func (f form) ref(n int) tasks.ID { return idOf(f.id(n)) }

// idOf reads the JSON of an id without escapes.
func idOf(raw string) tasks.ID {
	return tasks.ID{Text: strings.Trim(raw, `"`), Num: raw[0] != '"'}
}

func (f form) key(n int) tasks.Key { return tasks.Key{Name: f.name(n)} }

func (f form) has(key string) bool {
	return slices.Contains(f.keys, key)
}

// path is where such a folder lies below a directory.
func (f form) path(base string) string {
	if f.claude {
		return filepath.Join(base, ".claude", "tasks", "list")
	}
	return filepath.Join(base, ".tasks")
}

// codec is what a program knows of the folder before it reads it. Nothing in the files distinguishes v9 from v6early.
func (f form) codec(path string) *dialect.Codec {
	b := dialect.NewCodec(path)
	if f.dialect == refagents.V9 {
		b.SetDialect(dialect.V9)
	}
	return b
}

// row is one task.
type row struct {
	n                    int
	id                   string // JSON, where it is not the form's own for n
	subject, description string
	status, owner        string
	active, worktree     string
	waits, blocks        []string // JSON of ids
	created, updated     string
	ownerLast            bool // a claim of Claude Code's leaves the owner at the end
}

// text is the file of a row: json.dumps(indent=2) and JSON.stringify(x, null, 2) lay it out alike.
func (f form) text(r row) string {
	if r.id == "" {
		r.id = f.id(r.n)
	}
	var lines []string
	add := func(k, v string) {
		if v != "" {
			lines = append(lines, "  \""+k+"\": "+v)
		}
	}
	owner, tree := f.nobody, f.nobody
	if r.owner != "" {
		owner = quoted(r.owner, f.ascii)
	}
	if r.worktree != "" {
		tree = quoted(r.worktree, f.ascii)
	}
	for _, k := range f.keys {
		switch k {
		case "id":
			add(k, r.id)
		case "subject":
			add(k, quoted(r.subject, f.ascii))
		case "description":
			add(k, quoted(r.description, f.ascii))
		case "status":
			add(k, quoted(r.status, true))
		case "owner":
			if !r.ownerLast {
				add(k, owner)
			}
		case "active_form":
			active := r.active
			if active == "" {
				active = "Working on: " + r.subject
			}
			add(k, quoted(active, f.ascii))
		case "activeForm":
			if r.active != "" {
				add(k, quoted(r.active, f.ascii))
			}
		case "blockedBy", "blocked_by":
			add(k, array(r.waits))
		case "blocks":
			add(k, array(r.blocks))
		case "worktree":
			add(k, tree)
		case "created_at":
			add(k, r.created)
		case "updated_at":
			add(k, r.updated)
		case "metadata":
			if !f.claude {
				add(k, "{}")
			}
		}
	}
	if r.ownerLast {
		add("owner", owner)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}"
}

func array(elems []string) string {
	if len(elems) == 0 {
		return "[]"
	}
	return "[\n    " + strings.Join(elems, ",\n    ") + "\n  ]"
}

// quoted spells a string as Python's json.dumps does, with and without ensure_ascii; JavaScript does the latter.
func quoted(s string, ascii bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch i := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case i >= 0:
			b.WriteString(`\` + `"\bfnrt`[i:i+1])
		case r > 0xFFFF && ascii:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		case r < 0x20, r >= 0x7F && ascii:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
