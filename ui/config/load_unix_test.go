//go:build unix

package config

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

func TestOnlyARegularFileOfSomeSizeIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		lay  func(path string) error
		want string // in the error, "" for none
	}{
		"a pipe":           {func(p string) error { return syscall.Mkfifo(p, 0o600) }, "not a regular file"},
		"a link to a pipe": {func(p string) error { return errors.Join(syscall.Mkfifo(p+"2", 0o600), os.Symlink(p+"2", p)) }, "not a regular file"},
		"a link to zeros":  {func(p string) error { return os.Symlink("/dev/zero", p) }, "not a regular file"},
		"a directory":      {func(p string) error { return os.Mkdir(p, 0o700) }, "not a regular file"},
		"a huge file":      {func(p string) error { return errors.Join(os.WriteFile(p, nil, 0o600), os.Truncate(p, maxSize+1)) }, "larger than 1 MiB"},
		"a file of the largest size": {func(p string) error {
			return os.WriteFile(p, []byte("bell = true\n#"+strings.Repeat("x", maxSize-13)), 0o600)
		}, ""},
		"a link to itself":      {func(p string) error { return os.Symlink(p, p) }, "too many links"},
		"a file with a mistake": {func(p string) error { return os.WriteFile(p, []byte("bell = maybe"), 0o600) }, ":1:8: unexpected character"},
		"a link to a file": {func(p string) error {
			return errors.Join(os.WriteFile(p+"2", []byte("bell = true"), 0o600), os.Symlink(p+"2", p))
		}, ""},
		"a file":            {func(p string) error { return os.WriteFile(p, []byte("bell = true"), 0o600) }, ""},
		"nothing":           {func(string) error { return nil }, ""},
		"a link to nothing": {func(p string) error { return os.Symlink(p+"2", p) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "config.toml")
			testdir.Must(t, c.lay(path))
			switch got, err := Load(path); {
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %s", err, c.want)
			case c.want == "" && (err != nil || got.Bell == strings.HasSuffix(name, "nothing")):
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	if c, err := Load(""); err != nil || c.Bell {
		t.Errorf("without a home directory: %+v, %v", c, err)
	}
}

// The examples of the manual are read, and start what they should with any text of a task.
func TestTheExamplesOfTheManualAreInForce(t *testing.T) {
	raw, err := os.ReadFile("../manual/start.md")
	testdir.Must(t, err)
	_, text, _ := strings.Cut(string(raw), "\nTwo examples.")
	_, text, _ = strings.Cut(text, "```toml\n")
	text, _, _ = strings.Cut(text, "```")
	c, wrong := Parse([]byte(text))
	if wrong != nil || len(c.Wrong) > 0 || len(c.Commands) != 1 || len(c.OnEvent) != 3 {
		t.Fatalf("%v, %+v, %q", wrong, c, c.OnEvent)
	}
	id := "7'; touch x; $(touch x) {dir}"
	args, _, err := c.Commands[0].Process(map[string]string{"id": id, "dir": "/"})
	testdir.Must(t, err)
	want := []string{"tmux", "split-window", "-h", "claude", "Do the task " + id + ": claim it with sideboard, do it, complete it."}
	if !slices.Equal(args, want) {
		t.Errorf("it runs %q", args)
	}

	bin := t.TempDir()
	curl := "#!/bin/sh\nfor a; do printf '<%s>' \"$a\"; done\n"
	testdir.Must(t, os.WriteFile(filepath.Join(bin, "curl"), []byte(curl), 0o755))
	cmd := exec.Command(c.OnEvent[0], c.OnEvent[1:]...)
	cmd.Env = []string{"PATH=" + bin, "SIDEBOARD_EVENT=completed", `SIDEBOARD_EVENT_SUBJECT=@/etc/passwd "$(id)" \`}
	sh, err := exec.LookPath("sh")
	testdir.Must(t, err)
	cmd.Path = sh
	out, err := cmd.Output()
	testdir.Must(t, err)
	if got := `<-sS><-H><Title: sideboard: completed><--data-raw><@/etc/passwd "$(id)" \><https://ntfy.sh/MY-TOPIC>`; string(out) != got {
		t.Errorf("it runs curl with %s", out)
	}
}
