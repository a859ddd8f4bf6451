package matrix

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// samples reads a collection of folders that agents wrote, which is not part of the project.
func samples(t *testing.T) map[string]map[string]string {
	root := os.Getenv("SIDEBOARD_SAMPLES")
	if root == "" {
		t.Skip("SIDEBOARD_SAMPLES names no collection of folders")
	}
	folders := map[string]map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Dir(path) == root {
			return err
		}
		raw, err := os.ReadFile(path)
		dir, _ := filepath.Rel(root, filepath.Dir(path))
		if folders[dir] == nil {
			folders[dir] = map[string]string{}
		}
		folders[dir][e.Name()] = string(raw)
		return err
	})
	testdir.Must(t, err)
	return folders
}

func TestReadyIsWhatItsAgentsWouldStartInFoldersTheyWrote(t *testing.T) {
	as := map[string]string{"s11": refagents.SFull, "s07bidir": refagents.S07Blocks, "s17": refagents.S12, "s20": refagents.S18}
	judged := 0
	for dir, files := range samples(t) {
		top, name, _ := strings.Cut(dir, string(filepath.Separator))
		if top != "generated" {
			continue
		}
		if other, ok := as[name]; ok {
			name = other
		}
		d := sit(t, formOf(name), files)
		d.judged(dir)
		d.workOn()
		d.refresh()
		d.judged(dir + ", gone on")
		d.close()
		judged++
	}
	t.Logf("%d folders of known dialects", judged)
}

// part is a member of the object in a file: its name as spelled, its value, and both with the bytes before them.
type part struct{ name, value, whole string }

// parts takes an object apart; joined in order, with the bytes before and behind, they are the file.
func parts(raw string) (head string, all []part, tail string) {
	at := strings.IndexByte(raw, '{') + 1
	head = raw[:at]
	for {
		start := at
		open := strings.IndexByte(raw[at:], '"')
		if end := strings.IndexByte(raw[at:], '}'); open < 0 || end >= 0 && end < open {
			return head, all, raw[start:]
		}
		at += open
		key := at
		at = skip(raw, at)
		name := raw[key+1 : at-1]
		at += strings.IndexByte(raw[at:], ':') + 1
		at += len(raw[at:]) - len(strings.TrimLeft(raw[at:], " \t\r\n"))
		value := at
		at = skip(raw, at)
		all = append(all, part{name, raw[value:at], raw[start:at]})
	}
}

// skip returns the end of the value that begins at a place.
func skip(raw string, at int) int {
	depth := 0
	for ; at < len(raw); at++ {
		switch raw[at] {
		case '"':
			for at++; raw[at] != '"'; at++ {
				if raw[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
			if depth < 0 {
				return at
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return at
			}
		}
	}
	return at
}

// without is a file but for some of its members.
func without(raw string, names ...string) string {
	head, all, tail := parts(raw)
	for _, p := range all {
		if !slices.Contains(names, p.name) {
			head += p.whole
		}
	}
	return head + tail
}

func valueOf(raw, name string) tasks.Value {
	_, all, _ := parts(raw)
	for _, p := range all {
		if p.name == name {
			return tasks.Value{Kind: tasks.RawVal, Text: p.value}
		}
	}
	return tasks.Value{}
}

// deed is an action that can be tried on any task, and the members of its own file that it may change.
type deed struct {
	rule ruleOf
	may  []string
}

func deeds() map[string]deed {
	status := []string{"status", "status_history", "owner", "updated_at", "updatedAt"}
	return map[string]deed{
		"claim": {board.Claim, status}, "complete": {board.Complete, status}, "release": {board.Release, status}, "reopen": {board.Reopen, status},
		"edit": {func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
			c := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(b.Task(k).Subject), To: tasks.TextValue("Ganz anders — 三")}
			return board.EditFields(b, k, []tasks.Change{c}, who, at)
		}, []string{"subject", "title", "updated_at", "updatedAt"}},
	}
}

