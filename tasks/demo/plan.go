package demo

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"

	"sideboard/tasks/refagents"
)

// A plan answers every question an agent has about what to do next. Each answer is a function of the seed, the agent
// and the task's subject alone: never of the clock, of what happened before, or of a stream of random numbers,
// which any difference in timing would shift. All times are in the demo's own time, before speed.
type plan struct{ seed uint64 }

// roll returns a number below n for a question about an agent and a subject.
func (p plan) roll(question, agent, subject string, n uint64) uint64 {
	h := fnv.New64a()
	for _, s := range []string{strconv.FormatUint(p.seed, 10), question, agent, subject} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	x := h.Sum64()
	// FNV is weak in its low bits for inputs that differ at the end only: finish as splitmix64 does.
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) % n
}

func (p plan) between(question, agent, subject string, low, high time.Duration) time.Duration {
	return low + time.Duration(p.roll(question, agent, subject, uint64(high-low)))
}

// choose picks the task the agent likes best among those that are ready.
func (p plan) choose(agent string, ready []refagents.Task) refagents.Task {
	best, least := 0, p.roll("likes", agent, ready[0].Subject, 1<<32)
	for i, c := range ready[1:] {
		if r := p.roll("likes", agent, c.Subject, 1<<32); r < least {
			best, least = i+1, r
		}
	}
	return ready[best]
}

// claimDelay is how long it is between finding a task ready and claiming it. Races are lost here.
func (p plan) claimDelay(agent, subject string) time.Duration {
	return p.between("hesitates", agent, subject, 300*time.Millisecond, 1500*time.Millisecond)
}

// workTime is how long the work itself takes.
func (p plan) workTime(agent, subject string) time.Duration {
	return p.between("takes", agent, subject, 12*time.Second, 34*time.Second)
}

// stallTime is how long the agent stops in the middle of the work, mostly not at all.
func (p plan) stallTime(agent, subject string) time.Duration {
	if p.roll("stalls?", agent, subject, 9) != 0 {
		return 0
	}
	return p.between("stalls", agent, subject, 15*time.Second, 25*time.Second)
}

// restTime is how long the agent waits before it looks for the next task.
func (p plan) restTime(agent, subject string) time.Duration {
	return p.between("rests", agent, subject, 500*time.Millisecond, 2500*time.Millisecond)
}

// followUp returns the follow-up, if any, that turns up when the task with this subject is done, whoever does it.
func (p plan) followUp(subject string) (item, bool) {
	it, ok := itemBySubject(subject)
	if !ok || p.roll("finds", "", subject, 2) != 0 {
		return item{}, false
	}
	return followUp(it.key)
}

// idSource returns what the random ids of a follow-up are drawn from: its subject, so that a demo has the same ids each time.
func idSource(subject string) *rand.Rand {
	return rand.New(rand.NewPCG(plan{}.roll("id", "", subject, 1<<32), 0))
}
