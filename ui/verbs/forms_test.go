package verbs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// shape is a form of task files, as people, models and tools write them. Of five tasks the first is completed, the second runs, the third
// waits for the first and can be started, the fourth waits for the third, the last waits for nothing.
type shape struct {
	name   string
	file   string // the name of the file of task %d
	id     string // the member; "" if the name of the file is the id
	ids    string // the id of task %d as JSON
	title  string
	text   string // the description, "" for none
	status string
	words  string // pending, in progress, completed
	owner  string // "" for none
	nobody string // JSON, "absent" for no member
	waits  string // "context.depends_on" is in an object
	link   string // the id of task %d in a list, as JSON; that of ids if empty
	blocks bool   // with the other side of links
	more   string // other members: "#" is the number of the task
	layout string // "" for one line

	next   string            // the name of the next file, "" if none can be created
	refuse map[string]string // by act: a part of the sentence
}

// basic has what most forms have.
var basic = shape{
	file: "%d.json", id: "id", ids: `"%d"`, title: "title", text: "description", status: "status", words: "todo in_progress done",
	owner: "assignee", nobody: "null", waits: "depends_on", layout: "2", next: "6.json",
}

func (s shape) with(name string, change func(*shape)) shape {
	s.name = name
	change(&s)
	return s
}

