package dialect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Other tools keep one file per task too, with rules that this package does not implement: their files are read, and
// never written. A file of no published design is read as far as it uses common words.

// A tool is known by its place, or by members that only it writes, never by the name of a file alone.
var (
	clawTeam = foreign("clawteam", "ClawTeam",
		"ClawTeam's agents lock and claim tasks in a way of their own").
		variant(func(sp *spec) { sp.traits.Blocked = tasks.ListNotEmpty })
	omc = foreign("omc", "oh-my-claudecode",
		"oh-my-claudecode's agents count versions and hold claims for a time")
	omo = foreign("omo", "oh-my-openagent",
		"oh-my-openagent's tasks belong to its own sessions")
	storybloq = foreign("storybloq", "Storybloq",
		"Storybloq's tickets belong to its own sessions and to git").variant(nests)
	trellis = foreign("trellis", "Trellis",
		"Trellis starts, finishes and archives tasks with its own scripts").variant(nests)
	gemini = foreign("gemini", "Gemini CLI tracker",
		"Gemini CLI fails on any file that it does not expect, and writes without a lock").
		variant(func(sp *spec) { sp.traits.Nests, sp.traits.HasOwner = true, false })

	// unknown is any other file.
	unknown = foreign("unknown", "other files", tasks.NoDesign).variant(nests)
)

// tool is where a tool keeps its tasks, and the members that only it writes.
type tool struct {
	is      *spec
	places  []string // the ends of the paths of its directories
	members []string // a file with all of these is its own
}

// tools are the tools whose files are only shown.
var tools = [...]tool{
	// task-<8 hex digits>.json, written under flock on .tasks.lock. A task with blockers has the status blocked;
	// completing one clears the lists and makes free tasks pending.
	{is: clawTeam, places: []string{".clawteam/tasks/*"}, members: []string{"lockedBy"}},
	// task-<n>.json, with a version, and a claim that expires.
	{is: omc, places: []string{".omc/state/team/*/tasks"}, members: []string{"version", "claim"}},
	// T-<uuid>.json, each of a session; every file with an unknown key is skipped.
	{is: omo, places: []string{"opencode/tasks/*"}, members: []string{"threadID"}},
	// <id>.json. A ticket with others below it (parentTicket) has no state of its own.
	{is: storybloq, places: []string{".story/tickets"}},
	// A folder with task.json for each task. Others name a task by its folder. There are no links but to parts, and
	// whoever creates a task is its assignee.
	{is: trellis, places: []string{".trellis/tasks", ".trellis/tasks/archive/*"}},
	// <6 hex digits>.json, also below a session. A task has no owner.
	{is: gemini, places: []string{".gemini/tmp/*/tracker", ".gemini/tmp/*/*/tracker"}},
}

// isUnknown reports whether nothing is known of the files but their words.
func (sp *spec) isUnknown() bool { return sp.traits.Dialect == unknown.traits.Dialect }

// onlyShown returns the sentence about files that are only shown, for a reason. Every screen, command and tool says it
// in these words.
func onlyShown(why string) string { return "only shown: " + why }

// foreign returns the dialect of a tool whose files are only shown, and why.
func foreign(name, title, why string) *spec {
	return &spec{
		traits: tasks.Traits{
			Dialect: name, Title: title, Blocked: tasks.UnfinishedOrMissing, HasOwner: true,
			ReadOnly: onlyShown(why),
		},
		ids:     noRule,
		reader:  reader{pending: true},
		foreign: true,
		finish:  `When it is done, complete it with the tool it belongs to.`,
	}
}

// nests makes the tasks of a dialect parts of others.
func nests(sp *spec) { sp.traits.Nests = true }

// toolOfPath returns the dialect of the tool whose directories of tasks have such a path, nil for none.
func toolOfPath(dir string) *spec {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	for _, tool := range tools {
		for _, end := range tool.places {
			n := len(parts) - strings.Count(end, "/") - 1
			if is, _ := path.Match(end, strings.Join(parts[max(0, n):], "/")); is {
				return tool.is
			}
		}
	}
	return nil
}

