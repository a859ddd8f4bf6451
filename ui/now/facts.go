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

// member returns the team's record of the owner of a lane, the zero Member if there is none.
func (m *Model) member(l *Worker) team.Member {
	member, _ := m.Member(l.Owner)
	return member
}

// facts returns what the view says about an agent next to its tasks, the most important first: its status, how many tasks it
// completed today, when it last wrote, how long a task takes it, its role and its newest message.
func (m *Model) facts(l *Worker, at time.Time) (all []view.Span) {
	say := func(words string, st style.Style) {
		if words != "" {
			all = append(all, view.Span{Text: safetext.Short(words), Style: st})
		}
	}
	member := m.member(l)
	say(m.status(l, member))
	now := m.Now.Local()
	if n := countSince(l.Completed(), time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())); n > 0 {
		say(strconv.Itoa(n)+" done today", style.Dim)
	}
	if wrote := l.LastWrite(); !wrote.IsZero() {
		say("wrote "+m.Ago(wrote), style.Dim)
	}
	if d, ok := l.Median(); ok {
		say(strings.Replace(phrase.Age(d), "now", "<1m", 1)+" per task", style.Dim)
	}
	role := member.Role
	if member.Lead && role == "" {
		role = "leads"
	}
	say(role, style.Dim)
	say(m.MessageWords(member), style.Dim)
	return all
}

// status describes how an agent is doing, and its style; "" if its tasks already show that.
func (m *Model) status(l *Worker, member team.Member) (string, style.Style) {
	if member.State == team.Unknown && !member.Absent {
		for _, s := range l.InHand() {
			if m.Board.Silence(s.Key, m.Circumstances()) == board.Quiet {
				return "quiet", style.Warning
			}
		}
		return "", style.Dim
	}
	words, st := m.MemberWords(member)
	if st == style.Danger && m.urgency(l) > 0 {
		return "", st // the row of its task shows it
	}
	if st != style.Danger {
		st = style.Dim
	}
	if member.StatedBy != "" {
		words += ", " + member.StatedBy + " says"
	}
	return words, st
}

// countSince counts the times that are not before since.
func countSince(all []time.Time, since time.Time) (n int) {
	for _, t := range all {
		if !t.Before(since) {
			n++
		}
	}
	return n
}