var shapes = []shape{
	basic.with("basic", func(s *shape) {}),
	basic.with("one line", func(s *shape) { s.layout = "" }),
	basic.with("tabs", func(s *shape) { s.layout = "tab" }),
	basic.with("four spaces and a final newline", func(s *shape) { s.layout = "4" }),
	basic.with("numbers as ids", func(s *shape) { s.ids = "%d" }),
	basic.with("numbers, and texts in lists", func(s *shape) { s.ids, s.link = "%d", `"%d"` }),
	basic.with("tickets", func(s *shape) {
		s.file, s.ids, s.waits, s.next = "T-00%d.json", `"T-00%d"`, "blockedBy", "T-006.json"
	}),
	basic.with("a prefix in the name", func(s *shape) { s.file, s.ids, s.next = "task-%d.json", "%d", "task-6.json" }),
	basic.with("zeros in the name", func(s *shape) { s.file, s.ids, s.next = "0000%d.json", "%d", "00006.json" }),
	basic.with("task_id", func(s *shape) { s.id, s.file, s.ids, s.next = "task_id", "task_%d.json", `"task_%d"`, "task_6.json" }),
	basic.with("taskId", func(s *shape) {
		s.id, s.file, s.ids, s.title, s.owner, s.nobody, s.next = "taskId", "task_%d.json", "%d", "subject", "owner", `""`, "task_6.json"
		s.words, s.waits, s.layout = "pending in_progress completed", "blockedBy", ""
	}),
	basic.with("key", func(s *shape) { s.id, s.file, s.ids, s.next = "key", "FEAT-%d.json", `"FEAT-%d"`, "FEAT-6.json" }),
	basic.with("the name of the file is the id", func(s *shape) {
		s.id, s.file, s.link, s.next = "", "step-%d.json", `"step-%d"`, "step-6.json"
	}),
	basic.with("name", func(s *shape) { s.title, s.text = "name", "notes" }),
	basic.with("summary and details", func(s *shape) { s.title, s.text = "summary", "details" }),
	basic.with("body", func(s *shape) { s.text = "body" }),
	basic.with("no description", func(s *shape) { s.text = ""; s.refuse = map[string]string{"describe": "keep no description"} }),
	basic.with("state", func(s *shape) { s.status, s.words = "state", "todo doing done" }),
	basic.with("open and closed", func(s *shape) { s.words = "open in_progress closed" }),
	basic.with("open and done", func(s *shape) { s.words = "open in_progress done" }),
	basic.with("capitals", func(s *shape) { s.words = "OPEN IN_PROGRESS DONE" }),
	basic.with("hyphens", func(s *shape) { s.words = "not-started in-progress done" }),
	basic.with("spaces", func(s *shape) { s.words = "To_Do In_Progress Done" }),
	basic.with("camel case", func(s *shape) { s.words = "pending inProgress completed" }),
	basic.with("owner", func(s *shape) { s.owner, s.nobody = "owner", `""` }),
	basic.with("assigned_to", func(s *shape) { s.owner, s.nobody = "assigned_to", "absent" }),
	basic.with("assignedTo", func(s *shape) { s.owner, s.nobody = "assignedTo", "[]" }),
	basic.with("an owner that is 0", func(s *shape) { s.nobody = "0" }),
	basic.with("an owner that is false", func(s *shape) { s.nobody = "false" }),
	basic.with("an owner that is an object", func(s *shape) { s.nobody = "{}" }),
	basic.with("no owner", func(s *shape) { s.owner = ""; s.refuse = map[string]string{"assign": "keeps no owner"} }),
	basic.with("blocked_by", func(s *shape) {
		s.waits = "blocked_by"
		s.ids = `"task-%d"`
		s.file = "task-%d.json"
		s.next = "task-6.json"
	}),
	basic.with("dependsOn", func(s *shape) { s.waits = "dependsOn" }),
	basic.with("dependencies", func(s *shape) { s.waits = "dependencies" }),
	basic.with("deps", func(s *shape) { s.waits, s.ids = "deps", "%d" }),
	basic.with("links in the context", func(s *shape) { s.waits = "context.depends_on" }),
	basic.with("links in the metadata", func(s *shape) { s.waits = "meta.depends_on" }),
	basic.with("links in the context with more", func(s *shape) {
		s.waits, s.more, s.next = "context.depends_on", `"context": {"area": "#"}`, ""
		s.refuse = map[string]string{"add": "“context”"}
	}),
	basic.with("both sides of links", func(s *shape) { s.waits, s.blocks = "blockedBy", true }),
	basic.with("no links", func(s *shape) {
		s.waits = ""
		s.refuse = map[string]string{"link": "no file here names what a task waits for"}
	}),
	basic.with("a list of objects", func(s *shape) {
		s.link = `{"id": "%d", "type": "blocks"}`
		s.refuse = map[string]string{"link": "more than ids"}
	}),
	basic.with("times", func(s *shape) { s.more = `"created_at": "2026-11-0#T10:00:00Z", "updatedAt": 179000000#` }),
	basic.with("days", func(s *shape) { s.more = `"created": "2026-11-0#"` }),
	basic.with("what all have", func(s *shape) { s.more = `"version": 3, "labels": ["a", "b"]` }),
	basic.with("what some have empty", func(s *shape) { s.more = `"labels": [], "note": null, "by": ""` }),
	basic.with("a priority", func(s *shape) {
		s.more, s.next = `"priority": #`, ""
		s.refuse = map[string]string{"add": "“priority”"}
	}),
	basic.with("slugs", func(s *shape) {
		s.file, s.ids, s.next = "%d-step.json", `"%d-step"`, "a-new-one.json"
	}),
	basic.with("two members for the state", func(s *shape) {
		s.more = `"done": false`
		why := "its state is kept in two members"
		s.refuse = map[string]string{"claim": why, "complete": why, "release": why}
		s.next = ""
	}),
	basic.with("another owner", func(s *shape) {
		s.more, s.next = `"claimed_by": "someone"`, "6.json"
		s.refuse = map[string]string{"claim": "claimed_by", "release": "claimed_by"}
	}),
	basic.with("true or false", func(s *shape) {
		s.status, s.words = "passes", "false - true"
		s.refuse = map[string]string{"claim": "only true or false", "release": "nobody has it"}
	}),
}

