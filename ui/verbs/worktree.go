package verbs

import (
	"context"
	"errors"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/worktree"
)

// Worktrees returns the git worktrees that tasks can be bound to.
func (s *Session) Worktrees() (Worktrees, error) {
	out := Worktrees{Version: Version, Dir: s.Dir(), Worktrees: []Worktree{}}
	trees, err := s.work.Trees("", s.projectOf("").Traits)
	for _, t := range trees {
		out.Worktrees = append(out.Worktrees, Worktree{t.Name, t.Branch, t.Path, s.refs(s.board.BoundTo(t.Name, tasks.Key{}))})
	}
	return out, refusedTree(err)
}

// projectOf returns a task that names a worktree, or an empty one: its format and list say which project it is.
func (s *Session) projectOf(name string) *tasks.Task {
	if bound := s.board.BoundTo(name, tasks.Key{}); name != "" && len(bound) > 0 {
		return s.board.Task(bound[0])
	}
	for _, k := range s.board.Search("", tasks.Key{}) {
		if t := s.board.Task(k); name != "" && t.Worktree == name {
			return t
		}
	}
	if t := s.work.Traits(""); t != nil {
		return &tasks.Task{Traits: t}
	}
	return &tasks.Task{Traits: &tasks.Traits{}}
}

// refusedTree returns an error about a worktree as a refusal; nil stays nil.
func refusedTree(err error) error {
	no := board.Refusal{}
	if err == nil {
		return nil
	}
	if no.Why = err.Error(); errorIs[*worktree.UnsavedError](err) {
		no.Hint = "--discard-changes removes it anyway"
	}
	return no
}

func errorIs[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}

// treeChange returns the answer to a change of a worktree. An error of the events file does not undo the change.
func (s *Session) treeChange(verb, notice string, err error) (Change, error) {
	out := s.change(0)
	out.Verb, out.Notice = verb, notice
	if err != nil && worktree.IsDone(err) {
		out.Left, err = append(out.Left, err.Error()), nil
	}
	s.learnTrees()
	return out, refusedTree(err)
}

// wouldChange returns the answer to a dry run of a change of a worktree, with the files of tasks that would change.
func (s *Session) wouldChange(verb, notice string, edits ...Change) Change {
	out := s.change(0)
	out.Verb, out.Notice = verb, notice
	for _, c := range edits {
		out.Tasks, out.Files = append(out.Tasks, c.Tasks...), addFiles(out.Files, c.Files)
	}
	return out
}

// MakeWorktree makes a worktree on a branch of its own, and binds the task that a word names, "" for none.
func (s *Session) MakeWorktree(ctx context.Context, name, id string, yes bool) (Change, error) {
	t := s.projectOf("")
	if id != "" {
		k, err := s.find(id)
		if err != nil {
			return Change{}, err
		}
		err = board.CheckMakeWorktree(s.board, k, name, s.work.HasTreeEvents(), s.who, s.now())
		if err != nil && !(yes && errorIs[board.Ask](err)) {
			return Change{}, err
		}
		t = s.board.Task(k)
	}
	if err := worktree.FormOf(t.Traits.Dialect).CheckName(name); err != nil {
		return Change{}, refusedTree(err)
	}
	var bound Change
	var unbound error
	bind := func() bool {
		if t.Worktree != name {
			e, err := board.Bind(s.board, t.Key, name, true, s.who, s.now())
			bound, unbound = s.carryOut(ctx, e, err, true)
		}
		return unbound == nil
	}
	if s.dryRun {
		if s.checkTree(t, name) == nil {
			return Change{}, refusedTree(errors.New("there is a worktree " + name + " already"))
		}
		if id != "" {
			bind()
		}
		return s.wouldChange("made", "Would make worktree "+name+" on the branch wt/"+name+".", bound), unbound
	}
	tree, err := s.work.CreateTree(t, id != "", name, bind)
	out, err := s.treeChange("made", "Made worktree "+name+" in "+tree.Path+".", err)
	if unbound != nil {
		out.Left = append(out.Left, "it is bound to no task: "+s.Explain(unbound).Reason)
	}
	out.Tasks, out.Unblocked = append(out.Tasks, bound.Tasks...), append(out.Unblocked, bound.Unblocked...)
	return out, err
}

