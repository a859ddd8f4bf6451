// Package phrase formats small texts for the screen: counts, ages, names, states and values.
package phrase

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Line returns a text as a line.
func Line(s string, st style.Style) view.Line {
	return view.Line{{Text: safetext.Line(s), Style: st}}
}

// Plain returns a text as a span.
func Plain(s string) view.Span { return view.Span{Text: safetext.Line(s), Style: style.Plain} }

// Dim returns a text as a dim span.
func Dim(s string) view.Span { return view.Span{Text: safetext.Line(s), Style: style.Dim} }

// Plural returns one or several, depending on a number.
func Plural(n int, one, many string) string { return tasks.Plural(n, one, many) }

// Tasks returns a number of tasks: "1 task", "2 tasks".
func Tasks(n int) string { return fmt.Sprint(n, Plural(n, " task", " tasks")) }

// Sentence returns a text with a capital at its beginning.
func Sentence(s string) string {
	if first, n := utf8.DecodeRuneInString(s); first != utf8.RuneError {
		return string(unicode.ToUpper(first)) + s[n:]
	}
	return s
}

// Clause returns a sentence of plain words as a part of another one: without a capital at its beginning.
func Clause(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); next == ' ' || unicode.IsLower(next) {
		return string(unicode.ToLower(first)) + s[n:]
	}
	return s
}

// SentenceOf returns a text with a capital at its beginning, unless that is a name.
func SentenceOf(name, s string) string {
	if name != "" && strings.HasPrefix(s, name) {
		return s
	}
	return Sentence(s)
}

// Few joins names: up to three of them, or the first two and the number of the others. "" for none.
func Few(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most-1], ", ") + fmt.Sprintf(" and %d more", len(names)-most+1)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Age returns a duration in its largest unit, as board.Age.
func Age(d time.Duration) string { return board.Age(d) }

// Clock returns the time of day.
func Clock(t time.Time) safetext.Text { return safetext.Line(t.Format("15:04")) }

// Day returns the day of a time: "22 Nov".
func Day(t time.Time) safetext.Text { return safetext.Line(t.Format("2 Jan")) }

// InList returns " in" and the list of a task, "" if there is only one list.
func InList(list string) string {
	if list == "" {
		return ""
	}
	return " in " + list
}

// File returns the name of a file, with its list if there are several.
func File(k tasks.Key) string {
	if k.List == "" {
		return k.Name
	}
	return k.List + ": " + k.Name
}

// states are the view's states for those of the board.
var states = [...]view.State{
	board.None: view.Ready, board.Ready: view.Ready, board.Waiting: view.Waiting, board.Missing: view.Missing,
	board.Stuck:   view.Stuck,
	board.Running: view.Running, board.Done: view.Done, board.Unknown: view.Unknown, board.Broken: view.Broken,
	board.Failed: view.Failed, board.Skipped: view.Skipped, board.Container: view.Container,
}

// State returns the view's state for one of the board.
func State(s board.State) view.State { return states[s] }

// StateWord returns the word for a state.
func StateWord(s board.State) string {
	switch s {
	case board.Running:
		return "in progress"
	case board.Broken:
		return "unreadable"
	}
	return s.String()
}

// Fact returns a value with its name.
func Fact(label, value string) view.Fact {
	return view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: style.Plain}
}

// Value returns a value in one line.
func Value(v tasks.Value) safetext.Text {
	switch v.Kind {
	case tasks.None:
		return safetext.Const("nothing")
	case tasks.Ref:
		return safetext.Line(v.ID.Text)
	case tasks.Refs:
		if ids := v.IDs(); len(ids) > 0 {
			words := make([]string, len(ids))
			for i, id := range ids {
				words[i] = id.Text
			}
			return safetext.Line(strings.Join(words, ", "))
		}
		return safetext.Const("nothing")
	}
	if v == tasks.StatusValue(tasks.InProgress) {
		return safetext.Const("in progress")
	}
	return safetext.Line(v.Text)
}

// Field returns the name of a field, and of another member of the file whether it is removed or new.
func Field(f board.FieldChange) safetext.Text {
	if f.Field != tasks.FieldMember {
		return safetext.Line(f.Field.String())
	}
	name := safetext.Line(f.Member).Cut(24).String()
	switch {
	case f.After.Kind == tasks.None:
		name += " is gone from its file"
	case f.Before.Kind == tasks.None:
		name += " is new"
	}
	return safetext.Line(name)
}

// Since returns the time since something happened, as an age; empty for the zero time.
func Since(now, t time.Time) safetext.Text {
	if t.IsZero() {
		return safetext.Text{}
	}
	return safetext.Line(Age(now.Sub(t)))
}

// Ago returns the time since something happened, in words.
func Ago(now, t time.Time) string {
	if a := Age(now.Sub(t)); a != "now" {
		return a + " ago"
	}
	return "just now"
}

// When returns when something happened: the time of day, or "2 d ago" if that is more than 20 hours ago, because the
// time of day could be taken for that of today.
func When(now, at time.Time) string {
	if now.Sub(at) > 20*time.Hour {
		return Ago(now, at)
	}
	return Clock(at.In(now.Location())).String()
}