// files returns the files of the shape.
func (s shape) files() map[string]string {
	files := map[string]string{}
	words := strings.Fields(s.words)
	word := func(i int) string {
		if words[i] == "true" || words[i] == "false" || words[i] == "-" {
			return strings.Replace(words[i], "-", "false", 1)
		}
		w := words[i]
		if s.name == "spaces" {
			w = strings.ReplaceAll(w, "_", " ")
		}
		return strconv.Quote(w)
	}
	waits, back := [][]int{nil, nil, {1}, {3}, nil}, [][]int{{3}, nil, {4}, nil, nil}
	state, owner := []int{2, 1, 0, 0, 0}, []string{"mia", "bob", "", "", ""}
	list := func(all []int) string {
		link := s.link
		if link == "" {
			link = s.ids
		}
		var ids []string
		for _, n := range all {
			ids = append(ids, fmt.Sprintf(link, n))
		}
		return "[" + strings.Join(ids, ", ") + "]"
	}
	for i := range 5 {
		n := i + 1
		var members []string
		add := func(name, value string) {
			if name != "" {
				members = append(members, strconv.Quote(name)+": "+value)
			}
		}
		if s.id != "" {
			add(s.id, fmt.Sprintf(s.ids, n))
		}
		title := fmt.Sprintf("Täsk %d", n)
		if s.name == "slugs" {
			title = fmt.Sprintf("%d: Step!", n)
		}
		add(s.title, strconv.Quote(title))
		add(s.text, `"what \"it\" is"`)
		add(s.status, word(state[i]))
		who := strconv.Quote(owner[i])
		if owner[i] == "" {
			who = s.nobody
		}
		if who != "absent" {
			add(s.owner, who)
		}
		more := strings.ReplaceAll(s.more, "#", strconv.Itoa(n))
		outer, inner, nested := strings.Cut(s.waits, ".")
		switch {
		case nested && strings.HasPrefix(more, strconv.Quote(outer)):
			more = strings.Replace(more, "{", "{"+strconv.Quote(inner)+": "+list(waits[i])+", ", 1)
		case nested:
			add(outer, "{"+strconv.Quote(inner)+": "+list(waits[i])+"}")
		default:
			add(s.waits, list(waits[i]))
		}
		if s.blocks {
			add("blocks", list(back[i]))
		}
		if more != "" {
			members = append(members, more)
		}
		var out bytes.Buffer
		raw := []byte("{" + strings.Join(members, ", ") + "}")
		switch s.layout {
		case "2":
			_ = json.Indent(&out, raw, "", "  ")
		case "4":
			_ = json.Indent(&out, raw, "", "    ")
			out.WriteByte('\n')
		case "tab":
			_ = json.Indent(&out, raw, "", "\t")
		default:
			out.Write(raw)
		}
		files[fmt.Sprintf(s.file, n)] = out.String()
	}
	return files
}

// readAll returns the files of a directory.
func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	testdir.Must(t, err)
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		testdir.Must(t, err)
		files[e.Name()] = string(raw)
	}
	return files
}

// span is the place of a member in a text.
type span struct{ name, value [2]int }

// spans returns where the members of an object are.
func spans(t *testing.T, raw string) (names []string, at map[string]span) {
	t.Helper()
	at = map[string]span{}
	d := json.NewDecoder(strings.NewReader(raw))
	_, err := d.Token()
	for err == nil && d.More() {
		var key json.Token
		if key, err = d.Token(); err == nil {
			from := strings.LastIndexByte(raw[:d.InputOffset()-1], '"')
			var value json.RawMessage
			err = d.Decode(&value)
			end := int(d.InputOffset())
			names = append(names, key.(string))
			at[key.(string)] = span{[2]int{from, int(d.InputOffset())}, [2]int{end - len(value), end}}
		}
	}
	testdir.Must(t, err)
	return names, at
}

// differ returns the members in which two texts differ, and fails if they differ anywhere else.
func differ(t *testing.T, before, after string) (changed []string) {
	t.Helper()
	_, was := spans(t, before)
	names, is := spans(t, after)
	rest := after
	for _, name := range slices.Backward(names) { // from the end, so that earlier places stay
		now, old := after[is[name].value[0]:is[name].value[1]], ""
		span, had := was[name]
		if had {
			old = before[span.value[0]:span.value[1]]
		}
		switch {
		case had && old == now:
		case had:
			changed = append(changed, name)
			rest = rest[:is[name].value[0]] + old + rest[is[name].value[1]:]
		default: // it was added: without it, and the comma before it, the text is what it was
			changed = append(changed, name)
			rest = rest[:strings.LastIndexByte(rest[:is[name].name[0]], ',')] + rest[is[name].value[1]:]
		}
	}
	for name := range was {
		if _, has := is[name]; !has {
			changed = append(changed, name)
			return slices.Sorted(slices.Values(changed)) // a removed member is compared when it is back
		}
	}
	if rest != before {
		t.Errorf("more than %v differs:\n%s\n%s", changed, before, after)
	}
	return slices.Sorted(slices.Values(changed))
}

