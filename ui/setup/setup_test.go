package setup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// target returns a target in a new home directory.
func target(t *testing.T, name string) Target {
	t.Helper()
	home := t.TempDir()
	got, err := For(name, func(string) string { return "" }, home, filepath.Join(home, ".claude"), "# script\n")
	testdir.Must(t, err)
	for _, f := range got.Files {
		if rel, err := filepath.Rel(home, f.Path); err != nil || strings.HasPrefix(rel, "..") {
			t.Errorf("%s would be written outside of the home directory", f.Path)
		}
	}
	return got
}

func found(t *testing.T, f File) string {
	t.Helper()
	text, err := f.Found()
	testdir.Must(t, err)
	if text == nil {
		t.Fatalf("%s is missing", f.Path)
	}
	return *text
}

func TestAFileIsWrittenOnceAndNeverOverwritten(t *testing.T) {
	for _, name := range Names {
		for i := range target(t, name).Files {
			f := target(t, name).Files[i] // in a home of its own
			if text, err := f.Found(); text != nil || err != nil {
				t.Fatalf("%s: found %v, %v before it was written", f.Path, text, err)
			}
			testdir.Must(t, f.Write())
			if !f.Does(found(t, f)) {
				t.Errorf("%s is not what was written", f.Path)
			}
			testdir.Must(t, os.WriteFile(f.Path, []byte("mine"), 0o644))
			if f.Does(found(t, f)) {
				t.Errorf("%s of the person is taken for ours", f.Path)
			}
			if f.Write() == nil || found(t, f) != "mine" {
				t.Errorf("%s of the person was overwritten", f.Path)
			}
		}
	}
}

func TestWhatIsInTheWayIsNamedAndStays(t *testing.T) {
	f := target(t, "fish").Files[0]
	dir := filepath.Dir(f.Path)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")

	testdir.Must(t, os.MkdirAll(dir, 0o755))
	if err := os.Symlink(elsewhere, f.Path); err == nil { // Windows permits no links to everybody
		if _, err := f.Found(); err == nil || !strings.Contains(err.Error(), f.Path) {
			t.Errorf("a link to nothing: %v", err)
		}
		if _, missing := os.Stat(elsewhere); f.Write() == nil || missing == nil {
			t.Error("it was written through a link")
		}
		testdir.Must(t, os.WriteFile(elsewhere, []byte(f.Text), 0o644))
		if !f.Does(found(t, f)) {
			t.Error("a link to the same text will do")
		}
		testdir.Must(t, os.Remove(f.Path))
	}

	testdir.Must(t, os.Mkdir(f.Path, 0o755))
	if _, err := f.Found(); err == nil || !strings.Contains(err.Error(), f.Path) {
		t.Errorf("a directory: %v", err)
	}

	testdir.Must(t, os.RemoveAll(dir))
	testdir.Must(t, os.WriteFile(dir, nil, 0o644))
	if err := f.Write(); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a file instead of the directory: %v", err)
	}

	testdir.Must(t, os.Remove(dir))
	testdir.Must(t, os.Chmod(filepath.Dir(dir), 0o555))
	err := f.Write()
	if probe := os.Mkdir(filepath.Join(filepath.Dir(dir), "probe"), 0o755); probe != nil && (err == nil || !strings.Contains(err.Error(), dir)) {
		t.Errorf("a directory without write permission: %v", err)
	}
}

// A plugin of Claude Code is .claude-plugin/plugin.json with a name, and .mcp.json with its servers.
func TestTheClaudePluginIsWhatClaudeCodeReads(t *testing.T) {
	read := func(suffix string, into any) {
		t.Helper()
		files := target(t, "claude").Files
		i := slices.IndexFunc(files, func(f File) bool { return strings.HasSuffix(filepath.ToSlash(f.Path), suffix) })
		if i < 0 {
			t.Fatalf("there is no %s", suffix)
		}
		testdir.Must(t, json.Unmarshal([]byte(files[i].Text), into))
	}
	var plugin struct{ Name, Description string }
	if read(".claude/skills/sideboard/.claude-plugin/plugin.json", &plugin); plugin.Name != "sideboard" || plugin.Description == "" {
		t.Errorf("the plugin is %+v", plugin)
	}
	var mcp struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	read(".claude/skills/sideboard/.mcp.json", &mcp)
	if s := mcp.Servers["sideboard"]; s.Command+" "+strings.Join(s.Args, " ") != "sideboard mcp --as claude" {
		t.Errorf("the server is %+v", s)
	}
	if !enablesTasks(embedded("claude/settings.json")) || enablesTasks(`{"env":{"`+tasksVariable+`":"0"}}`) || enablesTasks("{") {
		t.Error("settings do not say whether they enable tasks")
	}
}

func TestTheTmuxPluginIsAProgram(t *testing.T) {
	f := target(t, "tmux").Files[0]
	testdir.Must(t, f.Write())
	info, err := os.Stat(f.Path)
	testdir.Must(t, err)
	if info.Mode()&0o111 == 0 || !strings.HasPrefix(f.Text, "#!/bin/sh\n") {
		t.Errorf("%s has mode %s and begins with %.20q", f.Path, info.Mode(), f.Text)
	}
}
