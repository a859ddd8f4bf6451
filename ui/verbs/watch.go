package verbs

import (
	"context"
	"time"

	"sideboard/board"
)

// Status tells how the directory stands; stalled is from when on a running task whose file did not change is stalled.
func (s *Session) Status(stalled time.Duration) Status {
	n := s.board.Counts()
	out := Status{
		Version: Version, Dir: s.Dir(), Name: s.work.Place().Project, Total: n.Total, Ready: n.Ready, Blocked: n.Blocked, Running: n.Running,
		Completed: n.Done, Needs: []Need{},
	}
	if n.Total > 0 {
		out.Percent = 100 * n.Done / n.Total
	}
	for _, need := range s.board.Needs(board.Circumstances{Now: s.now(), Stalled: stalled}) {
		out.Needs = append(out.Needs, Need{Task: s.ref(need.Key), Reason: need.Reason(), Verb: need.Kind.Verb()})
	}
	return out
}

// Watch hands over what happens to tasks, until the context ends or see returns an error.
func (s *Session) Watch(ctx context.Context, see func(Event) error) error {
	for {
		delta, err := s.work.Next(ctx)
		if err != nil {
			return err
		}
		for _, e := range s.board.Apply(delta).Events {
			if err := see(s.event(e)); err != nil {
				return err
			}
		}
	}
}

// event returns what happened as programs get it.
func (s *Session) event(e board.Event) Event {
	out := Event{
		Version: Version, At: e.At.UTC(), Event: e.Kind.String(), Task: s.ref(e.Key), File: e.Key.Name, Who: e.Who, Fields: []string{},
		Unblocked: s.refs(e.Unblocked),
	}
	if out.Task.Subject == "" {
		out.Task.Subject = e.Subject
	}
	for _, f := range e.Fields {
		if f.Member != "" {
			out.Fields = append(out.Fields, f.Member)
			continue
		}
		out.Fields = append(out.Fields, f.Field.String())
	}
	return out
}
