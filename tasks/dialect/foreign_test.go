package dialect

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

// These are files as other tools write them, and as two projects have them that follow no design.
const (
	clawFile    = "{\n  \"id\": \"ab12cd34\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"blocked\",\n  \"priority\": \"medium\",\n  \"owner\": \"mia\",\n  \"lockedBy\": \"\",\n  \"lockedAt\": \"\",\n  \"blocks\": [],\n  \"blockedBy\": [\n    \"12345678\"\n  ],\n  \"startedAt\": \"\",\n  \"createdAt\": \"2026-11-01T10:00:00+00:00\",\n  \"updatedAt\": \"2026-11-01T10:00:00+00:00\",\n  \"metadata\": {}\n}"
	omcFile     = "{\n  \"id\": \"2\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"failed\",\n  \"owner\": \"worker-1\",\n  \"depends_on\": [\n    \"1\"\n  ],\n  \"blocked_by\": [],\n  \"version\": 3,\n  \"claim\": {\n    \"owner\": \"worker-1\",\n    \"token\": \"t\",\n    \"leased_until\": \"2026-11-01T10:15:00.000Z\"\n  },\n  \"created_at\": \"2026-11-01T10:00:00.000Z\"\n}"
	omoFile     = "{\n  \"id\": \"T-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"deleted\",\n  \"blocks\": [],\n  \"blockedBy\": [\n    \"T-2\"\n  ],\n  \"threadID\": \"ses_1\"\n}"
	robotFile   = "{\n  \"task_id\": \"2\",\n  \"name\": \"a\",\n  \"description\": \"\",\n  \"status\": \"soaring\",\n  \"blocked_by\": [\n    1\n  ],\n  \"blocks\": []\n}"
	wrappedFile = "{\n  \"id\": 1,\n  \"TaskPayload\": {\n    \"subject\": \"a\",\n    \"description\": \"why\",\n    \"status\": \"in_progress\",\n    \"block_by\": [\n      4\n    ],\n    \"blocking\": [],\n    \"owner\": \"mia\"\n  }\n}"
	labelsFile  = "{\n  \"id\": \"1\",\n  \"type\": \"bug\",\n  \"title\": \"a\",\n  \"status\": \"pending\",\n  \"labels\": [\"bug\"]\n}"
	ticketFile  = "{\n  \"blockedBy\": [\n    \"T-001\"\n  ],\n  \"completedDate\": null,\n  \"createdDate\": \"2026-11-01\",\n  \"description\": \"\",\n  \"id\": \"T-002\",\n  \"order\": 20,\n  \"parentTicket\": \"T-000\",\n  \"phase\": \"p1\",\n  \"status\": \"inprogress\",\n  \"claim\": {\n    \"user\": \"mia\",\n    \"branch\": \"main\",\n    \"since\": \"2026-11-01T10:00:00Z\"\n  },\n  \"title\": \"a\",\n  \"type\": \"task\"\n}\n"
	trellisFile = "{\n  \"id\": \"two\",\n  \"name\": \"two\",\n  \"title\": \"a\",\n  \"description\": \"\",\n  \"status\": \"planning\",\n  \"assignee\": \"mia\",\n  \"worktree_path\": null,\n  \"subtasks\": [\n    \"a note\"\n  ],\n  \"children\": [\n    \"11-02-three\"\n  ],\n  \"parent\": \"11-01-one\",\n  \"meta\": {}\n}"
	geminiFile  = "{\n  \"id\": \"a1b2c3\",\n  \"title\": \"a\",\n  \"description\": \"\",\n  \"type\": \"task\",\n  \"status\": \"closed\",\n  \"parentId\": \"d4e5f6\",\n  \"dependencies\": [\n    \"0a0b0c\"\n  ]\n}"
	omoName     = "T-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.json"
)