// allowed opens a directory whose form a person has allowed to edit.
func allowed(t *testing.T, dir, id string) *verbs.Session {
	t.Helper()
	o := verbs.Options{}
	o.Finder.Options.State = t.TempDir()
	s := openOptions(t, dir, o)
	if s.Form() == nil {
		t.Fatalf("no form was inferred: %s", s.Traits().ReadOnly)
	}
	_, err := s.Do(t.Context(), tasks.VerbDelete, id, true)
	if no, _ := errors.AsType[board.Refusal](err); no.Form == nil {
		t.Errorf("without a person's word: %v", err)
	}
	testdir.Must(t, s.Allow(t.Context(), s.Form()), s.Close())
	return openOptions(t, dir, o)
}

// What a person does changes the members it must change and no other byte, and undoing all of it gives every byte back.
func TestEveryFormIsEditedInPlace(t *testing.T) {
	testdir.InOneGoroutine(t)
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "items")
			testdir.Must(t, os.Mkdir(dir, 0o755))
			for name, raw := range s.files() {
				testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o644))
			}
			began := readAll(t, dir)
			v := &editor{t: t, shape: s, dir: dir}
			v.Session = allowed(t, dir, v.idOf(5))
			v.acts()
			for v.edits > 0 {
				_, err := v.Undo(t.Context())
				testdir.Must(t, err)
				v.edits--
			}
			if ended := readAll(t, dir); !maps.Equal(began, ended) {
				t.Errorf("undone:\n%v\nbefore:\n%v", ended, began)
			}
		})
	}
}

// editor carries out the acts on one directory.
type editor struct {
	*verbs.Session
	t     *testing.T
	shape shape
	dir   string
	edits int
}

func (v *editor) file(n int) string { return fmt.Sprintf(v.shape.file, n) }

func (v *editor) idOf(n int) string {
	if v.shape.id == "" {
		return strings.TrimSuffix(v.file(n), ".json")
	}
	return strings.Trim(fmt.Sprintf(v.shape.ids, n), `"`)
}

// act carries out one act, which changes these members of these files. It returns the files before it.
func (v *editor) act(name string, do func() error, want map[string]string) {
	v.t.Helper()
	before := readAll(v.t, v.dir)
	err := do()
	after := readAll(v.t, v.dir)
	if why := v.shape.refuse[name]; why != "" {
		if err == nil || !strings.Contains(err.Error(), why) || !maps.Equal(before, after) {
			v.t.Errorf("%s: %v, want %q", name, err, why)
		}
		return
	}
	if err != nil {
		v.t.Errorf("%s: %v", name, err)
		return
	}
	v.edits++
	got := map[string]string{}
	for file, raw := range after {
		switch was, had := before[file]; {
		case !had:
			got[file] = "made"
		case was != raw:
			got[file] = strings.Join(differ(v.t, was, raw), " ")
		}
	}
	for file := range before {
		if _, has := after[file]; !has {
			got[file] = "gone"
		}
	}
	if !maps.Equal(got, want) {
		v.t.Errorf("%s changes %v, want %v", name, got, want)
	}
}

func (v *editor) acts() {
	ctx, s := v.t.Context(), v.shape
	do := func(verb tasks.Verb, n int) func() error {
		return func() error { _, err := v.Do(ctx, verb, v.idOf(n), true); return err }
	}
	both := strings.Join(slices.Sorted(slices.Values(strings.Fields(s.owner+" "+s.status))), " ")
	waits, _, _ := strings.Cut(s.waits, ".")
	before := readAll(v.t, v.dir)
	v.act("claim", do(tasks.VerbClaim, 3), map[string]string{v.file(3): both})
	v.act("release", do(tasks.VerbRelease, 3), map[string]string{v.file(3): both})
	if now := readAll(v.t, v.dir); !maps.Equal(before, now) {
		v.t.Errorf("claimed and released:\n%s\nbefore:\n%s", now[v.file(3)], before[v.file(3)])
	}
	v.act("complete", do(tasks.VerbComplete, 3), map[string]string{v.file(3): s.status})
	if s.refuse["complete"] == "" {
		v.act("reopen", do(tasks.VerbReopen, 3), map[string]string{v.file(3): s.status})
	}
	linked := map[string]string{v.file(5): waits}
	if s.blocks {
		linked[v.file(3)] = "blocks"
	}
	v.act("link", func() error { _, err := v.Link(ctx, v.idOf(5), v.idOf(3), true); return err }, linked)
	if s.refuse["link"] == "" {
		v.act("unlink", func() error { _, err := v.Unlink(ctx, v.idOf(5), v.idOf(3), true); return err }, linked)
		v.act("link", func() error { _, err := v.Link(ctx, v.idOf(5), v.idOf(3), true); return err }, linked)
	}
	edit := func(to verbs.Fields) func() error {
		return func() error { _, err := v.Edit(ctx, v.idOf(4), to, true); return err }
	}
	text, who := "Ein anderer \"Titel\"", "zoe"
	v.act("title", edit(verbs.Fields{Subject: &text}), map[string]string{v.file(4): s.title})
	v.act("describe", edit(verbs.Fields{Description: &text}), map[string]string{v.file(4): s.text})
	if s.name != "another owner" {
		v.act("assign", edit(verbs.Fields{Owner: &who}), map[string]string{v.file(4): s.owner})
	}
	if s.next == "" && s.refuse["add"] == "" {
		return
	}
	draft, made := verbs.Draft{Subject: "A new one"}, map[string]string{s.next: "made"}
	if s.refuse["link"] == "" {
		draft.BlockedBy = []string{v.idOf(5)}
	}
	if s.blocks {
		made[v.file(5)] = "blocks"
	}
	v.act("add", func() error { _, err := v.Add(ctx, []verbs.Draft{draft}, true); return err }, made)
	if s.next != "" {
		v.checkNew()
	}
	v.act("delete", do(tasks.VerbDelete, 5), map[string]string{v.file(5): "gone"})
}

