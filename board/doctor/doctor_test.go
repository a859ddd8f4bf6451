package doctor_test

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sideboard/board/doctor"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// fault is one thing that is put wrong in a directory where all is well. It answers false if the dialect cannot
// have that fault.
type fault struct {
	what string
	make func(o *folder) bool
}

// text is a fault in the bytes of task 4's file.
func text(change func(string) string) func(o *folder) bool {
	return func(o *folder) bool {
		was := o.tasks[4].String()
		now := change(was)
		o.write(o.file(4), now)
		return now != was
	}
}

func without(key string) func(o *folder) bool {
	return func(o *folder) bool {
		had := len(o.tasks[4])
		o.tasks[4] = o.tasks[4].drop(key)
		return len(o.tasks[4]) < had
	}
}

func with(key, value string) func(o *folder) bool {
	return func(o *folder) bool {
		o.tasks[4] = o.tasks[4].set(key, value)
		return true
	}
}

// instead is a value in the place of another, where the dialect has that key.
func instead(key, value string) func(o *folder) bool {
	return func(o *folder) bool {
		had := len(o.tasks[4])
		o.tasks[4] = o.tasks[4].set(key, value)
		return len(o.tasks[4]) == had
	}
}

func said(do func(o *folder)) func(o *folder) bool {
	return func(o *folder) bool { do(o); return true }
}

// other is an entry next to the tasks, under the name a task would have.
func other(stem string, lay func(path string) error) func(o *folder) bool {
	return said(func(o *folder) { testdir.Must(o.t, lay(o.path(stem+".json"))) })
}