func TestFilesOfOtherToolsAreNamedAndRead(t *testing.T) {
	id := func(text string, num bool) []tasks.ID { return []tasks.ID{{Text: text, Num: num}} }
	for _, c := range []struct {
		path, name, raw string
		is              *tasks.Traits
		status          tasks.Status
		word, owner     string
		waits           []tasks.ID
	}{
		{"/p/.tasks", "task-ab12cd34.json", clawFile, ClawTeam, tasks.Blocked, "", "mia", id("12345678", false)},
		{"/h/.clawteam/tasks/demo", "task-ab12cd34.json", clawFile, ClawTeam, tasks.Blocked, "", "mia", id("12345678", false)},
		{"/p/x", "task-2.json", omcFile, OMC, tasks.Failed, "", "worker-1", id("1", false)},
		{"/p/.omc/state/team/demo/tasks", "2.json", omcFile, OMC, tasks.Failed, "", "worker-1", id("1", false)},
		{"/h/.config/opencode/tasks/demo", omoName, omoFile, OMO, tasks.Cancelled, "", "", id("T-2", false)},
		{"/p/.tasks", omoName, omoFile, OMO, tasks.Cancelled, "", "", id("T-2", false)},
		{"/p/.story/tickets", "T-002.json", ticketFile, Storybloq, tasks.InProgress, "", "mia", id("T-001", false)},
		{"/p/.trellis/tasks", "11-02-two.json", trellisFile, Trellis, tasks.Pending, "", "mia", nil},
		{"/h/.gemini/tmp/p/tracker", "a1b2c3.json", geminiFile, Gemini, tasks.Completed, "", "", id("0a0b0c", false)},
		{"/h/.gemini/tmp/p/s/tracker", "a1b2c3.json", geminiFile, Gemini, tasks.Completed, "", "", id("0a0b0c", false)},
		{"/p/.tasks", "task_2.json", robotFile, Unknown, tasks.Foreign, "soaring", "", id("1", false)},
		{"/p/.tasks", "task_1.json", wrappedFile, Unknown, tasks.InProgress, "", "mia", id("4", true)},
		{"/p/.tasks", "1.json", labelsFile, Unknown, tasks.Pending, "", "", nil},
		{"/p/.tasks", "1.json", s07File, Unknown, tasks.Pending, "", "", []tasks.ID{}},
		{"/p/.tasks", "schema.json", s12File, Unknown, tasks.Pending, "", "", []tasks.ID{}},
	} {
		d := open(t, c.path, false, map[string]string{c.name: c.raw})
		got := d.task(c.name)
		if got.Traits != c.is || got.Subject != "a" || got.Status != c.status || got.StatusText != c.word || got.Owner != c.owner || !slices.Equal(got.WaitsFor, c.waits) {
			t.Errorf("%s in %s: %+v", c.name, c.path, got)
		}
		if got.Limits != tasks.NoEdit || got.Why != c.is.ReadOnly || got.Unseen {
			t.Errorf("%s in %s: limits %d, unseen %v, %q", c.name, c.path, got.Limits, got.Unseen, got.Why)
		}
		if d.codec.Traits() != c.is {
			t.Errorf("%s in %s: the directory is %s", c.name, c.path, d.codec.Traits().Title)
		}
		if v := d.codec.Judge(c.is, c.name, []byte(c.raw), nil); v.Take != Taken || v.Repair != nil {
			t.Errorf("%s in %s: %+v", c.name, c.path, v)
		}
	}
}

func TestADescriptionIsFoundInsideOfTheMemberThatHasTheTask(t *testing.T) {
	if got := NewCodec("/p/.tasks").Description([]byte(wrappedFile)); got != "why" {
		t.Errorf("%q", got)
	}
}

