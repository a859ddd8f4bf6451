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

// The tool that may create a directory, and those that may wait.
const (
	create  = "TaskCreate"
	claim   = "claim"
	changes = "TaskChanges"
)

// The arguments of the tools. The names are those of task tools that models know from their training.
type (
	createInput struct {
		Subject     string          `json:"subject" about:"what to do, in one line"`
		Description string          `json:"description,omitempty" about:"everything needed to do it"`
		ActiveForm  string          `json:"activeForm,omitempty" about:"what is being done while it is in progress: Writing the parser"`
		Owner       string          `json:"owner,omitempty" about:"its owner; nobody by default"`
		BlockedBy   []string        `json:"blockedBy,omitempty" about:"ids or subjects of the tasks it waits for"`
		Tasks       []verbs.Draft   `json:"tasks,omitempty" about:"several tasks to create in one call, instead of the other arguments"`
		Metadata    json.RawMessage `json:"metadata,omitempty" about:"an object with anything else, if the format has metadata"`
	}
	listInput struct {
		Filter string `json:"filter,omitempty" about:"a filter of the board: words of a subject, @owner, @me, @none, #id, is:ready, is:blocked, is:running, is:done, is:needs-me, waits-for:ID, unblocks:ID, unblocks:@owner, changed<10m, - before any of them negates it"`
	}
	taskInput struct {
		TaskID string `json:"taskId" required:"yes" about:"the id of the task"`
	}
	claimInput struct {
		TaskID      string `json:"taskId,omitempty" about:"the id of the task; without it the best ready task"`
		Wait        int    `json:"wait,omitempty" about:"without taskId: how many seconds to wait until a task is ready, at most 600; 0 by default"`
		TakeExpired bool   `json:"takeExpired,omitempty" about:"take a task whose owner let its lease end: taskId, or any if no task is ready"`
	}
	changesInput struct {
		Since string `json:"since,omitempty" about:"the word after next: in the last answer; without it only what happens from now on is told"`
		Wait  int    `json:"wait,omitempty" about:"how many seconds to wait for a change, at most 600; 0 by default"`
	}
	releaseInput struct {
		TaskID string `json:"taskId" required:"yes" about:"the id of the task"`
		Force  bool   `json:"force,omitempty" about:"release it although it has another owner: only if that agent is gone"`
	}
	updateInput struct {
		TaskID          string          `json:"taskId" required:"yes" about:"the id of the task"`
		Status          string          `json:"status,omitempty" enum:"pending in_progress completed deleted" about:"in_progress claims it, completed completes it, pending releases or reopens it, deleted removes it"`
		Subject         *string         `json:"subject,omitempty" about:"its new subject"`
		Description     *string         `json:"description,omitempty" about:"its new description"`
		ActiveForm      *string         `json:"activeForm,omitempty" about:"what is being done while it is in progress"`
		Owner           *string         `json:"owner,omitempty" about:"its new owner; empty for nobody"`
		AddBlockedBy    []string        `json:"addBlockedBy,omitempty" about:"ids or subjects of tasks it waits for from now on"`
		RemoveBlockedBy []string        `json:"removeBlockedBy,omitempty" about:"ids or subjects of tasks it no longer waits for"`
		AddBlocks       []string        `json:"addBlocks,omitempty" about:"ids of tasks that wait for it from now on"`
		Metadata        json.RawMessage `json:"metadata,omitempty" about:"members of its metadata to set, if the format has it; null removes one"`
	}
)

func (in createInput) owners() []string {
	all := []string{in.Owner}
	for _, t := range in.Tasks {
		all = append(all, t.Owner)
	}
	return all
}

func (in updateInput) owners() []string {
	if in.Owner == nil {
		return nil
	}
	return []string{*in.Owner}
}

// maxWait limits the wait of claim and of TaskChanges, in seconds.
const maxWait = 600

// addTools adds the eight tools.
func (s *server) addTools(srv *sdk.Server) {
	reads := func() *sdk.ToolAnnotations { return &sdk.ToolAnnotations{ReadOnlyHint: true} }
	harmless, harmful := false, true
	adds := func() *sdk.ToolAnnotations { return &sdk.ToolAnnotations{DestructiveHint: &harmless} }
	tool(s, srv, sdk.Tool{
		Name: create, Annotations: adds(),
		Description: "Create a task, or several with tasks. It is pending and has no owner; blockedBy names the tasks that must be completed before it.",
	}, createTask)
	tool(s, srv, sdk.Tool{
		Name: "TaskList", Annotations: reads(),
		Description: "List the tasks: id, status, owner, and what each waits for. filter selects some.",
	}, func(ctx context.Context, v *verbs.Session, in listInput) (string, error) {
		l, err := v.List(ctx, in.Filter)
		return listWords(v, l), err
	})
	tool(s, srv, sdk.Tool{
		Name: "TaskGet", Annotations: reads(),
		Description: "Get everything about a task: its description, what it waits for, what waits for it.",
	}, func(_ context.Context, v *verbs.Session, in taskInput) (string, error) {
		d, err := v.Show(in.TaskID)
		return detailWords(v, d), err
	})
	tool(s, srv, sdk.Tool{
		Name: "TaskUpdate", Annotations: &sdk.ToolAnnotations{DestructiveHint: &harmful},
		Description: "Change a task: its status, texts, owner and links. It never overwrites unseen what others wrote meanwhile. Only a person deletes a file that no published design writes.",
	}, updateTask)
	tool(s, srv, sdk.Tool{
		Name: claim, Annotations: adds(),
		Description: "Claim a task before you work on it: it is then in progress and yours, and nobody else gets it. Without taskId it claims the best ready task; wait waits until a task is ready.",
	}, func(ctx context.Context, v *verbs.Session, in claimInput) (string, error) {
		if in.Wait < 0 || in.Wait > maxWait || in.Wait > 0 && in.TaskID != "" {
			return "", &verbs.UsageError{Err: fmt.Errorf("wait is a number of seconds up to %d, for a claim without taskId", maxWait)}
		}
		ctx, stop := s.waiting(ctx, in.Wait)
		defer stop()
		v.Lapsed = in.TakeExpired
		if in.TaskID != "" {
			return withTask(v)(v.Do(ctx, tasks.VerbClaim, in.TaskID, false))
		}
		return withTask(v)(v.ClaimNext(ctx, in.Wait > 0, false))
	})
	tool(s, srv, sdk.Tool{
		Name: "complete", Annotations: adds(),
		Description: "Complete a task that is done. The answer names the tasks that are ready because of it.",
	}, func(ctx context.Context, v *verbs.Session, in taskInput) (string, error) {
		return changed(v.Do(ctx, tasks.VerbComplete, in.TaskID, false))
	})
	tool(s, srv, sdk.Tool{
		Name: changes, Annotations: reads(),
		Description: "Learn what the person did to your tasks since you asked last: pass the word after next: in the last answer as since. wait waits for it. What agents do is not told.",
	}, s.taskChanges)
	tool(s, srv, sdk.Tool{
		Name: "release", Annotations: adds(),
		Description: "Give back a task on which you stop, so that others can claim it.",
	}, func(ctx context.Context, v *verbs.Session, in releaseInput) (string, error) {
		return changed(v.Do(ctx, tasks.VerbRelease, in.TaskID, in.Force))
	})
}

