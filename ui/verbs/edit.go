package verbs

import (
	"bytes"
	"context"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Fields are what an edit sets; nil leaves a field, an empty text empties it.
type Fields struct {
	Subject, Description, ActiveForm, Owner *string
	Agent, Type, Paths                      *string // in workflow files
	Metadata                                *string // a JSON object; null removes a member
	Start                                   bool    // also start a pending task
}

// Edit changes fields of a task. If others changed the same field since it was read, the error is a
// *tasks.ConflictError.
func (s *Session) Edit(ctx context.Context, id string, to Fields, yes bool) (Change, error) {
	k, err := s.find(id)
	if err != nil {
		return Change{}, err
	}
	doc, err := s.work.Read(k)
	if err != nil {
		if s.board.Task(k) == nil {
			_, err = board.EditFields(s.board, k, nil, s.Who, time.Now()) // the rule explains it
		}
		return Change{}, err
	}
	var changes []tasks.Change
	set := func(f tasks.Field, from string, to *string) {
		if to != nil && *to != from {
			changes = append(changes, tasks.Change{Field: f, Op: tasks.Set, From: tasks.TextValue(from),
				To: tasks.TextValue(*to)})
		}
	}
	set(tasks.FieldSubject, doc.Task.Subject, trimmed(to.Subject))
	set(tasks.FieldDescription, doc.Description, to.Description)
	set(tasks.FieldActiveForm, doc.Task.ActiveForm, to.ActiveForm)
	set(tasks.FieldOwner, doc.Task.Owner, trimmed(to.Owner))
	facts := map[string]string{}
	for name, text := range map[string]*string{"agent": to.Agent, "type": to.Type, "paths": to.Paths} {
		if text != nil {
			facts[name] = *text
		}
	}
	if len(facts) > 0 {
		changed, err := s.work.ChangeFacts(k, doc.Raw, facts)
		if err != nil {
			return Change{}, board.Refusal{Verb: tasks.VerbEdit, Why: err.Error()}
		}
		changes = append(changes, changed...)
	}
	if to.Metadata != nil {
		merged, err := mergeMetadata(doc, []byte(*to.Metadata))
		if err != nil {
			return Change{}, err
		}
		changes = append(changes, merged...)
	}
	edit := board.EditFields
	if to.Start {
		edit = board.EditAndStart
	}
	e, err := edit(s.board, k, changes, s.Who, time.Now())
	return s.carryOut(ctx, e, err, yes)
}

// mergeMetadata returns the change that sets members of a task's metadata, or none.
func mergeMetadata(doc tasks.Document, patch []byte) ([]tasks.Change, error) {
	if !doc.Task.Traits.HasMetadata {
		return nil, board.Refusal{Verb: tasks.VerbEdit, Why: "its dialect keeps no metadata", Hint: "leave it out"}
	}
	o, err := jsonedit.Parse(doc.Raw)
	if err != nil {
		return nil, err
	}
	c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: "metadata"}
	has := []byte("{}")
	if m, ok := o.Get(c.Member); ok {
		has = o.Raw(m)
		c.From = tasks.Value{Kind: tasks.RawVal, Text: string(has)}
	}
	merged, err := jsonedit.Merge(has, patch)
	if err != nil || bytes.Equal(jsonedit.Canonical(merged), jsonedit.Canonical(has)) {
		return nil, err
	}
	c.To = tasks.Value{Kind: tasks.RawVal, Text: string(o.Layout().Value(merged))}
	return []tasks.Change{c}, nil
}

// trimmed returns a text without surrounding white space.
func trimmed(s *string) *string {
	if s == nil {
		return nil
	}
	return new(strings.TrimSpace(*s))
}

// Form returns the form that was inferred from the files, nil if a design or a tool is known.
func (s *Session) Form() *tasks.Form { return s.work.Form("") }

// Traits returns the dialect of the directory.
func (s *Session) Traits() *tasks.Traits { return s.work.Traits("") }

// Allow notes that a person allows to edit files of the inferred form f; nil takes it back. The session goes on
// with what it read before.
func (s *Session) Allow(ctx context.Context, f *tasks.Form) error {
	return s.work.Allow(ctx, "", f)
}
