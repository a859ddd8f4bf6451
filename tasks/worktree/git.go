package worktree

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/locate"
)

// maxOutput is the largest size of git's output that is read; the rest is cut.
const maxOutput = 8 << 20

// safeSettings are settings under which git runs nothing from a repository's own configuration: a repository may come
// from anywhere, and showing a task must not run its programs.
var safeSettings = []string{
	"core.fsmonitor=false",
	"core.hooksPath=" + os.DevNull,
	"core.alternateRefsCommand=true",
	"log.showSignature=false",
	"protocol.allow=never", // a partial clone fetches nothing
	"safe.bareRepository=explicit",
	"core.quotepath=false",
}

// query runs git to read something. git runs nothing from the repository: no hook, no monitor, no signature check, no
// pager, no transport. Commands that run filters need the settings of disabledFilters too.
func query(ctx context.Context, dir string, args ...string) (string, error) {
	return queryWith(ctx, dir, nil, args...)
}

// queryWith is query with more settings.
func queryWith(ctx context.Context, dir string, more []string, args ...string) (string, error) {
	return runGit(ctx, dir, append(safeSettings[:len(safeSettings):len(safeSettings)], more...),
		[]string{"GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_PAGER=cat"}, args...)
}

// change runs git to do what a person asked for. Hooks and filters run as usual.
func change(ctx context.Context, dir string, args ...string) (string, error) {
	return runGit(ctx, dir, []string{"core.fsmonitor=false", "core.quotepath=false"}, nil, args...)
}

// disabledFilters returns the settings that disable the filters which git would run to compare files. git has no
// setting for all of them, so each is named.
func disabledFilters(ctx context.Context, dir string) ([]string, error) {
	out, err := query(ctx, dir, "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if none, ok := errors.AsType[*exec.ExitError](err); ok && none.ExitCode() == 1 {
		return nil, nil // there is no such setting
	}
	if err == nil && len(out) >= maxOutput {
		err = errors.New("the repository has more filters than can be disabled, and comparing files would run them")
	}
	if err != nil {
		return nil, err
	}
	var off []string
	seen := map[string]bool{}
	for key := range strings.SplitSeq(strings.TrimRight(out, "\x00"), "\x00") {
		last := strings.LastIndexByte(key, '.')
		driver := key[:max(last, 0)]
		if !strings.HasPrefix(driver, "filter.") || seen[driver] {
			continue
		}
		if strings.ContainsAny(driver, "=\n") {
			return nil, fmt.Errorf("the repository's %q cannot be disabled, and comparing files would run it", driver)
		}
		seen[driver] = true
		off = append(off, driver+".clean=", driver+".smudge=", driver+".process=", driver+".required=false")
	}
	return off, nil
}

// gitError is git's own word on why it did not do something.
type gitError struct {
	command, why string
	cause        error
}

func (f *gitError) Error() string { return "git " + f.command + ": " + f.why }
func (f *gitError) Unwrap() error { return f.cause }

// runGit runs git in a directory and returns its output. git does not prompt, takes no optional lock, and ignores the
// variables that name other repositories.
func runGit(ctx context.Context, dir string, settings, env []string, args ...string) (string, error) {
	full := []string{"-C", dir}
	for _, s := range settings {
		full = append(full, "-c", s)
	}
	cmd := exec.CommandContext(ctx, "git", append(full, args...)...)
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_NAMESPACE",
			"GIT_PREFIX":
		default:
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"), env...)
	cmd.WaitDelay = 2 * time.Second
	var out, complaint limitedBuffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed")
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s: %w", args[0], ctx.Err())
	case err != nil:
		why := cmp.Or(strings.TrimPrefix(errorLine(complaint.String()), "fatal: "), err.Error())
		return "", &gitError{args[0], why, err}
	}
	return out.String(), nil
}

// limitedBuffer keeps the beginning of what is written to it.
type limitedBuffer struct{ bytes.Buffer }

