package worktree

import (
	"context"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/locate"
)

// maxCommits is how many commits are told one by one.
const maxCommits = 100

// Work is what was done in a worktree since it left the project's own branch.
type Work struct {
	Tree     Tree
	Changed  int      // files with changes that are not committed, new ones too
	Ignored  int      // files and directories that git ignores, where its agents count them
	Ahead    int      // commits the project's own branch does not have
	Unshared int      // commits that no other branch has: deleting the branch would lose them
	Files    []File   // all files that differ from where it left, committed or not
	Commits  []Commit // the newest first, at most 100
}

// File is one changed file.
type File struct {
	Path           string
	Added, Removed int  // lines
	Binary         bool // its lines cannot be counted
	New            bool // git does not know it yet
}

// Commit is one commit.
type Commit struct {
	Hash, Subject, Author string
	At                    time.Time
}

// Work finds out what was done in a worktree. Of one whose directory is gone only the commits can be told. Filters of
// the repository are not run: a file they would change counts as changed once it was touched.
func (r *Repo) Work(ctx context.Context, t Tree) (Work, error) {
	w := Work{Tree: t}
	base, err := query(ctx, r.project, "rev-parse", "HEAD")
	if err != nil {
		return w, err
	}
	base = strings.TrimSpace(base)
	out, err := query(ctx, r.project, "log", "--no-show-signature", "-n", strconv.Itoa(maxCommits), "-z", "--format=%h%x1f%s%x1f%an%x1f%ct", base+".."+t.Head)
	if err != nil {
		return w, err
	}
	for _, entry := range strings.Split(strings.TrimRight(out, "\x00"), "\x00") {
		if f := strings.Split(entry, "\x1f"); len(f) == 4 {
			sec, _ := strconv.ParseInt(f[3], 10, 64)
			w.Commits = append(w.Commits, Commit{Hash: f[0], Subject: f[1], Author: f[2], At: time.Unix(sec, 0)})
		}
	}
	if w.Ahead, err = r.count(ctx, base+".."+t.Head); err != nil {
		return w, err
	}
	if t.Branch != "" {
		if w.Unshared, err = r.count(ctx, t.Head, "--not", "--exclude="+t.Branch, "--branches", "--remotes", "--tags", base); err != nil {
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
	diff, err := queryWith(ctx, t.Path, off, "diff", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--numstat", "-z", "--no-renames", strings.TrimSpace(from))
	if err != nil {
		return w, err
	}
	for _, entry := range strings.Split(strings.TrimRight(diff, "\x00"), "\x00") {
		if f := strings.SplitN(entry, "\t", 3); len(f) == 3 {
			file := File{Path: f[2], Binary: f[0] == "-"}
			file.Added, _ = strconv.Atoi(f[0])
			file.Removed, _ = strconv.Atoi(f[1])
			w.Files = append(w.Files, file)
		}
	}
	ask := []string{"status", "--ignore-submodules=dirty", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"}
	if r.form == S13 {
		ask = append(ask, "--ignored=matching")
	}
	status, err := queryWith(ctx, t.Path, off, ask...)
	if err != nil {
		return w, err
	}
	for _, entry := range strings.Split(strings.TrimRight(status, "\x00"), "\x00") {
		if len(entry) < 4 {
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

func (r *Repo) count(ctx context.Context, args ...string) (int, error) {
	out, err := query(ctx, r.project, append([]string{"rev-list", "--count"}, args...)...)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(out))
}
