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
	out := Worktrees{Head: s.head(), Worktrees: []Worktree{}}
	trees, err := s.work.Worktrees("", s.projectOf("").Traits)
	for _, t := range trees {
		out.Worktrees = append(out.Worktrees,
			Worktree{t.Name, t.Branch, t.Path, s.refs(s.board.BoundTo(t.Name, tasks.Key{}))})
	}
	return out, worktreeRefusal(err)
}

// projectOf returns a task that names a worktree, or an empty one: its format and list say which project it is.
func (s *Session) projectOf(name string) *tasks.Task {
	if name != "" {
		// open tasks first
		for _, k := range append(s.board.BoundTo(name, tasks.Key{}), s.board.Search("", tasks.Key{})...) {
			if t := s.board.Task(k); t.Worktree == name {
				return t
			}
		}
	}
	return &tasks.Task{Traits: s.work.Traits("")}
}

// worktreeRefusal returns an error about a worktree as a refusal; nil stays nil.
func worktreeRefusal(err error) error {
	no := board.Refusal{}
	if err == nil {
		return nil
	}
	no.Why = err.Error()
	if errorIs[*worktree.UnsavedError](err) {
		no.Hint = "--discard-changes removes it anyway"
	}
	return no
}

func errorIs[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// worktreeChange returns the answer to a change of a worktree. An error of the events file does not undo the change.
func (s *Session) worktreeChange(verb, notice string, err error) (Change, error) {
	out := s.change(0)
	out.Verb, out.Notice = verb, notice
	if err != nil && worktree.IsDone(err) {
		out.Left, err = append(out.Left, err.Error()), nil
	}
	return out, worktreeRefusal(err)
}

// MakeWorktree makes a worktree on a branch of its own, and binds the task that a word names, "" for none.
func (s *Session) MakeWorktree(ctx context.Context, name, id string, yes bool) (Change, error) {
	t := s.projectOf("")
	if id != "" {
		k, err := s.find(id)
		if err != nil {
			return Change{}, err
		}
		err = board.CheckMakeWorktree(s.board, k, name, s.work.HasWorktreeEvents(), s.Who, time.Now())
		if err != nil && !(yes && errorIs[board.Ask](err)) {
			return Change{}, err
		}
		t = s.board.Task(k)
	}
	if err := worktree.FormOf(t.Traits.Dialect).CheckName(name); err != nil {
		return Change{}, worktreeRefusal(err)
	}
	var bound Change
	var unbound error // why the task could not be bound
	bind := func() bool {
		if t.Worktree != name {
			e, err := board.Bind(s.board, t.Key, name, true, s.Who, time.Now())
			bound, unbound = s.carryOut(ctx, e, err, true)
		}
		return unbound == nil
	}
	var tree worktree.Tree
	var err error
	notice := "Would make worktree " + name + " on the branch wt/" + name + "."
	switch {
	case !s.DryRun:
		tree, err = s.work.CreateWorktree(t, id != "", name, bind)
		notice = "Made worktree " + name + " in " + tree.Path + "."
	case s.checkWorktree(t, name) == nil:
		err = errors.New("there is a worktree " + name + " already")
	case id != "":
		bind()
	}
	out, err := s.worktreeChange("made", notice, err)
	if unbound != nil {
		out.Left, out.InPart = append(out.Left, "it is bound to no task: "+s.Explain(unbound).Reason), true
	}
	out.Tasks, out.Files, out.Unblocked = append(out.Tasks, bound.Tasks...), append(out.Files, bound.Files...),
		append(out.Unblocked, bound.Unblocked...)
	return out, err
}

// BindWorktree binds a task to an existing worktree, or to none with "".
func (s *Session) BindWorktree(ctx context.Context, id, name string, yes bool) (Change, error) {
	out, err := s.apply(ctx, id, yes, func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
		if t := b.Task(k); t != nil && name != "" {
			trees, err := s.work.Worktrees(k.List, t.Traits)
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
		return board.Bind(b, k, name, s.work.HasWorktreeEvents(), who, at)
	})
	if name == "" {
		out.Verb = "unbound"
	}
	return out, err
}

// KeepWorktree marks a worktree as kept.
func (s *Session) KeepWorktree(name string) (Change, error) {
	t := s.projectOf(name)
	if s.DryRun {
		return s.worktreeChange("kept", "Would note that worktree "+name+" is kept.", s.checkWorktree(t, name))
	}
	return s.worktreeChange("kept", "Noted that worktree "+name+" is kept.", s.work.KeepWorktree(t, name))
}

// RemoveWorktree removes a worktree after a question, with discard also work that is committed nowhere else.
func (s *Session) RemoveWorktree(ctx context.Context, name string, yes, discard bool) (Change, error) {
	t := s.projectOf(name)
	roster := s.work.Roster()
	s.board.SetOwnerState(func(_, owner string) tasks.Agent { return roster.OwnerState(owner, s.Who) })
	ask, err := board.AskRemoval(s.board, t.Key, name, worktree.FormOf(t.Traits.Dialect).KeepsBranch(), s.Who,
		time.Now())
	if err == nil && !yes {
		err = ask
	}
	if err != nil {
		return Change{}, err
	}
	notice := "Would remove worktree " + name + "."
	if s.DryRun {
		err = s.checkWorktree(t, name)
	} else {
		notice, err = "Removed worktree "+name+".", s.work.RemoveWorktree(t, name, nil)
		if lost, ok := errors.AsType[*worktree.UnsavedError](err); ok && discard {
			err = s.work.RemoveWorktree(t, name, lost)
		}
	}
	out, err := s.worktreeChange("removed", notice, err)
	if err != nil {
		return out, err
	}
	edits, err := board.UnbindAll(s.board, t.Key, name, s.Who, time.Now())
	for _, e := range edits {
		one, failed := s.carryOut(ctx, e, nil, true)
		out.Files = append(out.Files, one.Files...)
		if failed != nil {
			err = failed
		}
	}
	if err != nil {
		out.Left, out.InPart = append(out.Left, "tasks still name it: "+s.Explain(err).Reason), true
	}
	return out, nil
}

// checkWorktree returns an error if git has no worktree of a name.
func (s *Session) checkWorktree(t *tasks.Task, name string) error {
	trees, err := s.work.Worktrees(t.List, t.Traits)
	if err == nil && !slices.ContainsFunc(trees, func(tree worktree.Tree) bool { return tree.Name == name }) {
		err = errors.New("git knows no worktree " + name)
	}
	return err
}
