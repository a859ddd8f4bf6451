package now

import (
	"strconv"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks/team"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// mate returns who has a lane, as far as anything next to the tasks tells.
func (m *Model) mate(l *Worker) team.Member {
	mate, _ := m.Member(l.Owner)
	return mate
}

// facts returns what there is to say of an agent besides its tasks, the most important first: how it stands, what it completed today, when it
// wrote last, how long a task took it, what it is here, and its newest message.
func (m *Model) facts(l *Worker, at time.Time) (all []view.Span) {
	say := func(words string, st style.Style) {
		if words != "" {
			all = append(all, view.Span{Text: safetext.Short(words), Style: st})
		}
	}
	mate := m.mate(l)
	say(m.stands(l, mate))
	now := m.Now().Local()
	if n := after(l.Completed(), time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())); n > 0 {
		say(strconv.Itoa(n)+" done today", style.Dim)
	}
	if wrote := l.LastWrite(); !wrote.IsZero() {
		say("wrote "+m.Ago(wrote), style.Dim)
	}
	if d, is := l.Median(); is {
		say(strings.Replace(phrase.Age(d), "now", "<1m", 1)+" per task", style.Dim)
	}
	role := mate.Role
	if mate.Lead && role == "" {
		role = "leads"
	}
	say(role, style.Dim)
	say(m.MessageWords(mate), style.Dim)
	return all
}

// stands says how an agent is doing, and by which sign, where that is not what its tasks show.
func (m *Model) stands(l *Worker, mate team.Member) (string, style.Style) {
	if mate.State == team.Unknown && !mate.Absent {
		for _, s := range l.InHand() {
			if m.Board().Silence(s.Key, m.Circumstances()) == board.Quiet {
				return "quiet", style.Warning
			}
		}
		return "", style.Dim
	}
	words, st := m.MemberWords(mate)
	if st == style.Danger && m.alarmed(l) > 0 {
		return "", st // its task says so
	}
	if st != style.Danger {
		st = style.Dim
	}
	if mate.Told != "" {
		words += ", " + mate.Told + " says"
	}
	return words, st
}

// after counts the times since another.
func after(all []time.Time, since time.Time) (n int) {
	for _, t := range all {
		if !t.Before(since) {
			n++
		}
	}
	return n
}
