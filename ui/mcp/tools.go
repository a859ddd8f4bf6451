package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"sideboard/tasks"
	"sideboard/ui/verbs"
)

// create is the tool that may begin a directory.
const create = "TaskCreate"

// What the tools take. The names are those that agents know from task tools they were trained with.
type (
	createInput struct {
		Subject     string          `json:"subject" about:"what is to be done, in one line"`
		Description string          `json:"description,omitempty" about:"all that whoever does it must know"`
		ActiveForm  string          `json:"activeForm,omitempty" about:"what is being done while it runs: Writing the parser"`
		Owner       string          `json:"owner,omitempty" about:"whose it is to be; nobody's by default"`
		BlockedBy   []string        `json:"blockedBy,omitempty" about:"ids of the tasks it waits for"`
		Tasks       []verbs.Draft   `json:"tasks,omitempty" about:"several tasks to make in one call, in place of the other arguments; each is made after those it waits for"`
		Metadata    json.RawMessage `json:"metadata,omitempty" about:"an object of anything else to keep with it, where its design keeps metadata"`
	}
	listInput struct {
		Filter string `json:"filter,omitempty" about:"what is typed behind / on the board: words of a subject, @owner, @me, @none, #id, is:ready, is:blocked, is:running, is:done, is:needs-me, waits-for:ID, unblocks:ID, unblocks:@owner, changed<10m, - before any of them for not"`
	}
	taskInput struct {
		TaskID string `json:"taskId" required:"yes" about:"the id of the task"`
	}
	claimInput struct {
		TaskID string `json:"taskId,omitempty" about:"the id of the task; without one the best that is ready is claimed"`
		Wait   int    `json:"wait,omitempty" about:"without taskId: for how many seconds to wait until a task is ready, at most 600; 0 by default"`
	}
	releaseInput struct {
		TaskID string `json:"taskId" required:"yes" about:"the id of the task"`
		Force  bool   `json:"force,omitempty" about:"release it although another has it: only where that agent is gone"`
	}
	updateInput struct {
		TaskID          string          `json:"taskId" required:"yes" about:"the id of the task"`
		Status          string          `json:"status,omitempty" enum:"pending in_progress completed deleted" about:"in_progress claims it, completed completes it, pending releases or reopens it, deleted removes it"`
		Subject         *string         `json:"subject,omitempty" about:"its new subject"`
		Description     *string         `json:"description,omitempty" about:"its new description"`
		ActiveForm      *string         `json:"activeForm,omitempty" about:"what is being done while it runs"`
		Owner           *string         `json:"owner,omitempty" about:"its new owner; empty for nobody"`
		AddBlockedBy    []string        `json:"addBlockedBy,omitempty" about:"ids of tasks it is to wait for"`
		RemoveBlockedBy []string        `json:"removeBlockedBy,omitempty" about:"ids of tasks it is to wait for no longer"`
		AddBlocks       []string        `json:"addBlocks,omitempty" about:"ids of tasks that are to wait for it"`
		Metadata        json.RawMessage `json:"metadata,omitempty" about:"members to set in its metadata, where its design keeps that; null takes one away"`
	}
)

// maxWait is for how many seconds a claim waits at most.
const maxWait = 600