// The words of Storybloq, Trellis and Gemini CLI for statuses, owners and families. A word that they do not have is shown as it is.
func TestTheWordsOfToolsWithADirectoryOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		path, raw, was, is string
		want               tasks.Task
	}{
		{"/p/.story/tickets", ticketFile, "inprogress", "open", tasks.Task{Status: tasks.Pending, Owner: "mia", Parent: tasks.ID{Text: "T-000"}}},
		{"/p/.story/tickets", ticketFile, "inprogress", "complete", tasks.Task{Status: tasks.Completed, Owner: "mia", Parent: tasks.ID{Text: "T-000"}}},
		{"/p/.story/tickets", ticketFile, `"title"`, `"lifecycle": "deleted", "title"`, tasks.Task{Status: tasks.Cancelled, Owner: "mia", Parent: tasks.ID{Text: "T-000"}}},
		{"/p/.story/tickets", ticketFile, `"parentTicket": "T-000"`, `"assignedTo": "ann"`, tasks.Task{Status: tasks.InProgress, Owner: "ann"}},
		{"/p/.story/tickets", strings.Replace(ticketFile, `"claim"`, `"x"`, 1), `"T-000"`, `null, "claimedBySession": "s1"`, tasks.Task{Status: tasks.InProgress, Owner: "s1"}},
		{"/p/.trellis/tasks", trellisFile, "planning", "in_progress", tasks.Task{Status: tasks.InProgress, Owner: "mia", Parent: tasks.ID{Text: "11-01-one"}, Children: []tasks.ID{{Text: "11-02-three"}}}},
		{"/p/.trellis/tasks", trellisFile, "planning", "review", tasks.Task{StatusText: "review", Owner: "mia", Parent: tasks.ID{Text: "11-01-one"}, Children: []tasks.ID{{Text: "11-02-three"}}}},
		{"/p/.trellis/tasks/archive/2026-11", trellisFile, `"11-01-one"`, "null", tasks.Task{Status: tasks.Pending, Owner: "mia", Children: []tasks.ID{{Text: "11-02-three"}}}},
		{"/h/.gemini/tmp/p/tracker", geminiFile, "closed", "blocked", tasks.Task{Status: tasks.Blocked, Parent: tasks.ID{Text: "d4e5f6"}}},
		{"/h/.gemini/tmp/p/tracker", geminiFile, "closed", "in_progress", tasks.Task{Status: tasks.InProgress, Parent: tasks.ID{Text: "d4e5f6"}}},
	} {
		got := decode(t, c.path, "11-02-two.json", strings.Replace(c.raw, c.was, c.is, 1))
		if got.Status != c.want.Status || got.StatusText != c.want.StatusText || got.Owner != c.want.Owner || got.Parent != c.want.Parent || !slices.Equal(got.Children, c.want.Children) {
			t.Errorf("%s with %s: %+v", c.path, c.is, got)
		}
	}
}

func TestTheIDOfATaskInAFolderIsTheNameOfTheFolder(t *testing.T) {
	if got := decode(t, "/p/.trellis/tasks", "11-02-two.json", trellisFile); got.ID != (tasks.ID{Text: "11-02-two"}) {
		t.Errorf("%+v", got.ID)
	}
}

func TestAConfigurationOfAToolIsNoTask(t *testing.T) {
	for _, path := range []string{"/p/.story/tickets", "/p/.trellis/tasks", "/h/.gemini/tmp/p/tracker"} {
		if _, err := NewCodec(path).Decode(keyed("config.json"), []byte(`{"version": 1, "id": "x"}`), tasks.Stamp{}); err == nil {
			t.Errorf("%s: a configuration is a task", path)
		}
	}
}