// checkNew checks that a new file has the members of the others, in their order.
func (v *editor) checkNew() {
	files := readAll(v.t, v.dir)
	made, _ := spans(v.t, files[v.shape.next])
	like, _ := spans(v.t, files[v.file(1)])
	if v.shape.nobody == "absent" {
		like = slices.DeleteFunc(like, func(name string) bool { return name == v.shape.owner })
	}
	if !slices.Equal(made, like) {
		v.t.Errorf("the new file has %v, the others %v:\n%s", made, like, files[v.shape.next])
	}
}

// folder writes files, "name {...}" a line each, and returns their directory.
func folder(t *testing.T, lines string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "items")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		name, raw, _ := strings.Cut(strings.TrimSpace(line), " ")
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o644))
	}
	return dir
}

const (
	first  = `{"id": "1", "title": "One", "status": "todo", "assignee": null, "depends_on": []}`
	second = `{"id": "2", "title": "Two", "status": "done", "assignee": "bob", "depends_on": ["1"]}`
	two    = "1.json " + first + "\n2.json " + second + "\n"
)

// What cannot be inferred is only shown, and says why.
func TestWhatHasNoFormIsOnlyShown(t *testing.T) {
	for lines, want := range map[string]string{
		`a.json {"id": "1", "title": "One", "command": "make"}` + "\n" + `b.json {"id": "2", "title": "Two", "command": "test"}`: "no status in these files; 2 of 2 JSON files are no tasks",
		`a.json {"id": "1", "status": "todo"}` + "\n" + `b.json {"id": "2", "status": "done"}`:                                   "no title in these files",
		two + `x.json {"a": 1}` + "\n" + `y.json {"a": 1}` + "\n" + `z.json {"a": 1}`:                                            "only 2 of 5 JSON files are alike; 3 of 5 JSON files are no tasks",
		`TEMPLATE.json {"id": "T-1", "title": "A", "status": "todo"}`:                                                            "one file alone shows no form",
		strings.NewReplacer("todo", "soaring", "done", "landed").Replace(two):                                                    "most files have a status whose word is not known here",
		strings.ReplaceAll(two, `"title"`, `"lockedBy": "", "subject"`):                                                          "ClawTeam",
		strings.ReplaceAll(two, `"title"`, `"version": 1, "claim": {}, "subject"`):                                               "oh-my-claudecode",
		strings.ReplaceAll(two, `"title"`, `"threadID": "s", "subject"`):                                                         "oh-my-openagent",
	} {
		dir := folder(t, lines)
		s := openOptions(t, dir, verbs.Options{})
		before := readAll(t, dir)
		_, err := s.Add(t.Context(), []verbs.Draft{{Subject: "x"}}, true)
		if s.Form() != nil || !strings.Contains(s.Traits().ReadOnly+s.Traits().Title, want) || err == nil || !maps.Equal(before, readAll(t, dir)) {
			t.Errorf("%s\n is %q, want %q: %v", lines, s.Traits().ReadOnly, want, err)
		}
	}
}

