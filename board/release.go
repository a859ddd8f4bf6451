package board

import (
	"time"

	"sideboard/tasks"
)

// Release gives a task back: pending, and nobody's.
func Release(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbRelease, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseContainer(); is {
		return tasks.Edit{}, no
	}
	switch {
	case isFinished(r.t):
		return tasks.Edit{}, r.refuse("it is "+finishedWord(r.t), "reopen it instead")
	case r.t.Status != tasks.InProgress && r.t.Owner == "":
		return tasks.Edit{}, r.refuse("nobody has it", "")
	}
	r.needOwnState()
	if r.isMine() {
		return r.edit, nil
	}
	ask := Ask{Edit: r.edit, Question: "Release " + r.t.Owner + "'s task?"}
	ask.Detail = append(ask.Detail, r.holderWords()+".")
	if r.t.Status == tasks.InProgress {
		ask.Detail = append(ask.Detail, r.takenAwayWords()...)
	} else {
		ask.Detail = append(ask.Detail, r.t.Owner+" is not told, and may start it all the same.")
	}
	return tasks.Edit{}, ask
}

// holderWords says who has the task, and for how long as far as that is known.
func (r *decision) holderWords() string {
	if _, words := r.heldSince(); words != "" {
		return r.t.Owner + " has had it" + words
	}
	return r.t.Owner + " has it"
}

// takenAwayWords says what becomes of the agent that runs a task when the task is taken away from it.
func (r *decision) takenAwayWords() []string {
	who, d := r.t.Owner, r.t.Traits
	switch {
	case d.HolderBound:
		return []string{"Every file tool of " + who + " fails from then on, until its thread ends, and its own complete is refused."}
	case d.OwnerCompletes:
		return []string{who + "'s own complete is refused from then on."}
	}
	return []string{who + " is not told: it goes on, and may complete it all the same."}
}