// addTools adds the seven tools.
func (s *server) addTools(srv *sdk.Server) {
	reads := func() *sdk.ToolAnnotations { return &sdk.ToolAnnotations{ReadOnlyHint: true} }
	harmless, harmful := false, true
	adds := func() *sdk.ToolAnnotations { return &sdk.ToolAnnotations{DestructiveHint: &harmless} }
	tool(s, srv, sdk.Tool{
		Name: create, Annotations: adds(),
		Description: "Create a task, or several with tasks. It is pending and nobody's; blockedBy names the tasks that must be completed before it.",
	}, createTask)
	tool(s, srv, sdk.Tool{
		Name: "TaskList", Annotations: reads(),
		Description: "List the tasks: id, status, owner, and what each waits for. filter shows some of them.",
	}, func(ctx context.Context, v *verbs.Session, in listInput) (answer, error) {
		l, err := v.List(ctx, in.Filter)
		return answer{listWords(v, l), l}, err
	})
	tool(s, srv, sdk.Tool{
		Name: "TaskGet", Annotations: reads(),
		Description: "Get everything about one task: its description, what it waits for, what waits for it.",
	}, func(_ context.Context, v *verbs.Session, in taskInput) (answer, error) {
		d, err := v.Show(in.TaskID)
		return answer{detailWords(v, d), d}, err
	})
	tool(s, srv, sdk.Tool{
		Name: "TaskUpdate", Annotations: &sdk.ToolAnnotations{DestructiveHint: &harmful},
		Description: "Change a task: its status, texts, owner and links. What others wrote meanwhile is never overwritten unseen.",
	}, updateTask)
	tool(s, srv, sdk.Tool{
		Name: "claim", Annotations: adds(),
		Description: "Claim a task before you work on it: it is in progress and yours, and nobody else gets it. Without taskId the best task that is ready is claimed; wait waits until there is one.",
	}, func(ctx context.Context, v *verbs.Session, in claimInput) (answer, error) {
		switch {
		case in.Wait < 0 || in.Wait > maxWait || in.Wait > 0 && in.TaskID != "":
			return answer{}, &verbs.UsageError{Err: fmt.Errorf("wait is a number of seconds up to %d, and for a claim without taskId", maxWait)}
		case in.TaskID != "":
			return withTask(v)(v.Claim(ctx, in.TaskID, false))
		case in.Wait > 0:
			soon, stop := context.WithTimeout(ctx, time.Duration(in.Wait)*time.Second)
			defer stop()
			ctx = soon
		}
		return withTask(v)(v.ClaimNext(ctx, in.Wait > 0, false))
	})
	tool(s, srv, sdk.Tool{
		Name: "complete", Annotations: adds(),
		Description: "Complete a task that is done. The answer says which tasks can be started because of it.",
	}, func(ctx context.Context, v *verbs.Session, in taskInput) (answer, error) {
		return changed(v.Complete(ctx, in.TaskID, false))
	})
	tool(s, srv, sdk.Tool{
		Name: "release", Annotations: adds(),
		Description: "Give a task back that you do not go on with, so that others can claim it.",
	}, func(ctx context.Context, v *verbs.Session, in releaseInput) (answer, error) {
		return changed(v.Release(ctx, in.TaskID, in.Force))
	})
}

func createTask(ctx context.Context, v *verbs.Session, in createInput) (answer, error) {
	drafts := []verbs.Draft{{
		Subject: in.Subject, Description: in.Description, ActiveForm: in.ActiveForm, Owner: in.Owner, BlockedBy: in.BlockedBy, Metadata: in.Metadata,
	}}
	if len(in.Tasks) > 0 {
		if !reflect.ValueOf(drafts[0]).IsZero() {
			return answer{}, &verbs.UsageError{Err: errors.New("tasks and other arguments: give one or the other, not both")}
		}
		drafts = in.Tasks
	}
	c, err := v.Add(ctx, drafts)
	if err != nil {
		var made []string
		for _, t := range c.Tasks {
			made = append(made, c.Verb+" as "+t.Short)
		}
		return answer{}, &partError{made, err}
	}
	return changed(c, nil)
}

// updateTask does what an update asks for, one edit after the other: texts and owner, links, and the status last. What stops it
// leaves the edits before it, and says so.
func updateTask(ctx context.Context, v *verbs.Session, in updateInput) (answer, error) {
	to := verbs.Fields{Subject: in.Subject, Description: in.Description, ActiveForm: in.ActiveForm, Owner: in.Owner}
	if in.Metadata != nil {
		to.Metadata = new(string(in.Metadata))
	}
	if to.Owner != nil && *to.Owner != "" && in.Status == tasks.InProgress.String() { // for that owner, not for who asks
		to.Start, in.Status = true, ""
	}
	var steps []func() (verbs.Change, error)
	if to != (verbs.Fields{}) {
		steps = append(steps, func() (verbs.Change, error) { return v.Edit(ctx, in.TaskID, to, false) })
	}
	for _, on := range in.AddBlockedBy {
		steps = append(steps, func() (verbs.Change, error) { return v.Link(ctx, in.TaskID, on, false) })
	}
	for _, on := range in.RemoveBlockedBy {
		steps = append(steps, func() (verbs.Change, error) { return v.Unlink(ctx, in.TaskID, on, false) })
	}
	for _, waiter := range in.AddBlocks {
		steps = append(steps, func() (verbs.Change, error) { return v.Link(ctx, waiter, in.TaskID, false) })
	}
	if in.Status != "" {
		steps = append(steps, func() (verbs.Change, error) { return setStatus(ctx, v, in.TaskID, in.Status) })
	}
	if len(steps) == 0 {
		return answer{}, &verbs.UsageError{Err: errors.New("nothing to update: name a field, links or a status")}
	}
	var done []string
	var last verbs.Change
	for _, step := range steps {
		c, err := step()
		if err != nil {
			return answer{}, &partError{done, err}
		}
		done, last = append(done, c.Verb), c
	}
	a, err := changed(last, nil)
	if len(done) > 1 {
		a.words = strings.Join(done, ", ") + ": " + a.words
	}
	return a, err
}

