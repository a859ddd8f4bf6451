package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui/cli"
	"sideboard/ui/style"
)

func TestMain(m *testing.M) {
	testdir.Program(func() int {
		return cli.Execute(cli.Command(cli.Program{Version: "test", Getenv: os.Getenv, ASCII: style.WantsASCII}), os.Args[1:])
	})
	testdir.Main(m)
}

// What commands print, what they write, and how they end.
func TestScripts(t *testing.T) { testdir.Scripts(t, "testdata/scripts") }

// run runs a command as the program does, and answers what it printed and the code it would end with.
func run(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	cmd := cli.Command(cli.Program{
		Getenv: func(name string) string {
			return map[string]string{"USER": "ann", "XDG_STATE_HOME": t.TempDir(), "CLAUDE_CONFIG_DIR": os.Getenv("CLAUDE_CONFIG_DIR")}[name]
		},
		ASCII: func(func(string) string) bool { return false },
		Show:  func(cli.BoardOptions) error { return errors.New("no screen here") },
	})
	var buf bytes.Buffer
	cmd.SetOut(&buf)
	cmd.SetErr(&buf)
	cmd.SetArgs(args)
	err := cmd.Execute()
	var end *cli.Exit
	switch {
	case errors.As(err, &end):
		return buf.String() + end.Error(), end.Code
	case err != nil:
		t.Fatalf("%v: an error without a code: %v", args, err)
	}
	return buf.String(), 0
}

func s12(id, status, owner, waits, extra string) string {
	return `{
  "id": "` + id + `",
  "subject": "S",
  "description": "",
  "status": "` + status + `",
  "owner": ` + owner + `,
  "blockedBy": [` + waits + `]` + extra + `
}`
}

// folder lays s12 files by their ids.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	for id, text := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, id+".json"), []byte(text), 0o644))
	}
	return dir
}

func ill(t *testing.T) string {
	return folder(t, map[string]string{
		"task_1": s12("task_1", "completed", `"bob"`, "", ""),
		"task_2": s12("task_2", "pending", `"bob"`, "", ""),
		"task_3": s12("task_3", "pending", "null", `"task_9"`, ""),
	})
}

func TestDoctorSpeaksJSON(t *testing.T) {
	var got struct {
		Dialect  string
		Errors   int
		Findings []struct {
			Severity, Kind string
			Files          []string
		}
		Fixed []any
	}
	out, code := run(t, "doctor", "--json", ill(t))
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 1 || got.Dialect != "s12" || got.Errors != 2 || got.Fixed == nil || len(got.Fixed) != 0 {
		t.Fatalf("%d %v\n%s", code, err, out)
	}
	if first := got.Findings[0]; first.Severity != "error" || first.Kind != "owner-on-pending" || first.Files[0] != "task_2.json" {
		t.Errorf("%+v", first)
	}
}

func TestALineNamesTheFirstFilesOfManyAndJSONAll(t *testing.T) {
	const n = 40
	ring := map[string]string{}
	for i := range n {
		id := fmt.Sprintf("task_%02d", i)
		ring[id] = s12(id, "pending", "null", fmt.Sprintf(`"task_%02d"`, (i+n-1)%n), "")
	}
	dir := folder(t, ring)
	out, _ := run(t, "doctor", dir)
	if want := "error    task_00.json, task_01.json, task_02.json, task_03.json, task_04.json, task_05.json, 34 more: "; !strings.Contains(out, want) {
		t.Errorf("%s", out)
	}
	if out, _ = run(t, "doctor", "--json", dir); strings.Count(out, ".json\"") != n {
		t.Errorf("the JSON names %d files", strings.Count(out, ".json\""))
	}
}

// The doctor ends only after the last check of what it wrote: a file that an agent overwrites with an old copy again and again is not
// repaired. On a busy machine the agent may come after that check; then the test tries again.
func TestDoctorDoesNotCallRepairedWhatAnAgentPutsBack(t *testing.T) {
	old := s12("task_2", "pending", `"bob"`, "", "")
	for tries := 0; ; tries++ {
		dir := folder(t, map[string]string{"task_2": old})
		path := filepath.Join(dir, "task_2.json")
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				select {
				case <-stop:
					return
				default:
				}
				if raw, err := os.ReadFile(path); err == nil && string(raw) != old {
					time.Sleep(20 * time.Millisecond) // it had read the file before, and takes a moment to write it
					_ = os.WriteFile(path, []byte(old), 0o644)
				}
			}
		}()
		out, code := run(t, "doctor", "--fix", dir)
		close(stop)
		<-stopped
		said := strings.ReplaceAll(out, "Not repaired: ", "") // the agent wrote in between, and the doctor says so
		if code == 1 && !strings.Contains(said, "repaired") && strings.Contains(out, "1 error") {
			return
		}
		if tries == 10 {
			t.Fatalf("%d\n%s", code, out)
		}
	}
}