// otherForm is a file that is not of the form of most.
var otherForm = unknown.variant(func(sp *spec) {
	sp.traits.ReadOnly = onlyShown("it is not of the form of most files here")
})

// toolOf returns the dialect of the tool that alone writes such members, nil for none.
func (f *file) toolOf() *spec {
	lacks := func(name string) bool { _, has := f.Get(name); return !has }
	for _, tool := range tools {
		if len(tool.members) > 0 && !slices.ContainsFunc(tool.members, lacks) {
			return tool.is
		}
	}
	return nil
}

// wrapped returns the first member that is an object with a status and a subject or title, if the file itself has no
// subject, title or name; else nil.
func (f *file) wrapped() *file {
	if f.has(keySubject) || f.has(keyTitle) || f.has(keyName) {
		return nil
	}
	for _, m := range f.Object.Members() {
		if in := f.object(m); (in.has(keySubject) || in.has(keyTitle)) && in.has(keyStatus) {
			return in
		}
	}
	return nil
}

// isForeignField reports whether a record has a field for the key of a foreign file.
func isForeignField(k key) bool {
	return isField(k) && k != keyBlocks && k != keyWorktree || k == keyName || k == keyTitle || k == keyTaskID ||
		k == keyDependsOn
}

// The keys that other tools use, in addition to those of the known designs.
var (
	idNames    = [...]string{"task_id", "taskId"}
	ownerNames = [...]string{"assignee", "assigned_to", "assignedTo", "claimed_by", "claimedBy", "assigned_agent",
		"worker"}
	parentNames = [...]string{"parentTicket", "parentId"}
	statusNames = [...]string{"status", "state"}
	waitsNames  = [...]string{
		"depends_on", "dependsOn", "blockedBy", "blocked_by", "block_by", "dependencies", "deps", "depends",
		"waits_for", "waitsFor",
		"requires", "blockers", "prerequisites", "crossNodeBlockedBy",
	}
)

// firstText returns the first text that is not empty among the members with these keys.
func (f *file) firstText(names []string) string {
	for _, name := range names {
		if text := f.textNamed(name); text != "" {
			return text
		}
	}
	return ""
}

// foreignID returns the id of a task under another key, and whether there is one.
func (f *file) foreignID() (tasks.ID, bool) {
	for _, name := range idNames {
		if m, _ := f.Get(name); m.Kind == jsonedit.KindNumber {
			return tasks.ID{Text: string(f.Raw(m)), Num: true}, true
		}
	}
	id := tasks.ID{Text: f.firstText(idNames[:])}
	return id, !id.Empty()
}

// foreignSubject returns the first of a subject, a title and a name that is not empty, "" for none.
func (f *file) foreignSubject() string {
	for _, k := range [...]key{keySubject, keyTitle, keyName} {
		if text := f.textOf(k); text != "" {
			return text
		}
	}
	return ""
}

// foreignStatus returns a status in the words that tools share, and the word of a Foreign one.
func (f *file) foreignStatus() (tasks.Status, string) {
	word := ""
	for _, name := range statusNames {
		if m, ok := f.Get(name); ok {
			word = f.wordOf(m)
			break
		}
	}
	if s := tasks.StatusMeant(word); s != tasks.Foreign {
		return s, ""
	}
	return tasks.Foreign, word
}

// foreignWaits sets what a task waits for, under every key that tools use. If the design is unknown, a number and the
// text that looks like it are the same task.
func (f *file) foreignWaits(sp *spec, t *tasks.Task) {
	for _, name := range waitsNames {
		m, _ := f.Get(name)
		ids, more := f.firstIDs(m, tasks.MaxLinks-len(t.WaitsFor))
		if ids == nil {
			continue
		}
		for i := range ids {
			if sp.isUnknown() {
				ids[i].Num = t.ID.Num
			}
		}
		t.DroppedLinks, t.DroppedBlockers = t.DroppedLinks+uint32(more), t.DroppedBlockers || more > 0
		before := t.WaitsFor
		t.WaitsFor = append(before, slices.DeleteFunc(ids, func(id tasks.ID) bool {
			return slices.Contains(before, id)
		})...)
	}
}
