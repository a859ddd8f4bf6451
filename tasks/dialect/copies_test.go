package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestACopyOfASynchroniserIsKnownByItsName(t *testing.T) {
	files := map[string]bool{"task_1.json": true, "IMPL-1.json": true, "7.json": true}
	for name, want := range map[string]string{
		"task_1.sync-conflict-20261126-193000-ABCDEFG.json":     "task_1.json Syncthing",
		"task_1 (host's conflicted copy 2026-11-26).json":       "task_1.json Dropbox or Nextcloud",
		"task_1 (Conflicted copy from host on 2026-11-26).json": "task_1.json Dropbox or Nextcloud",
		"task_1 (conflicted copy 2026-11-26 193000).json":       "task_1.json Dropbox or Nextcloud",
		"task_1 (host's conflicted copy 2026-11-26 (1)).json":   "task_1.json Dropbox or Nextcloud",
		"task_1_conflict-20261126-193000.json":                  "task_1.json ownCloud",
		"7 2.json":                                              "7.json iCloud",
		"7 (1).json":                                            "7.json Google Drive",
		"task_1-DESKTOP-4QK2.json":                              "task_1.json OneDrive",
		"IMPL-1-Johns-MacBook.json":                             "IMPL-1.json OneDrive",
		"IMPL-1.json":                                           " ",
		"IMPL-1-2.json":                                         " ",
		"7 1.json":                                              " ",
		"task_2-DESKTOP.json":                                   " ",
		"task_1_0001.json":                                      " ",
		"a.sync-conflict-x.json":                                " ",
	} {
		original, by := CopyOf(name, func(name string) bool { return files[name] })
		if got := original + " " + by; got != want {
			t.Errorf("%s is a copy of %q, not of %q", name, got, want)
		}
	}
}

func TestTwoVersionsOfAFileAreMergedMemberByMember(t *testing.T) {
	edit := func(file string, oldNew ...string) string { return strings.NewReplacer(oldNew...).Replace(file) }
	lists := func(file, waits string) string { return strings.Replace(file, "[]", waits, 1) }
	for name, c := range map[string]struct {
		mine, theirs string
		newer        bool
		want         string // mine afterwards
		kept         string // the members in which theirs is not taken
	}{
		"the same":                      {s12File, strings.ReplaceAll(s12File, "\n", "\r\n"), true, s12File, ""},
		"a further status, its owner":   {s12File, edit(s12File, "pending", "completed", "null", `"bob"`), false, edit(s12File, "pending", "completed", "null", `"bob"`), ""},
		"a status that is behind":       {edit(s12File, "pending", "completed", "null", `"bob"`), edit(s12File, "pending", "in_progress", "null", `"zed"`), true, edit(s12File, "pending", "completed", "null", `"bob"`), "status owner"},
		"two owners, mine newer":        {edit(s12File, "null", `"bob"`), edit(s12File, "null", `"zed"`), false, edit(s12File, "null", `"bob"`), "owner"},
		"two owners, theirs newer":      {edit(s12File, "null", `"bob"`), edit(s12File, "null", `"zed"`), true, edit(s12File, "null", `"zed"`), ""},
		"an owner and nobody":           {edit(s12File, "null", `"bob"`), s12File, true, edit(s12File, "null", `"bob"`), "owner"},
		"nobody and an owner":           {s12File, edit(s12File, "null", `"bob"`), false, edit(s12File, "null", `"bob"`), ""},
		"a description and none":        {edit(s12File, `"description": ""`, `"description": "x"`), s12File, true, edit(s12File, `"description": ""`, `"description": "x"`), "description"},
		"two subjects":                  {s12File, edit(s12File, `"a"`, `"b é"`), true, edit(s12File, `"a"`, `"b é"`), ""},
		"two lists":                     {lists(s12File, `["x"]`), lists(s12File, `["y"]`), false, lists(s12File, `["x", "y"]`), ""},
		"a list that lacks one":         {lists(s12File, `["x"]`), s12File, true, lists(s12File, `["x"]`), "blockedBy"},
		"lists in another order":        {lists(s12File, `["x", "y"]`), lists(s12File, `["y", "x"]`), true, lists(s12File, `["x", "y"]`), ""},
		"a blocker that was cleared":    {s07File, lists(s07File, "[9]"), true, s07File, "blockedBy"},
		"a key that its agents refuse":  {s12File, edit(s12File, `"owner"`, `"x": 1, "owner"`), true, s12File, "x"},
		"a key that its agents allow":   {s07File, edit(s07File, `"owner"`, `"x": [1, {}], "owner"`), false, edit(s07File, `"owner": ""`, "\"owner\": \"\",\n  \"x\": [1, {}]"), ""},
		"an owner whose key is removed": {edit(claudeFile, "pending", "in_progress", `"blocks"`, "\"owner\": \"bob\",\n  \"blocks\""), edit(claudeFile, "pending", "completed"), false, edit(claudeFile, "pending", "completed"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := fileName(c.mine)
			d := open(t, "/p/.tasks", false, map[string]string{file: c.mine})
			task := d.task(file)
			changes, differ, err := d.codec.Merge(task, []byte(c.mine), []byte(c.theirs), c.newer, func(id tasks.ID) bool { return id.Text == "9" })
			testdir.Must(t, err)
			var kept []string
			for _, one := range differ {
				if !one.Taken {
					kept = append(kept, one.Name)
				}
			}
			if got := strings.Join(kept, " "); got != c.kept {
				t.Errorf("theirs is not taken in %q, want %q", got, c.kept)
			}
			d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: task.Key, Changes: changes})
			if got := d.files[file]; got != c.want {
				t.Errorf("merged:\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
