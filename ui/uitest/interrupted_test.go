//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package uitest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// Signals and other interruptions of the program, in a terminal of its own.

// so waits until a condition is true.
func (s *ptyProgram) so(what string, is func() bool) *ptyProgram {
	s.t.Helper()
	if !testdir.Soon(is) {
		s.t.Fatalf("waited in vain for %s; it sent %q", what, s.output())
	}
	return s
}

func says(path, words string) func() bool {
	return func() bool { b, _ := os.ReadFile(path); return strings.Contains(string(b), words) }
}

// noTrace fails if the board left a temporary file or a lock in a directory.
func noTrace(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	testdir.Must(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".sideboard-") || strings.HasSuffix(e.Name(), ".lock") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

func (s *ptyProgram) signal(sig syscall.Signal) *ptyProgram {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
	return s
}

// A signal arrives while edits are being written. Every file is complete, and nothing is left behind.
func TestProgramThatIsEndedWhileItWritesLeavesWholeFiles(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			dir := taskDir(t)
			path := filepath.Join(dir, "task_1.json")
			s := inTerminal(t, dir).sees("Parse").types("cdoucrcdou")
			s.so("the first edit", says(path, `"ann"`)).signal(sig)
			s.exit()
			s.left()
			b, _ := os.ReadFile(path)
			if slices.Contains([]string{
				s07("1", "Parse", "pending", "[]"), s07by("1", "Parse", "in_progress", "ann", "[]"),
				s07by("1", "Parse", "completed", "ann", "[]"), s07by("1", "Parse", "pending", "ann", "[]"),
			}, string(b)) {
				noTrace(t, dir)
				return
			}
			t.Errorf("the file reads\n%s", b)
		})
	}
}

// The program is stopped while it waits for a lock that an agent keeps fresh. It must not take the lock for an abandoned one afterwards.
func TestProgramThatWasStoppedTakesNoLivingLockAway(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", session)
	mkdir(t, dir)
	before := cc("1", "Parse", "pending", "", "[]", "[]")
	path := filepath.Join(dir, "1.json")
	put(t, path, before)
	mkdir(t, path+".lock")
	s := inTerminal(t, dir).sees("Parse").types("c").signal(syscall.SIGSTOP)
	now := time.Now()
	testdir.Must(t, os.Chtimes(path+".lock", now, now))
	s.signal(syscall.SIGCONT).sees("Not claimed")
	if _, err := os.Lstat(path + ".lock"); err != nil {
		t.Errorf("the agent's lock: %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != before {
		t.Errorf("the file reads\n%s", b)
	}
	testdir.Must(t, os.Remove(path+".lock"))
	s.types("c").so("the claim", says(path, "in_progress")).types("q").exit()
	s.left()
	noTrace(t, dir)
}

func TestProgramSurvivesEveryEditorThatFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script, sees string
		answer       string // to what is asked
		kept         string // what the scratch directory contains afterwards
	}{
		"fails":             {"exit 1", "Not edited: the editor ended with exit status 1", "", ""},
		"wrote, was killed": {`echo precious > "$1"; kill -9 $$`, "What you typed is in", "", "precious\n"},
		"deletes the file":  {`rm "$1"`, "the copy is gone", "", ""},
		"writes garbage":    {`printf '\001\002{]' > "$1"`, "This cannot be written", "n", "\x01\x02{]"},
		"leaves a raw tty":  {"stty raw -echo; printf '\\033[?25l\\033[?1002h'; kill -9 $$", "Not edited: the editor ended with", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, script, scratch := taskDir(t), filepath.Join(t.TempDir(), "editor"), t.TempDir()
			put(t, script, "#!/bin/sh\n"+c.script+"\n")
			testdir.Must(t, os.Chmod(script, 0o755))
			cmd := program(t, dir)
			cmd.Env = append(cmd.Env, "VISUAL=", "EDITOR="+script, "TMPDIR="+scratch)
			s := startIn(t, cmd).sees("Parse").types("E").sees(c.sees).types(c.answer)
			path := filepath.Join(dir, "task_1.json")
			if b, _ := os.ReadFile(path); string(b) != s07("1", "Parse", "pending", "[]") {
				t.Errorf("the file reads\n%s", b)
			}
			s.types("c").so("the claim: the keys are ours again", says(path, `"ann"`))
			if code := s.types("q").exit(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			s.left()
			noTrace(t, dir)
			left, _ := filepath.Glob(filepath.Join(scratch, "*"))
			kept := ""
			for _, dir := range left {
				files, _ := filepath.Glob(filepath.Join(dir, "*"))
				if len(files) == 0 {
					t.Errorf("an empty %s is left", dir)
				}
				for _, f := range files {
					b, _ := os.ReadFile(f)
					kept += string(b)
				}
			}
			if kept != c.kept {
				t.Errorf("kept %q, want %q", kept, c.kept)
			}
		})
	}
}