func faults() []fault {
	stale := func(o *folder, name string) {
		testdir.Must(o.t, os.Mkdir(o.path(name), 0o755))
		o.age(name)
	}
	file := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o644) }
	}
	return []fault{
		{"nothing", said(func(*folder) {})},
		{"an empty file", text(func(string) string { return "" })},
		{"a file cut in half", text(func(s string) string { return s[:len(s)/2] })},
		{"a byte order mark", text(func(s string) string { return "\ufeff" + s })},
		{"text in GBK", text(func(s string) string { return strings.Replace(s, "subject of", "\xb1\xe0\xd0\xb4", 1) })},
		{"an array", text(func(string) string { return "[]" })},
		{"line ends of Windows", text(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })},
		{"UTF-16", text(func(s string) string { return "\xff\xfe" + strings.Join(strings.Split(s, ""), "\x00") + "\x00" })},
		{"both sides of a merge", text(func(s string) string {
			return "<<<<<<< HEAD\n" + s + "\n=======\n" + strings.Replace(s, "subject of", "x", 1) + "\n>>>>>>> b\n"
		})},
		{"a key twice", text(func(s string) string {
			return strings.Replace(s, `"subject"`, `"subject": "x",`+"\n  "+`"subject"`, 1)
		})},
		{"a key nobody knows", with("updatedAt", "1")},
		{"an empty key nobody knows", with("x", "null")},
		{"a worktree", with("worktree", "null")},
		{"metadata", with("metadata", "{}")},
		{"a key of another spelling", with("activeForm", `"Doing"`)},
		{"no id", without("id")},
		{"no subject", without("subject")},
		{"no description", without("description")},
		{"no status", without("status")},
		{"no owner", without("owner")},
		{"no blockedBy", without("blockedBy")},
		{"no blocked_by", without("blocked_by")},
		{"no blocks", without("blocks")},
		{"no active form", without("active_form")},
		{"description null", instead("description", "null")},
		{"active form null", instead("active_form", "null")},
		{"subject a number", instead("subject", "7")},
		{"owner null", with("owner", "null")},
		{"owner a number", with("owner", "7")},
		{"blockedBy null", instead("blockedBy", "null")},
		{"blocked_by null", instead("blocked_by", "null")},
		{"blocks null", instead("blocks", "null")},
		{"blocks a list of objects", instead("blocks", "[{}]")},
		{"a blocker in a word nobody knows", said(func(o *folder) { o.wait(4, 2).status(2, "Done") })},
		{"status done", with("status", `"done"`)},
		{"an id of the other type", func(o *folder) bool {
			if strings.HasPrefix(o.id(4), "task_") {
				return false
			}
			o.tasks[4] = o.tasks[4].set("id", map[bool]string{true: `"4"`, false: "4"}[o.num])
			return !o.num // the dict agents take both
		}},
		{"the id of nobody", said(func(o *folder) { o.write(o.file(4), strings.Replace(o.tasks[4].String(), o.raw(4), o.raw(8), 1)) })},
		{"a copy of a task that is not finished", said(func(o *folder) { o.write(o.file(7), o.tasks[4].String()) })},
		{"a copy of a task that is completed", said(func(o *folder) { o.write(o.file(7), o.tasks[1].String()) })},
		{"a copy by Syncthing that says more", said(func(o *folder) {
			text := strings.NewReplacer(`"pending"`, `"completed"`, "subject of", "more of").Replace(o.tasks[4].String())
			o.write(strings.TrimSuffix(o.file(4), ".json")+".sync-conflict-20261126-193000-ABCDEFG.json", text)
		})},
		{"a copy by Dropbox of a task that is not finished", said(func(o *folder) {
			o.write(strings.TrimSuffix(o.file(4), ".json")+" (host's conflicted copy 2026-11-26).json", o.tasks[4].String())
		})},
		{"a copy under the name of no task", said(func(o *folder) { o.write("copy.json", o.tasks[4].String()) })},
		{"a task under the name of none", said(func(o *folder) {
			o.write("copy.json", o.tasks[4].String())
			o.lay()
			testdir.Must(o.t, os.Remove(o.path(o.file(4))))
		})},
		{"a name that tells no number", other("task_draft", file("{}"))},
		{"a name of another lesson", other("task_1778000000_ab3f", func(path string) error {
			return os.WriteFile(path, []byte(`{"id":"task_1778000000_ab3f"}`), 0o644)
		})},
		{"a file with dots before its name", other(".x", file("{}"))},
		{"a broken file with dots before its name", other(".y", file("{"))},
		{"a link with dots before its name", said(func(o *folder) {
			o.write("kept.txt", "[]")
			testdir.Must(o.t, os.Symlink("kept.txt", o.path(".z.json")))
		})},
		{"JSON that is no task", other("index", file(`{"worktrees":[]}`))},
		{"a broken file that is no task", other("notes", file("{"))},
		{"a list that is no task", other("current_todos", file("[]"))},
		{"a file that is no JSON", said(func(o *folder) { o.write("notes.csv", "hello") })},
		{"a directory named like a task", said(func(o *folder) { testdir.Must(o.t, os.Mkdir(o.path(o.file(9)), 0o755)) })},
		{"a pipe named like a task", func(o *folder) bool { return !errors.Is(pipe(o.path(o.file(9))), errors.ErrUnsupported) }},
		{"a link to nowhere", said(func(o *folder) { testdir.Must(o.t, os.Symlink("nowhere", o.path(o.file(9)))) })},
		{"a link inside", said(func(o *folder) {
			o.lay()
			testdir.Must(o.t, os.Rename(o.path(o.file(4)), o.path("kept.txt")), os.Symlink("kept.txt", o.path(o.file(4))))
		})},
		{"a file that is too large", text(func(s string) string {
			return strings.Replace(s, "description of", strings.Repeat("x", 1<<20), 1)
		})},
		{"a missing blocker", said(func(o *folder) { o.wait(4, 9) })},
		{"a missing blocker of a completed task", said(func(o *folder) { o.wait(1, 9) })},
		{"a missing blocker of a running task", said(func(o *folder) { o.wait(2, 9) })},
		{"a self-link", said(func(o *folder) { o.wait(4, 4) })},
		{"a self-link of a running task", said(func(o *folder) { o.wait(2, 2) })},
		{"a loop", said(func(o *folder) { o.wait(4, 5).wait(3, 4) })},
		{"a loop through a running task", said(func(o *folder) { o.wait(2, 5) })},
		{"two loops in one knot", said(func(o *folder) { o.wait(4, 5).wait(3, 4).wait(3, 5) })},
		{"an owner on a pending task", said(func(o *folder) { o.own(4, "alice") })},
		{"a running task of nobody", said(func(o *folder) {
			if o.tasks[2] = o.tasks[2].set("owner", o.none); o.none == "" {
				o.tasks[2] = o.tasks[2].drop("owner")
			}
		})},
		{"a completed blocker in a list", said(func(o *folder) { o.wait(4, 1) })},
		{"a completed blocker in the list of a completed task", said(func(o *folder) { o.status(4, "completed").wait(4, 1) })},
		{"a blocker of the wrong type", func(o *folder) bool {
			raw := map[bool]string{true: `"` + o.id(2) + `"`, false: o.id(2)}[o.num]
			o.lists(4, o.waitsKey(), raw)
			return o.num || !strings.HasPrefix(raw, "task_")
		}},
		{"a completed blocker of the wrong type", func(o *folder) bool {
			o.lists(4, o.waitsKey(), `"`+o.id(1)+`"`)
			return o.num
		}},
		{"a name for a worktree", func(o *folder) bool {
			o.tasks[4] = o.tasks[4].set("worktree", `"wt"`)
			return strings.Contains(o.keys, "worktree")
		}},
		{"a link only the waiting one knows", said(func(o *folder) { o.lists(4, o.waitsKey(), o.raw(2)) })},
		{"a link only the blocker knows", func(o *folder) bool { o.lists(2, "blocks", o.raw(4)); return o.mirrors() }},
		{"blocks that name nobody", func(o *folder) bool { o.lists(2, "blocks", o.raw(9)); return o.mirrors() }},
		{"blocks of a completed task", func(o *folder) bool { o.lists(1, "blocks", o.raw(4)); return o.mirrors() }},
		{"a high-water mark that is too low", func(o *folder) bool {
			o.write(".highwatermark", "2")
			return o.name != refagents.V6Early && o.name != refagents.V9 // they keep none, and with one they are others
		}},
		{"a high-water mark above all", said(func(o *folder) { o.write(".highwatermark", "99") })},
		{"a lock that is a directory", said(func(o *folder) {
			testdir.Must(o.t, os.RemoveAll(o.path(".lock")), os.Mkdir(o.path(".lock"), 0o755))
			if o.name == refagents.ClaudeCode {
				o.age(".lock")
			}
		})},
		{"a lock directory left behind", said(func(o *folder) { stale(o, o.file(4)+".lock") })},
		{"a lock directory with something in it", said(func(o *folder) {
			stale(o, o.file(4)+".lock")
			testdir.Must(o.t, os.WriteFile(o.path(o.file(4)+".lock/x"), nil, 0o644))
			o.age(o.file(4) + ".lock")
		})},
		{"a file in the place of a lock", said(func(o *folder) { o.write(o.file(4)+".lock", "") })},
		{"a temporary file left behind", said(func(o *folder) { o.write(".sideboard-1.tmp", "{") })},
	}
}