func (l *limitedBuffer) Write(p []byte) (int, error) {
	if room := maxOutput - l.Len(); room > 0 {
		_, _ = l.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

// errorLine returns the line with the reason: the first that git marks as such, else the last one.
func errorLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for _, l := range lines {
		if strings.HasPrefix(l, "fatal: ") || strings.HasPrefix(l, "error: ") {
			return l
		}
	}
	return lines[len(lines)-1]
}

// maxCommits is the largest number of commits that are listed.
const maxCommits = 100

// Work is what was done in a worktree since it was branched.
type Work struct {
	Tree     Tree
	Changed  int      // files with changes that are not committed, new ones too
	Ignored  int      // files and directories that git ignores, if its agents count them
	Ahead    int      // commits that the project's own branch does not have
	Unshared int      // commits that no other branch has: deleting the branch would lose them
	Files    []File   // all files that were changed since, committed or not
	Commits  []Commit // the newest first, at most maxCommits
}

// File is one changed file.
type File struct {
	Path           string
	Added, Removed int  // lines
	Binary         bool // it has no lines
	New            bool // it is untracked
}

// Commit is one commit.
type Commit struct {
	Hash, Subject, Author string
	At                    time.Time
}

// Work returns what was done in a worktree. Without its directory only the commits are known. Filters of the
// repository are not run: a file that they would change counts as changed once it was written.
func (r *Repo) Work(ctx context.Context, t Tree) (Work, error) {
	w := Work{Tree: t}
	base, err := query(ctx, r.project, "rev-parse", "HEAD")
	if err != nil {
		return w, err
	}
	base = strings.TrimSpace(base)
	out, err := query(ctx, r.project, "log", "--no-show-signature", "-n", strconv.Itoa(maxCommits), "-z",
		"--format=%h%x1f%s%x1f%an%x1f%ct", base+".."+t.Head)
	if err != nil {
		return w, err
	}
	for entry := range strings.SplitSeq(strings.TrimRight(out, "\x00"), "\x00") {
		if f := strings.Split(entry, "\x1f"); len(f) == 4 {
			sec, _ := strconv.ParseInt(f[3], 10, 64)
			w.Commits = append(w.Commits, Commit{Hash: f[0], Subject: f[1], Author: f[2], At: time.Unix(sec, 0)})
		}
	}
	if w.Ahead, err = r.count(ctx, base+".."+t.Head); err != nil {
		return w, err
	}
	if t.Branch != "" {
		if w.Unshared, err = r.count(ctx, t.Head, "--not", "--exclude="+t.Branch, "--branches", "--remotes", "--tags",
			base); err != nil {
			return w, err
		}
	}
	if t.Missing || !locate.Exists(t.Path) {
		return w, nil
	}
	off, err := disabledFilters(ctx, t.Path)
	if err != nil {
		return w, err
	}
	from, err := query(ctx, t.Path, "merge-base", base, "HEAD")
	if err != nil {
		from = base // it shares nothing with the project's branch
	}
	diff, err := queryWith(ctx, t.Path, off, "diff", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty",
		"--numstat", "-z", "--no-renames", strings.TrimSpace(from))
	if err != nil {
		return w, err
	}
	for entry := range strings.SplitSeq(strings.TrimRight(diff, "\x00"), "\x00") {
		if f := strings.SplitN(entry, "\t", 3); len(f) == 3 {
			file := File{Path: f[2], Binary: f[0] == "-"} // instead of the numbers of lines
			file.Added, _ = strconv.Atoi(f[0])
			file.Removed, _ = strconv.Atoi(f[1])
			w.Files = append(w.Files, file)
		}
	}
	ask := []string{"status", "--ignore-submodules=dirty", "--porcelain=v1", "-z", "--no-renames",
		"--untracked-files=all"}
	if r.form == S13 {
		ask = append(ask, "--ignored=matching")
	}
	status, err := queryWith(ctx, t.Path, off, ask...)
	if err != nil {
		return w, err
	}
	for entry := range strings.SplitSeq(strings.TrimRight(status, "\x00"), "\x00") {
		if len(entry) < 4 { // two letters, a blank and the path
			continue
		}
		if strings.HasPrefix(entry, "!!") {
			w.Ignored++
			continue
		}
		w.Changed++
		if strings.HasPrefix(entry, "??") {
			w.Files = append(w.Files, File{Path: entry[3:], New: true})
		}
	}
	return w, nil
}

// count returns the number of commits that git rev-list lists for args.
func (r *Repo) count(ctx context.Context, args ...string) (int, error) {
	out, err := query(ctx, r.project, append([]string{"rev-list", "--count"}, args...)...)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(out))
}

// Tracked returns the names of the files right in a directory that git tracks; none if it is not in a repository, or
// there is no git.
func Tracked(ctx context.Context, dir string) (names []string) {
	out, err := query(ctx, dir, "ls-files", "-z", "--", ".")
	if err != nil {
		return nil
	}
	for name := range strings.SplitSeq(strings.TrimRight(out, "\x00"), "\x00") {
		if name != "" && !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	return names
}
