package team

import (
	"os"
	"path/filepath"
	"testing"
)

func TestARosterIsStaleOnceAFileItWasReadFromChanged(t *testing.T) {
	for what, change := range map[string]func(root string) error{
		"a member's state": func(root string) error {
			return os.WriteFile(filepath.Join(root, ".team/config.json"), []byte(`{"members":[]}`), 0o644)
		},
		"a message": func(root string) error {
			f, err := os.OpenFile(filepath.Join(root, ".team/inbox/lead.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("{}\n")
			if e := f.Close(); err == nil {
				err = e
			}
			return err
		},
		"an inbox that was taken": func(root string) error { return os.Remove(filepath.Join(root, ".team/inbox/lead.jsonl")) },
		"a new inbox":             func(root string) error { return os.WriteFile(filepath.Join(root, ".team/inbox/b.jsonl"), nil, 0o644) },
		"another kind of team":    func(root string) error { return os.Mkdir(filepath.Join(root, ".mailboxes"), 0o755) },
	} {
		root := writeFiles(t, `.team/config.json={"members":[{"name":"a","status":"idle"}]}`, `.team/inbox/lead.jsonl={"from":"a","content":"x"}`, ".tasks/x={}")
		r := Read(filepath.Join(root, ".tasks"), nil)
		if r.Stale() {
			t.Errorf("%s: stale before", what)
		}
		if err := change(root); err != nil {
			t.Fatal(err)
		}
		if !r.Stale() {
			t.Errorf("%s is not noticed", what)
		}
	}
	var none Roster
	if !none.Stale() {
		t.Error("a roster that was never read is not stale")
	}
}

func TestALinkToATeamIsNotStaleForEver(t *testing.T) {
	root := writeFiles(t, `elsewhere/config.json={"members":[{"name":"a","status":"idle"}]}`, ".tasks/x={}", "file={}", ".mailboxes/y.jsonl={}")
	if err := os.Symlink("elsewhere", filepath.Join(root, ".team")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("../file", filepath.Join(root, ".mailboxes/z.jsonl")); err != nil {
		t.Skip(err)
	}
	r := Read(filepath.Join(root, ".tasks"), nil)
	if len(r.Members) == 0 || r.Stale() {
		t.Errorf("%d members, stale %v", len(r.Members), r.Stale())
	}
}

func TestOnlyAPaneThatTmuxNamesIsAPane(t *testing.T) {
	for pane, want := range map[string]string{"%3": "%3", "in-process": "", "": "", "%3;kill-server": "", "%": "", "%x": "", "-t": "", "% 1": ""} {
		root := writeFiles(t, `teams/x/config.json={"name":"x","members":[{"name":"a","tmuxPaneId":"`+pane+`"}]}`, "tasks/x/1.json={}")
		if r := Read(filepath.Join(root, "tasks/x"), []string{root}); len(r.Members) != 1 || r.Members[0].Pane != want {
			t.Errorf("%q: %+v", pane, r.Members)
		}
	}
}

func TestAnAgentThatSaidItShutsDownIsGone(t *testing.T) {
	for joined, want := range map[string]State{"1770000000000": Gone, "1790000000000": Active} {
		root := writeFiles(t, `teams/x/config.json={"name":"x","members":[{"name":"a","joinedAt":`+joined+`,"isActive":true}]}`,
			`teams/x/inboxes/lead.json=[{"from":"a","text":"{\"type\":\"shutdown_approved\"}","timestamp":"2026-02-10T00:00:00Z"}]`, "tasks/x/1.json={}")
		r := Read(filepath.Join(root, "tasks/x"), []string{root})
		if m, _ := r.Owner("a"); m.State != want {
			t.Errorf("joined at %s: %s, want %s", joined, m.State, want)
		}
	}
}