func errorsIn(fs []doctor.Finding) bool { return doctor.Count(fs).Errors > 0 }

// inShort are the dialects of short tests, one of each family.
var inShort = []string{refagents.S07Blocks, refagents.S12, refagents.S13, refagents.V6, refagents.ClaudeCode}

// played are the dialects whose agents work in the folders.
func played() []form {
	return slices.DeleteFunc(forms(), func(f form) bool { return testing.Short() && !slices.Contains(inShort, f.name) })
}

func TestTheDoctorSaysErrorWhereTheAgentsAreStoppedAndRepairsIt(t *testing.T) {
	for _, f := range played() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			var all strings.Builder
			for _, fault := range faults() {
				o := newFolder(t, f)
				if !fault.make(o) {
					continue
				}
				o.lay()
				t.Run(fault.what, func(t *testing.T) {
					o.t = t
					fmt.Fprintf(&all, "%s:\n%s", fault.what, inWords(judged(t, o)))
				})
			}
			if slices.Contains(inShort, f.name) && runtime.GOOS != "windows" { // there are no pipes
				golden(t, f.name, all.String())
			}
		})
	}
}

// judged examines a folder and compares what is found with what its agents can do; then again after the repairs that do not
// ask, and after all of them.
func judged(t *testing.T, o *folder) []doctor.Finding {
	s, found := examine(t, o.dir)
	testdir.Must(t, s.Close())
	for _, asked := range []bool{false, true} {
		repairs := func(f doctor.Finding) bool { return f.Repair != nil && f.Repair.Asks == asked }
		if !slices.ContainsFunc(found, repairs) {
			continue
		}
		twin := o.twin(t)
		s, fs := examine(t, twin.dir)
		fs = repair(t, s, fs, asked)
		testdir.Must(t, s.Close())
		if slices.ContainsFunc(fs, repairs) {
			t.Errorf("not repaired: %s", listed(fs))
		}
		if why := suffers(t, twin); errorsIn(fs) != (why != "") {
			t.Errorf("after the repairs (asked: %v) the agents: %q; the doctor: %v", asked, why, listed(fs))
		}
	}
	if why := suffers(t, o); errorsIn(found) != (why != "") {
		t.Errorf("the agents: %q; the doctor: %v", why, listed(found))
	}
	return found
}
