package worktree

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
)

// trap writes a program that says that it ran, by making a file, and answers how to call it.
func trap(t *testing.T, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	testdir.Must(t, os.WriteFile(path, []byte("#!/bin/sh\ntouch '"+filepath.Join(dir, "ran-"+name)+"'\ncat\n"), 0o755))
	return path
}

// sprung returns the traps that ran.
func sprung(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "ran-*"))
	testdir.Must(t, err)
	for _, path := range all {
		testdir.Must(t, os.Remove(path))
	}
	return all
}

func TestReadingRunsNothingFromTheRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the traps are shell scripts")
	}
	r := project(t, S13)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	put(t, filepath.Join(made.Path, "a.txt"), "one\n")
	put(t, filepath.Join(made.Path, "kept.txt"), "one\n")
	does(t, made.Path, "add", ".")
	does(t, made.Path, "commit", "-q", "-m", "Add a")
	signed := does(t, made.Path, "cat-file", "commit", "HEAD")
	head, body, _ := strings.Cut(signed, "\n\n")
	put(t, filepath.Join(r.project, ".git", "signed"), head+"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n"+body)
	commit := strings.TrimSpace(does(t, made.Path, "hash-object", "-t", "commit", "-w", filepath.Join(r.project, ".git", "signed")))
	does(t, made.Path, "reset", "-q", commit)

	dir := t.TempDir()
	for key, name := range map[string]string{
		"gpg.program": "gpg", "gpg.ssh.program": "gpg-ssh", "core.fsmonitor": "fsmonitor", "core.pager": "pager", "pager.log": "pager-log",
		"filter.x.clean": "clean", "filter.x.smudge": "smudge", "filter.y.z.process": "process", "filter.X.clean": "Clean", "diff.external": "external",
		"diff.x.textconv": "textconv", "diff.x.command": "command", "alias.status": "alias-status", "alias.log": "alias-log",
		"core.editor": "editor", "core.sshCommand": "ssh", "core.askPass": "askpass", "core.alternateRefsCommand": "alternates",
		"credential.helper": "credential", "uploadpack.packObjectsHook": "pack",
	} {
		does(t, r.project, "config", key, trap(t, dir, name))
	}
	for key, value := range map[string]string{
		"log.showSignature": "true", "filter.x.required": "true", "remote.origin.url": "ext::" + trap(t, dir, "remote"), "remote.origin.promisor": "true",
		"protocol.ext.allow": "always", "status.submoduleSummary": "true", "diff.submodule": "log",
	} {
		does(t, r.project, "config", key, value)
	}
	hooks := filepath.Join(r.project, ".git", "hooks")
	for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"} {
		raw, err := os.ReadFile(trap(t, dir, "hook-"+hook))
		testdir.Must(t, err)
		testdir.Must(t, os.MkdirAll(hooks, 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(hooks, hook), raw, 0o755))
	}
	put(t, filepath.Join(made.Path, ".gitattributes"), "*.txt filter=x diff=x\nkept.txt filter=y.z\n*.md filter=X\n")
	put(t, filepath.Join(made.Path, "a.txt"), "two\n")
	put(t, filepath.Join(made.Path, "kept.txt"), "one\n") // touched, and the same
	put(t, filepath.Join(made.Path, "b.txt"), "new\n")

	// The traps are good ones: git by itself runs into them.
	_, _ = change(t.Context(), made.Path, "log", "-n", "1")
	_, _ = change(t.Context(), made.Path, "diff")
	_, _ = change(t.Context(), made.Path, "status")
	for _, name := range []string{"gpg", "clean", "process", "command"} {
		if !locate.Exists(filepath.Join(dir, "ran-"+name)) {
			t.Errorf("git itself does not run %s: the trap is blind", name)
		}
	}
	sprung(t, dir)

	again, err := OpenAt(t.Context(), r.project, S13)
	testdir.Must(t, err)
	tree, ok, err := again.Tree(t.Context(), "w")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	w, err := again.Work(t.Context(), tree)
	testdir.Must(t, err)
	if ran := sprung(t, dir); len(ran) > 0 {
		t.Errorf("looking ran %q", ran)
	}
	var files []string
	for _, f := range w.Files {
		files = append(files, f.Path)
	}
	if got := strings.Join(files, " "); got != "a.txt kept.txt .gitattributes b.txt" && got != "a.txt kept.txt b.txt .gitattributes" {
		t.Errorf("changed: %q", got)
	}
	if w.Changed != 3 || w.Ahead != 1 || w.Commits[0].Subject != "Add a" {
		t.Errorf("work: %+v", w)
	}
}

func TestAFilterThatCannotBeSwitchedOffKeepsGitFromBeingAsked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the traps are shell scripts")
	}
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	dir := t.TempDir()
	config := filepath.Join(r.project, ".git", "config")
	raw, err := os.ReadFile(config)
	testdir.Must(t, err)
	put(t, config, string(raw)+"[filter \"a=b\"]\n\tclean = "+trap(t, dir, "clean")+"\n")
	put(t, filepath.Join(made.Path, ".gitattributes"), "README filter=a=b\n")
	put(t, filepath.Join(made.Path, "README"), "other\n")
	if _, err := r.Work(t.Context(), made); err == nil || !strings.Contains(err.Error(), "cannot be disabled") {
		t.Errorf("%v", err)
	}
	if ran := sprung(t, dir); len(ran) > 0 {
		t.Errorf("looking ran %q", ran)
	}
}

func TestTheReasonIsTheLineThatGitMarks(t *testing.T) {
	for said, want := range map[string]string{
		"Preparing\nfatal: no\nhint: x\n": "fatal: no", "hint: x\nerror: no\nfatal: later": "error: no", "one\ntwo\n": "two", "": "",
	} {
		if got := errorLine(said); got != want {
			t.Errorf("of %q the reason is %q", said, got)
		}
	}
}

func TestABareRepositoryInsideACheckoutIsNotAsked(t *testing.T) {
	r := project(t, S18)
	inner := filepath.Join(r.project, "inner")
	does(t, r.project, "init", "-q", "--bare", inner)
	if _, err := OpenAt(t.Context(), inner, S18); err == nil || !strings.Contains(err.Error(), "bare repository") {
		t.Errorf("%v", err)
	}
}
