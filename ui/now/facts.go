package now

import (
	"sideboard/board"
	"sideboard/tasks/team"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// member returns the team's record of the owner of a lane, the zero Member if there is none.
func (m *Model) member(l *Worker) team.Member {
	member, _ := m.Member(l.Owner)
	return member
}

// facts returns what the view says about an agent besides its tasks, the most important first: its status, its role and
// its newest message.
func (m *Model) facts(l *Worker) (all []view.Span) {
	say := func(words string, st style.Style) {
		if words != "" {
			all = append(all, view.Span{Text: safetext.Short(words), Style: st})
		}
	}
	member := m.member(l)
	say(m.status(l, member))
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
	if member.State == team.Idle && len(l.InHand()) == 0 && !member.Absent {
		return "", style.Dim // it is free
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