// waiting returns a context that ends after some seconds, or with the server; with 0 it is ctx.
func (s *server) waiting(ctx context.Context, seconds int) (context.Context, func()) {
	if seconds == 0 {
		return ctx, func() {}
	}
	soon, stop := context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
	ends := context.AfterFunc(s.ending, stop)
	return soon, func() {
		ends()
		stop()
	}
}

// taskChanges tells the caller what a person did to its tasks since it asked last.
func (s *server) taskChanges(ctx context.Context, v *verbs.Session, in changesInput) (string, error) {
	if in.Wait < 0 || in.Wait > maxWait {
		return "", &verbs.UsageError{Err: fmt.Errorf("wait is a number of seconds up to %d", maxWait)}
	}
	mark, err := verbs.NewMark(), error(nil)
	if in.Since != "" {
		mark, err = verbs.ParseMark(in.Since)
	}
	if err != nil {
		return "", err
	}
	acts, next, err := v.Acts(mark, v.Who, false)
	if err == nil && len(acts) == 0 && in.Wait > 0 {
		soon, stop := s.waiting(ctx, in.Wait)
		defer stop()
		acts, next, err = v.WaitForActs(soon, mark, v.Who, false)
	}
	return actsWords(acts, next), err
}

func createTask(ctx context.Context, v *verbs.Session, in createInput) (string, error) {
	drafts := []verbs.Draft{{
		Subject: in.Subject, Description: in.Description, ActiveForm: in.ActiveForm, Owner: in.Owner,
		BlockedBy: in.BlockedBy, Metadata: in.Metadata,
	}}
	if len(in.Tasks) > 0 {
		if !reflect.ValueOf(drafts[0]).IsZero() {
			return "", &verbs.UsageError{Err: errors.New("give either tasks or the other arguments, not both")}
		}
		drafts = in.Tasks
	}
	return changed(v.Add(ctx, drafts, false))
}

// updateTask makes the edits of an update one after another: texts and owner, links, the status last. If an error stops
// it, the answer says which edits were made.
func updateTask(ctx context.Context, v *verbs.Session, in updateInput) (string, error) {
	to := verbs.Fields{Subject: in.Subject, Description: in.Description, ActiveForm: in.ActiveForm, Owner: in.Owner}
	if in.Metadata != nil {
		to.Metadata = new(string(in.Metadata))
	}
	// for that owner, not for the caller
	if to.Owner != nil && *to.Owner != "" && in.Status == tasks.InProgress.String() {
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
		return "", &verbs.UsageError{Err: errors.New("nothing to update: name a field, links or a status")}
	}
	var done []string
	var last verbs.Change
	for _, step := range steps {
		c, err := step()
		if err != nil {
			return "", partOf(done, err)
		}
		done, last = append(done, c.Verb), c
	}
	words, err := changed(last, nil)
	if len(done) > 1 {
		words = strings.Join(done, ", ") + ": " + words
	}
	return words, err
}

// partOf returns the error of an update that err stopped after some edits: a *verbs.PartError, or err itself if it
// stopped the first.
func partOf(done []string, err error) error {
	if len(done) == 0 {
		return err
	}
	return &verbs.PartError{Change: verbs.Change{Verb: strings.Join(done, ", ")}, Err: err}
}

// setStatus brings a task into a status by its verb: to pending a finished task is reopened, any other released.
func setStatus(ctx context.Context, v *verbs.Session, id, status string) (verbs.Change, error) {
	verb, known := map[string]tasks.Verb{
		tasks.InProgress.String(): tasks.VerbClaim, tasks.Completed.String(): tasks.VerbComplete,
		"deleted": tasks.VerbDelete,
	}[status]
	if !known { // pending
		d, err := v.Show(id)
		if err != nil {
			return verbs.Change{}, err
		}
		verb = tasks.VerbRelease
		if d.Task.Status == tasks.Completed.String() || d.Task.State == "failed" || d.Task.State == "skipped" ||
			d.Task.State == "unknown" {
			verb = tasks.VerbReopen
		}
	}
	return v.Do(ctx, verb, id, false)
}