// What a tool calls the members that every task has, and the words it has for a status, are read where its design is not
// known, and nothing about it is counted as a part of a known design.
func TestAnUnknownDesignIsReadUnderEveryNameThatToolsGiveItsMembers(t *testing.T) {
	three := tasks.ID{Text: "3", Num: true}
	for raw, want := range map[string]tasks.Task{
		`{"id": 1, "title": "a", "status": "blocked", "blocked_by": [3], "claimed_by": "mia"}`:                     {Status: tasks.Blocked, Owner: "mia", WaitsFor: []tasks.ID{three}},
		`{"id": 1, "title": "a", "status": "pending", "blockedBy": ["3"], "assigned_to": "mia"}`:                   {Status: tasks.Pending, Owner: "mia", WaitsFor: []tasks.ID{three}},
		`{"taskId": 1, "subject": "a", "status": "Finished", "blockedBy": [], "owner": "mia"}`:                     {Status: tasks.Completed, Owner: "mia", WaitsFor: []tasks.ID{}},
		`{"id": 1, "title": "a", "state": "IN PROGRESS", "depends_on": [3], "assignee": "mia"}`:                    {Status: tasks.InProgress, Owner: "mia", WaitsFor: []tasks.ID{three}},
		`{"id": 1, "name": "a", "status": "Todo", "blocked_by": [], "deps": [3], "worker": "mia"}`:                 {Status: tasks.Pending, Owner: "mia", WaitsFor: []tasks.ID{three}},
		`{"id": 1, "title": "a", "status": "Canceled", "blocked_by": null, "claimedBy": "mia"}`:                    {Status: tasks.Cancelled, Owner: "mia"},
		`{"id": 1, "title": "a", "status": "todo", "owner": "mia", "x": {"subject": "b", "status": "done"}}`:       {Status: tasks.Pending, Owner: "mia"},
		`{"id": 1, "name": "a", "status": "todo", "owner": "mia", "x": {"subject": "b", "status": "done"}}`:        {Status: tasks.Pending, Owner: "mia"},
		`{"id": 1, "n": 1, "x": {"title": "a", "status": "todo", "owner": "mia"}}`:                                 {Status: tasks.Pending, Owner: "mia"},
		`{"taskId": 1, "subject": "a", "status": "todo", "owner": "mia", "x": {"subject": "b", "status": "done"}}`: {Status: tasks.Pending, Owner: "mia"},
		`{"taskId": 1, "name": "a", "status": "todo", "owner": "mia", "parent": "7", "active_form": "b"}`:          {Status: tasks.Pending, Owner: "mia", Parent: tasks.ID{Text: "7"}, ActiveForm: "b"},
		`{"id": 1, "title": "a", "status": "soaring", "owner": null, "assignedTo": "mia"}`:                         {StatusText: "soaring", Owner: "mia"},
		`{"id": 1, "title": "a", "status": "closed", "depends_on": [3], "relations": [], "owner": "mia"}`:          {Status: tasks.Completed, Owner: "mia", WaitsFor: []tasks.ID{three}},
	} {
		got := decode(t, "/p/.tasks", "task_1.json", raw)
		if got.Traits != Unknown || got.ID.Text != "1" || got.Subject != "a" || got.Status != want.Status || got.StatusText != want.StatusText ||
			got.Owner != want.Owner || got.Parent != want.Parent || got.ActiveForm != want.ActiveForm || !slices.Equal(got.WaitsFor, want.WaitsFor) {
			t.Errorf("%s\nis %s: %+v", raw, got.Traits.Title, got)
		}
	}
}