// Folders as people, models and tools have them. An act is done, or refused with a sentence; nothing else changes.
func TestRealFormsSayWhatTheyRefuse(t *testing.T) {
	const done = ""
	five := func(line string) (all string) {
		for n := range 5 {
			all += strings.ReplaceAll(line, "#", strconv.Itoa(n+1)) + "\n"
		}
		return all
	}
	for _, c := range []struct{ name, files, act, want string }{
		{"an index names two ids", two + `index.json {"tasks": [{"id": "1"}, {"id": "2"}]}`, "add", "index.json lists or counts these tasks too"},
		{"an index keeps tasks", two + `index.json {"tasks": ["1", "2"]}`, "delete 1", "index.json lists or counts these tasks too"},
		{"an index by name", two + `index.json {"files": {"1.json": 1, "2.json": 1}}`, "delete 1", "index.json lists or counts these tasks too"},
		{"an index is no obstacle to a claim", two + `index.json {"tasks": ["1", "2"]}`, "claim 1", done},
		{"a counter", two + `meta.json {"next_id": 3}`, "add", "meta.json lists or counts these tasks too"},
		{"a journal", two + `journal.ndjson {"id": "1"}`, "add", "journal.ndjson is a journal"},
		{"a database", two + `tasks.db x`, "delete 1", "tasks.db is a database"},
		{"a schema is no index", two + `schema.json {"type": "object", "required": ["id"]}`, "delete 1", done},
		{"a copy", two + "1(copy).json " + first, "claim 1.json", done},
		{"ready and blocked", `T1.json {"task_id": "T1", "title": "A", "status": "READY"}` + "\n" + `T2.json {"task_id": "T2", "title": "B", "status": "BLOCKED"}`, "claim T1", "no file here shows the word for in progress"},
		{"says blocked", strings.ReplaceAll(two, "todo", "blocked"), "claim 1", `its status is "blocked"`},
		{"says blocked, and is over", strings.ReplaceAll(two, "todo", "blocked"), "complete 1", done},
		{"says blocked, and is not", strings.ReplaceAll(two, "todo", "blocked") + `3.json {"id": "3", "title": "C", "status": "todo", "assignee": null, "depends_on": []}`, "reopen 1", done},
		{"a word that is not known", strings.ReplaceAll(two, "todo", "soaring"), "claim 1", "its status is \"soaring\""},
		{"review", strings.ReplaceAll(two, "done", "in_review"), "claim 1", done},
		{"a text with commas", five(`#.json {"id": "#", "title": "A #", "status": "todo", "deps": "1, 2"}`), "link 3 4", "is one text"},
		{"a text with commas is read", five(`#.json {"id": "#", "title": "A #", "status": "todo", "deps": "1, 2"}`), "claim 4", "waits for A 1 and A 2"},
		{"links of two kinds", strings.Replace(two, `"depends_on": ["1"]`, `"depends_on": ["1"], "deps": ["9"]`, 1), "unlink 2 1", "it also keeps links in “deps”"},
		{"links that are not understood", strings.Replace(two, `"depends_on": []`, `"depends_on": [[1]]`, 1), "claim 1", "elements that are not understood"},
		{"an owner that is no name", strings.Replace(two, `"assignee": null`, `"assignee": {"name": "x"}`, 1), "claim 1", "is no name"},
		{"a second owner", strings.Replace(two, `"assignee": null`, `"assignee": null, "worker": "w1"`, 1), "claim 1", "“worker” says who has it"},
		{"parts of numbers", `task-1.json {"id": "1", "title": "A", "status": "Finished"}` + "\n" + `task-1_1.json {"id": "1_1", "title": "B", "status": "Pending"}`, "add", "the ids here follow no rule"},
		{"stories", five(`US-00#.json {"id": "US-00#", "title": "A #", "status": "todo", "dependencies": []}`), "add", done},
		{"a task manager", five(`task_00000#.json {"id": "task_00000#", "subject": "A #", "status": "pending", "owner": null, "blocked_by": [], "metadata": {"n": #}, "created_at": "2026-07-09T17:33:40+08:00"}`), "add", "“metadata”"},
		{"links by a stem", five(`000#.json {"id": #, "title": "A #", "status": "backlog", "links": []}`), "claim 1", "the word for in progress"},
		{"a tool that counts", two + ".highwatermark 2", "add", ".highwatermark counts these tasks too"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, c.files)
			o := verbs.Options{}
			o.Finder.Options.State = t.TempDir()
			s := openOptions(t, dir, o)
			if s.Form() == nil {
				t.Fatalf("no form was inferred: %s", s.Traits().ReadOnly)
			}
			testdir.Must(t, s.Allow(t.Context(), s.Form()), s.Close())
			s = openOptions(t, dir, o)
			before := readAll(t, dir)
			word := strings.Fields(c.act)
			var err error
			switch word[0] {
			case "add":
				_, err = s.Add(t.Context(), []verbs.Draft{{Subject: "new"}}, true)
			case "link":
				_, err = s.Link(t.Context(), word[1], word[2], true)
			case "unlink":
				_, err = s.Unlink(t.Context(), word[1], word[2], true)
			default:
				verb := map[string]tasks.Verb{"claim": tasks.VerbClaim, "complete": tasks.VerbComplete, "reopen": tasks.VerbReopen, "delete": tasks.VerbDelete}[word[0]]
				_, err = s.Do(t.Context(), verb, word[1], c.want == done)
			}
			switch after := readAll(t, dir); {
			case c.want == done && err != nil:
				t.Error(err)
			case c.want == done && maps.Equal(before, after):
				t.Error("nothing was changed")
			case c.want != done && (err == nil || !strings.Contains(err.Error(), c.want) || !maps.Equal(before, after)):
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A person's word is about one directory and one form of its files.
func TestAPersonsWordIsKeptForTheDirectoryAndTheForm(t *testing.T) {
	o := verbs.Options{}
	o.Finder.Options.State = t.TempDir()
	dir := folder(t, two)
	asked := func() bool {
		t.Helper()
		s := openOptions(t, dir, o)
		defer s.Close()
		if s.Form() == nil {
			t.Fatalf("no form was inferred: %s", s.Traits().ReadOnly)
		}
		return !s.Form().Allowed
	}
	allow := func() {
		t.Helper()
		s := openOptions(t, dir, o)
		testdir.Must(t, s.Allow(t.Context(), s.Form()), s.Close())
		if asked() {
			t.Error("it is asked again")
		}
	}
	write := func(name, raw string) { testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o644)) }
	if !asked() {
		t.Error("nobody is asked")
	}
	allow()
	write("3.json", strings.NewReplacer(`"1"`, `"3"`, "todo", "in_progress", `"title"`, `"extra": 1, "title"`).Replace(first))
	if asked() {
		t.Error("the word that was expected, and another member, are asked about")
	}
	write("3.json", strings.NewReplacer(`"1"`, `"3"`, "todo", "doing").Replace(first))
	if !asked() {
		t.Error("another word is not asked about")
	}
	testdir.Must(t, os.Remove(filepath.Join(dir, "3.json")))
	if asked() {
		t.Error("the form is the one that was allowed")
	}
	write("3.json", strings.NewReplacer(`"1"`, `"3"`, "todo", "open").Replace(first))
	if asked() {
		t.Error("a second word for a state is asked about")
	}
	write("1.json", strings.Replace(first, "todo", "done", 1))
	if asked() {
		t.Error("the first of two words for a state is used up, and it is asked again")
	}
	write("1.json", first)
	testdir.Must(t, os.Remove(filepath.Join(dir, "3.json")))
	only := o
	only.Finder.Options.ReadOnly = true
	if s := openOptions(t, dir, only); s.Form().Allowed {
		t.Error("it may be edited although it is opened for reading only")
	}
	s := openOptions(t, dir, o)
	testdir.Must(t, s.Allow(t.Context(), nil), s.Close())
	if !asked() {
		t.Error("it was taken back, and is still allowed")
	}
	allow()
	testdir.Must(t, os.Rename(dir, dir+".old"), os.CopyFS(dir, os.DirFS(dir+".old")))
	if !asked() {
		t.Error("another directory in its place is not asked about")
	}
	allow()
	for name, raw := range readAll(t, dir) {
		write(name, strings.ReplaceAll(raw, "assignee", "owner"))
	}
	if !asked() {
		t.Error("another member for the owner is not asked about")
	}
}

// Whoever writes such files may lock them in any way: a lock of another program is waited for, and then the edit gives up.
func TestALockNextToTheTasksIsWaitedFor(t *testing.T) {
	dir := folder(t, two)
	s := allowed(t, dir, "1")
	testdir.Must(t, os.Mkdir(filepath.Join(dir, "tasks.lock"), 0o755))
	_, err := s.Do(t.Context(), tasks.VerbClaim, "1", false)
	if f := s.Explain(err); f.Exit != verbs.ExitConflict {
		t.Errorf("exit %d: %v", f.Exit, err)
	}
	testdir.Must(t, os.Remove(filepath.Join(dir, "tasks.lock")))
	if _, err := s.Do(t.Context(), tasks.VerbClaim, "1", false); err != nil {
		t.Error(err)
	}
}

// New parts wait for the task that is split, and no list of another task is changed.
func TestASplitOfAnInferredFormChangesNoOtherTask(t *testing.T) {
	dir := folder(t, two)
	s := allowed(t, dir, "1")
	before := readAll(t, dir)
	_, err := s.Split(t.Context(), "1", "A\nB", false)
	testdir.Must(t, err)
	after := readAll(t, dir)
	for name, raw := range before {
		if after[name] != raw {
			t.Errorf("%s: %s", name, after[name])
		}
	}
	if len(after) != len(before)+2 {
		t.Errorf("there are %d files", len(after))
	}
}

// A file says nobody again as it did before it was claimed, however its siblings do.
func TestAReleaseGivesBackHowTheFileSaidNobody(t *testing.T) {
	for _, nobody := range []string{`"assignee": [ ], `, `"assignee": "", `, `"assignee": {}, `, `"assignee": 0, `, ``} {
		dir := folder(t, two+"3.json "+strings.NewReplacer(`"1"`, `"3"`, `"assignee": null, `, nobody).Replace(first)+"\n"+
			"4.json "+strings.Replace(first, `"1"`, `"4"`, 1))
		s, before := allowed(t, dir, "3"), readAll(t, dir)["3.json"]
		_, err := s.Do(t.Context(), tasks.VerbClaim, "3", true)
		testdir.Must(t, err)
		_, err = s.Do(t.Context(), tasks.VerbRelease, "3", true)
		testdir.Must(t, err)
		if after := readAll(t, dir)["3.json"]; after != before {
			t.Errorf("before the claim:\n%s\nafter the release:\n%s", before, after)
		}
	}
}

// Others may write a file between an edit and its undo. The status and the owner are then what they were, in the
// file's own members and words, and what others wrote stays.
func TestUndoAfterAnotherWriterRestoresTheMembersOfTheForm(t *testing.T) {
	const line = `{"id": "1", "title": "One", "state": "BEGIN", "assignee": NOBODY, "note": "a"}`
	const done = `2.json {"id": "2", "title": "Two", "state": "done", "assignee": "bob", "note": "a"}` + "\n"
	const open = `3.json {"id": "3", "title": "Three", "state": "todo", "assignee": null, "note": "a"}` + "\n"
	more := strings.ReplaceAll(open, "3", "4")
	complete, claim := tasks.VerbComplete, tasks.VerbClaim
	for _, c := range []struct {
		name, began string
		verb        tasks.Verb
	}{
		{"a word that is not known", strings.NewReplacer("BEGIN", "in review", "NOBODY", `"mia"`).Replace(line), complete},
		{"another word that is known", strings.NewReplacer("BEGIN", "OPEN", "NOBODY", `""`).Replace(line), claim},
		{"nobody, otherwise than most", strings.NewReplacer("BEGIN", "todo", "NOBODY", `[ ]`).Replace(line), claim},
		{"no member for the owner", strings.NewReplacer("BEGIN", "todo", `"assignee": NOBODY, `, "").Replace(line), claim},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, "1.json "+c.began+"\n"+done+open+more)
			s, path := allowed(t, dir, "1"), filepath.Join(dir, "1.json")
			theirs := func(raw string) string { return strings.Replace(raw, `"note": "a"`, `"note": "theirs"`, 1) }
			_, err := s.Do(t.Context(), c.verb, "1", true)
			testdir.Must(t, err)
			testdir.Must(t, os.WriteFile(path, []byte(theirs(readAll(t, dir)["1.json"])), 0o644))
			_, err = s.Undo(t.Context())
			testdir.Must(t, err)
			if got, want := readAll(t, dir)["1.json"], theirs(c.began); got != want {
				t.Errorf("undone:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