// BindWorktree binds a task to an existing worktree, or to none with "".
func (s *Session) BindWorktree(ctx context.Context, id, name string, yes bool) (Change, error) {
	out, err := s.on(ctx, id, yes, func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
		if t := b.Task(k); t != nil && name != "" {
			trees, err := s.work.Trees(k.List, t.Traits)
			i := slices.IndexFunc(trees, func(tree worktree.Tree) bool { return tree.Name == name })
			switch {
			case err != nil:
			case i < 0:
				err = errors.New("git knows no worktree " + name + " that a task can be bound to")
			case t.Traits.Binding != tasks.NotBound:
				err = worktree.FormOf(t.Traits.Dialect).CheckTree(trees[i])
			}
			if err != nil {
				return tasks.Edit{}, board.Refusal{Verb: tasks.VerbBind, Why: err.Error()}
			}
		}
		return board.Bind(b, k, name, s.work.HasTreeEvents(), who, at)
	})
	if name == "" {
		out.Verb = "unbound"
	}
	return out, err
}

// KeepWorktree marks a worktree as kept.
func (s *Session) KeepWorktree(_ context.Context, name string) (Change, error) {
	if s.dryRun {
		return s.wouldChange("kept", "Would note that worktree "+name+" is kept."), s.checkTree(s.projectOf(name), name)
	}
	return s.treeChange("kept", "Noted that worktree "+name+" is kept.", s.work.KeepTree(s.projectOf(name), name))
}

// RemoveWorktree removes a worktree after a question, with discard also work that is committed nowhere else.
func (s *Session) RemoveWorktree(ctx context.Context, name string, yes, discard bool) (Change, error) {
	t := s.projectOf(name)
	roster := s.work.Roster()
	s.board.SetOwnerState(func(_, owner string) tasks.Agent { return roster.OwnerState(owner, s.who) })
	ask, err := board.AskRemoval(s.board, t.Key, name, worktree.FormOf(t.Traits.Dialect).KeepsBranch(), s.who, s.now())
	if err == nil && !yes {
		err = ask
	}
	if err != nil {
		return Change{}, err
	}
	if s.dryRun {
		return s.previewRemoval(ctx, t, name)
	}
	err = s.work.RemoveTree(t, name, nil)
	if lost, is := errors.AsType[*worktree.UnsavedError](err); is && discard {
		err = s.work.RemoveTree(t, name, lost)
	}
	out, err := s.treeChange("removed", "Removed worktree "+name+".", err)
	if err != nil {
		return out, err
	}
	edits, err := board.UnbindAll(s.board, t.Key, name, s.who, s.now())
	for _, e := range edits {
		if _, failed := s.carryOut(ctx, e, nil, true); failed != nil {
			err = failed
		}
	}
	if err != nil {
		out.Left = append(out.Left, "tasks still name it: "+s.Explain(err).Reason)
	}
	return out, nil
}

// previewRemoval returns what removing a worktree would change.
func (s *Session) previewRemoval(ctx context.Context, t *tasks.Task, name string) (Change, error) {
	if err := s.checkTree(t, name); err != nil {
		return Change{}, err
	}
	edits, err := board.UnbindAll(s.board, t.Key, name, s.who, s.now())
	var all []Change
	for _, e := range edits {
		c, failed := s.carryOut(ctx, e, nil, true)
		if all = append(all, c); failed != nil {
			err = failed
		}
	}
	return s.wouldChange("removed", "Would remove worktree "+name+".", all...), err
}

// checkTree returns an error if git has no worktree of a name.
func (s *Session) checkTree(t *tasks.Task, name string) error {
	trees, err := s.work.Trees(t.List, t.Traits)
	if err == nil && !slices.ContainsFunc(trees, func(tree worktree.Tree) bool { return tree.Name == name }) {
		err = errors.New("git knows no worktree " + name)
	}
	return refusedTree(err)
}