func TestNothingIsWrittenWhereTheDesignIsUnknown(t *testing.T) {
	folders := []map[string]string{
		{"task-ab12cd34.json": clawFile}, {"task-2.json": omcFile}, {omoName: omoFile}, {"1.json": labelsFile},
		{"task_2.json": robotFile, "task_3.json": strings.Replace(robotFile, `"2"`, `"3"`, 1)}, {"task_1.json": wrappedFile},
		{"1.json": s07File}, {"schema.json": s12File}, {"a.json": strings.Replace(s12File, `"id"`, `"blocks": [], "id"`, 1)},
	}
	for _, name := range []string{"f", "x1", "note", "task-two", "TASK-1", "s0me.thing"} { // and whatever else a tool may call its files and keys
		folders = append(folders, map[string]string{name + ".json": s12File},
			map[string]string{name + ".json": strings.NewReplacer(`"subject"`, `"name"`, `"id"`, `"task_id"`).Replace(s12File)})
	}
	for _, files := range folders {
		d := open(t, "/p/.tasks", false, files)
		var refused *RefusedError
		if _, _, err := d.codec.Create(tasks.Draft{Subject: "x"}, d.newest(), d, 0, noon, func(int) int { return 0 }); !errors.As(err, &refused) || refused.Why == "" {
			t.Errorf("%v: a new task was written: %v", files, err)
		}
		for name := range files {
			for _, e := range []tasks.Edit{
				{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "x"}},
				{Verb: tasks.VerbClaim, Of: keyed(name), Who: "mia"}, {Verb: tasks.VerbComplete, Of: keyed(name)},
				{Verb: tasks.VerbRelease, Of: keyed(name)}, {Verb: tasks.VerbReopen, Of: keyed(name)}, {Verb: tasks.VerbDelete, Of: keyed(name)},
				{Verb: tasks.VerbEdit, Of: keyed(name), Changes: []tasks.Change{{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("x")}}},
			} {
				if out, err := d.codec.Expand(e, d); !errors.As(err, &refused) || len(out.Steps) > 0 {
					t.Errorf("%s of %s: %v, %+v", e.Verb, name, err, out.Steps)
				}
			}
			cs := []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Completed)}}
			if out, err := d.codec.Render(d.task(name), []byte(files[name]), cs, noon); err == nil {
				t.Errorf("%s was written:\n%s", name, out)
			}
		}
	}
}

func TestOfAFileOfAnotherToolTheMembersThatARecordHasAreKnown(t *testing.T) {
	for _, c := range []struct{ raw, known string }{
		{robotFile, "task_id name description status blocked_by"},
		{labelsFile, "id title status"},
		{strings.Replace(robotFile, `"blocks"`, `"worktree": "", "blocks"`, 1), "task_id name description status blocked_by"},
		{strings.Replace(robotFile, "blocked_by", "depends_on", 1), "task_id name description status depends_on"},
	} {
		all, err := NewCodec("/p/.tasks").Members([]byte(c.raw))
		var known []string
		for _, m := range all {
			if m.Known {
				known = append(known, m.Name)
			}
		}
		if got := strings.Join(known, " "); err != nil || got != c.known {
			t.Errorf("%s, %v", got, err)
		}
	}
}

func TestADirectoryOfAnotherToolIsKnownByItsPath(t *testing.T) {
	for path, is := range map[string]*tasks.Traits{
		"/h/.clawteam/tasks/demo": ClawTeam, "/h/.clawteam/tasks": S12, "/h/clawteam/tasks/demo": S12, "/h/.clawteam/x/demo": S12, "/h/.clawteam/tasks/demo/x": S12,
		"/h/.config/opencode/tasks/demo": OMO, "/h/opencode/x/demo": S12, "/h/x/tasks/demo": S12,
		"/p/.omc/state/team/demo/tasks": OMC, "/p/.omc/state/team/demo": S12, "/p/.omc/state/x/demo/tasks": S12, "/p/.omc/x/team/demo/tasks": S12, "/p/state/team/demo/tasks": S12,
		"/p/.omc/state/team/demo/x": S12, "tasks": S12,
		"/p/.story/tickets": Storybloq, "/p/.story/issues": S12, "/p/.trellis/tasks": Trellis, "/p/.trellis/tasks/archive/2026-11": Trellis, "/p/.trellis/tasks/archive": S12,
		"/h/.gemini/tmp/p/tracker": Gemini, "/h/.gemini/tmp/p/s/tracker": Gemini, "/h/.gemini/tracker": S12, "/h/.gemini/tmp/p/tasks": S12,
	} {
		if got := NewCodec(path).Traits(); got != is {
			t.Errorf("%s is of %s", path, got.Title)
		}
	}
}