// partError is why a call stopped, and what of it was done before.
type partError struct {
	done []string
	err  error
}

// Error returns why.
func (e *partError) Error() string { return e.err.Error() }

// Unwrap returns why.
func (e *partError) Unwrap() error { return e.err }

// setStatus does what a status means for a task as it stands.
func setStatus(ctx context.Context, v *verbs.Session, id, status string) (verbs.Change, error) {
	switch status {
	case tasks.InProgress.String():
		return v.Claim(ctx, id, false)
	case tasks.Completed.String():
		return v.Complete(ctx, id, false)
	case "deleted":
		return v.Delete(ctx, id, false)
	}
	d, err := v.Show(id)
	if err != nil {
		return verbs.Change{}, err
	}
	if d.Task.Status == tasks.Completed.String() || d.Task.State == "failed" || d.Task.State == "skipped" || d.Task.State == "unknown" {
		return v.Reopen(ctx, id, false)
	}
	return v.Release(ctx, id, false)
}

// listWords returns a list of tasks in words, a line each.
func listWords(v *verbs.Session, l verbs.List) string {
	var b strings.Builder
	for _, t := range l.Tasks {
		b.WriteString(taskWords(v, t) + "\n")
	}
	b.WriteString(l.Count() + "; " + l.Counts())
	return b.String()
}

// taskWords returns a task in a line.
func taskWords(v *verbs.Session, t verbs.Task) string {
	s := t.Short + " [" + t.State + "] " + t.Subject
	if t.ID == "" {
		s = t.File + " [" + t.State + "]"
	}
	if t.Owner != "" {
		s += " (" + t.Owner + ")"
	}
	if len(t.OpenBlocks) > 0 {
		var on []string
		for _, id := range t.OpenBlocks {
			on = append(on, v.Short(id))
		}
		s += " [blocked by " + strings.Join(on, ", ") + "]"
	}
	if t.Problem != "" {
		s += " (" + t.Problem + ")"
	}
	return s + wholeID(t)
}

// wholeID returns the id of a task, where the board shows only a part of it.
func wholeID(t verbs.Task) string {
	if t.ID == "" || t.Short == "#"+t.ID {
		return ""
	}
	return ", id " + t.ID
}

// detailWords returns everything about a task in words.
func detailWords(v *verbs.Session, d verbs.Detail) string {
	var b strings.Builder
	b.WriteString(taskWords(v, d.Task) + "\n")
	refs := func(what string, all []verbs.Ref) {
		for _, r := range all {
			words := r.Short + " " + r.Subject + " (" + r.Status
			if r.Owner != "" {
				words += ", " + r.Owner
			}
			b.WriteString(what + words + ")\n")
		}
	}
	refs("waits for ", d.WaitsFor)
	refs("blocks ", d.Blocks)
	b.WriteString(workWords(d))
	return strings.TrimSuffix(b.String(), "\n")
}

// workWords returns what a task's file says of the work, for whoever does it.
func workWords(d verbs.Detail) string {
	var b strings.Builder
	for _, f := range d.Facts {
		b.WriteString(f.Name + ": " + strings.Join(f.Values, "; ") + "\n")
	}
	for _, m := range d.Members {
		b.WriteString(strings.Join(m.Lines(), "\n") + "\n")
	}
	if d.Description != "" {
		b.WriteString("\n" + d.Description)
	}
	return b.String()
}

// changed is the answer to what was written.
func changed(c verbs.Change, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	var b strings.Builder
	for _, t := range c.Tasks {
		b.WriteString(c.Verb + " " + t.Short + " " + t.Subject + wholeID(t) + "\n")
	}
	for _, r := range c.Unblocked {
		b.WriteString("ready now: " + r.Short + " " + r.Subject + "\n")
	}
	if c.Notice != "" {
		b.WriteString(c.Notice + "\n")
	}
	for _, l := range c.Left {
		b.WriteString("not done: " + l + "\n")
	}
	return answer{strings.TrimSuffix(b.String(), "\n"), c}, nil
}

// withTask answers a claim with the whole task, so that work can begin without another call.
func withTask(v *verbs.Session) func(verbs.Change, error) (answer, error) {
	return func(c verbs.Change, err error) (answer, error) {
		a, err := changed(c, err)
		if err != nil || len(c.Tasks) != 1 {
			return a, err
		}
		if d, err := v.Show(c.Tasks[0].File); err == nil {
			a.words += strings.TrimSuffix("\n"+workWords(d), "\n")
		}
		return a, nil
	}
}