func TestActionsOnWhatAgentsReallyWroteChangeTheirMembersOnlyAndCanBeUndone(t *testing.T) {
	folders := samples(t)
	done, back, refused, strangers := map[string]int{}, 0, 0, 0
	for i, dir := range slices.Sorted(maps.Keys(folders)) {
		if testing.Short() && i%3 != 0 {
			continue
		}
		files := folders[dir]
		top, _, _ := strings.Cut(dir, string(filepath.Separator))
		f := form{claude: top == "claude-code" || filepath.Base(dir) == "claude-code"}
		path := f.path(t.TempDir())
		if top == "ccw" {
			path = filepath.Join(filepath.Dir(path), ".task")
		}
		d := sitAt(t, f, path, files)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			key := tasks.Key{Name: name}
			if d.board.Task(key) == nil {
				strangers++
				continue
			}
			for word, deed := range deeds() {
				e, err := ask(deed.rule(d.board, key, me, at))
				if err != nil {
					refused++
					continue
				}
				res, err := d.store.Batch().Apply(t.Context(), e)
				if err != nil {
					t.Errorf("%s of %s/%s: %v", word, dir, name, err)
					continue
				}
				done[word]++
				now := d.shoot()
				d.only(dir+": "+word, name, deed.may, files, now)
				if d.undo(key, res, files, now) {
					back++
				}
				for name, text := range files { // whatever became of it: from the start again
					d.must(os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o644))
				}
				d.refresh()
			}
		}
		d.close()
	}
	t.Logf("%v carried out in %d folders, %d undone to the byte; %d refused by the rules; %d files skipped: no tasks", done, len(folders), back, refused, strangers)
	for word := range deeds() {
		if done[word] == 0 {
			t.Errorf("no sample could take a %s", word)
		}
	}
}

// only holds a folder to changes of a few members: its own, and the links of others.
func (d *workspace) only(when, of string, may []string, before map[string]string, now map[string]shot) {
	d.Helper()
	for name, was := range before {
		is := now[name].text
		if is == was {
			continue
		}
		allowed := []string{"blockedBy", "blocked_by"}
		if name == of {
			allowed = may
		}
		if without(was, allowed...) != without(is, allowed...) {
			d.Errorf("%s of %s changed of %s\n%s\nto\n%s", when, of, name, was, is)
		}
	}
	if len(now) != len(before) {
		d.Errorf("%s of %s left %d files, there were %d", when, of, len(now), len(before))
	}
}

// undo takes back what was applied, change by change, and reports whether that could give the very bytes.
func (d *workspace) undo(key tasks.Key, res tasks.Result, before map[string]string, now map[string]shot) bool {
	d.Helper()
	edit, exact := tasks.Edit{Verb: tasks.VerbEdit, Of: key, Who: me, At: at}, true
	for _, st := range slices.Backward(res.Applied) {
		was, is := before[st.Key.Name], now[st.Key.Name].text
		changes := []tasks.Change{}
		for _, c := range slices.Backward(st.Changes) {
			switch c.Op {
			case tasks.Set:
				c.From, c.To = c.To, c.From
				exact = exact && c.To != tasks.StatusValue(tasks.Foreign)
				if reported := valueOf(was, "status_history") != (tasks.Value{}) || valueOf(was, "status") == (tasks.Value{}); c.Field == tasks.FieldStatus && reported {
					exact = false // a history goes on, and a status that went without saying is said
				}
				if d.claude && c.Field == tasks.FieldOwner && c.From.Kind == tasks.None {
					exact = false // it comes back at the end, where Claude Code's own claim puts it
				}
			case tasks.Drop:
				c.Op = tasks.Add
				list := valueOf(was, "blockedBy").Text + valueOf(was, "blocked_by").Text
				exact = exact && strings.Count(list, ",") == 0 // else it comes back at the end
			case tasks.Touch:
				for _, name := range []string{"updated_at", "updatedAt"} {
					if from, to := valueOf(is, name), valueOf(was, name); from != to {
						changes = append(changes, tasks.Change{Field: tasks.FieldMember, Member: name, Op: tasks.Set, From: from, To: to})
					}
				}
				continue
			}
			changes = append(changes, c)
		}
		edit.Steps = append(edit.Steps, tasks.Step{Kind: tasks.ChangeFile, Key: st.Key, Changes: changes})
	}
	if !exact {
		return false
	}
	if _, err := d.store.Batch().Apply(d.Context(), edit); err != nil {
		d.Errorf("undo of %s: %v", key.Name, err)
		return false
	}
	for name, text := range before {
		if is := d.shoot()[name].text; is != text {
			d.Errorf("undone, %s is\n%s\nwas\n%s", name, is, text)
			exact = false
		}
	}
	return exact
}
