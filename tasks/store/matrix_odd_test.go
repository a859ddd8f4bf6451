package store_test

import (
	"errors"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

// odd is a file that somebody laid out in their own way. In text {status}, {subject}, {waits}, {owner} and {time}
// stand for what an edit may change; every other byte must stay.
type odd struct {
	name, dialect, text string
	subject, renamed    string // {subject}, and the same with "Täglich <b>" instead
	waits, linked       string // {waits}, and the same waiting for task 2 besides
	owner, owned        string // {owner}, and the same with mia for an owner
	time, touched       string // {time}, and the same after an edit
	why                 string // a part of the reason why its text can not be edited
}

func odds() []odd {
	const raw, escaped = `"Täglich <b>"`, `"T\u00e4glich <b>"`
	s07 := func(o odd) odd {
		if o.dialect = refagents.S07; o.owner == "" {
			o.owner, o.owned = `""`, `"mia"`
		}
		if o.waits == "" {
			o.waits, o.linked = "[]", "[\n    2\n  ]"
		}
		if o.subject == "" {
			o.subject, o.renamed = `"S"`, raw
		}
		return o
	}
	return []odd{
		s07(odd{name: "on one line", waits: "[]", linked: "[2]",
			text: `{"id":1,"subject":{subject},"description":"","status":{status},"blockedBy":{waits},"owner":{owner}}`}),
		s07(odd{name: "with blanks of its own", waits: "[ 3, 4 ]", linked: "[ 3, 4, 2 ]", renamed: escaped, subject: `"S"`,
			text: "\n{ \"owner\" :{owner} ,\t\"status\"\t: {status},\r\n   \"id\": 1 , \"subject\": {subject},\"description\": \"x\", \"blockedBy\": {waits} }\n\n"}),
		s07(odd{name: "with tabs and its own order", waits: "[\n\t\t3\n\t]", linked: "[\n\t\t3,\n\t\t2\n\t]",
			text: "{\n\t\"blockedBy\": {waits},\n\t\"status\": {status},\n\t\"owner\": {owner},\n\t\"subject\": {subject},\n\t\"id\": 1\n}\n"}),
		s07(odd{name: "with numbers that no float holds",
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"price\": 1.50,\n  \"big\": 9007199254740993,\n  \"e\": [1E+2, -0.0, NaN, -Infinity],\n" +
				"  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}", waits: "[]", linked: "[2]"}),
		s07(odd{name: "with escapes of every kind", renamed: escaped, subject: `"S"`,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"description\": \"\\ud83d lone \\udc00, \\/ \\u0041 \\u00E9 \\u007f \\ud83d\\ude80\",\n" +
				"  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		s07(odd{name: "with the same names inside others",
			text: "{\n  \"id\": 1,\n  \"meta\": {\"status\": \"pending\", \"owner\": \"\", \"blockedBy\": [2]},\n  \"subject\": {subject},\n" +
				"  \"st\\u0061te\": \"status\",\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		s07(odd{name: "with its names in escapes",
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"st\\u0061tus\": {status},\n  \"blocked\\u0042y\": {waits},\n  \"own\\u0065r\": {owner}\n}"}),
		s07(odd{name: "with its time as ISO 8601", time: `"2026-03-25T13:24:02.271+08:00"`, touched: `"2026-11-21T08:03:27.250+08:00"`,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner},\n  \"updatedAt\": {time}\n}"}),
		s07(odd{name: "with its time as whole seconds", time: `1774445042`, touched: `1795219407`, renamed: escaped, subject: `"S"`,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner},\n  \"updated_at\": {time}\n}",
		}),
		s07(odd{name: "with Windows line ends", why: "CRLF", waits: "[]", linked: "[\r\n    2\r\n  ]",
			text: "{\r\n  \"id\": 1,\r\n  \"subject\": {subject},\r\n  \"status\": {status},\r\n  \"blockedBy\": {waits},\r\n  \"owner\": {owner}\r\n}"}),
		s07(odd{name: "with a byte order mark", why: "byte order mark",
			text: "\ufeff{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		s07(odd{name: "in GBK", why: "GBK", subject: "\"\xb2\xe2\xca\xd4 \x95\x5c\"", renamed: escaped,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		{name: "on one line", dialect: refagents.ClaudeCode, subject: `"S"`, renamed: raw, waits: "[]", linked: `["2"]`, owned: `,"owner":"mia"`,
			text: `{"id":"1","subject":{subject},"description":"","status":{status},"blocks":[],"blockedBy":{waits}{owner}}`},
		{name: "with members of its own", dialect: refagents.ClaudeCode, subject: `"S"`, renamed: raw, waits: "[]", linked: "[\n    \"2\"\n  ]", owned: ",\n  \"owner\": \"mia\"",
			text: "{\n  \"id\": \"1\",\n  \"subject\": {subject},\n  \"description\": \"\",\n  \"metadata\": {\n    \"_internal\": false, \"big\": 9007199254740993\n  },\n" +
				"  \"status\": {status},\n  \"blocks\": [],\n  \"blockedBy\": {waits},\n  \"x\": 1.50{owner}\n}\n"},
		{name: "with Windows line ends", dialect: refagents.ClaudeCode, why: "CRLF", subject: `"S"`, renamed: raw, waits: "[]", linked: "[\r\n    \"2\"\r\n  ]", owned: ",\r\n  \"owner\": \"mia\"",
			text: "{\r\n  \"id\": \"1\",\r\n  \"subject\": {subject},\r\n  \"description\": \"\",\r\n  \"status\": {status},\r\n  \"blocks\": [],\r\n  \"blockedBy\": {waits}{owner}\r\n}"},
	}
}

func (o odd) with(status, subject, waits, owner, time string) string {
	return strings.NewReplacer("{status}", `"`+status+`"`, "{subject}", subject, "{waits}", waits, "{owner}", owner, "{time}", time).Replace(o.text)
}

func TestEveryByteOfAnOddFileStaysButThoseOfTheEdit(t *testing.T) {
	for _, o := range odds() {
		t.Run(o.dialect+"/"+o.name, func(t *testing.T) {
			f := formOf(o.dialect)
			name := f.name(1)
			start := o.with("pending", o.subject, o.waits, o.owner, o.time)
			files := map[string]string{name: start, f.name(2): f.text(row{n: 2, subject: "zwei", status: "in_progress"}),
				f.name(3): f.text(row{n: 3, subject: "drei", status: "pending"})}
			d := sit(t, f, files)
			defer d.close()
			unlisted := f.text(row{n: 2, subject: "zwei", status: "in_progress"})
			listed := unlisted
			if f.mirrors {
				listed = f.text(row{n: 2, subject: "zwei", status: "in_progress", blocks: []string{f.id(1)}})
			}
			step := func(want string, e tasks.Edit, err error) {
				t.Helper()
				e, err = ask(e, err)
				d.must(err)
				_, err = d.store.Apply(t.Context(), e)
				d.must(err)
				d.refresh()
				if got := d.shoot()[name].text; got != want {
					t.Errorf("after %s it is\n%q\nwant\n%q", e.Verb, got, want)
				}
			}
			now := func(status, subject, waits, owner string) string {
				return o.with(status, subject, waits, owner, o.touched)
			}
			if o.waits == "[]" {
				e, err := board.Claim(d.board, d.key(1), me, at)
				step(now("in_progress", o.subject, o.waits, o.owned), e, err)
				e, err = board.Release(d.board, d.key(1), me, at)
				step(now("pending", o.subject, o.waits, o.owner), e, err)
				e, err = board.Complete(d.board, d.key(1), me, at)
				step(now("completed", o.subject, o.waits, o.owner), e, err)
				e, err = board.Reopen(d.board, d.key(1), me, at)
				step(now("pending", o.subject, o.waits, o.owner), e, err)
			}
			e, err := board.Link(d.board, d.key(1), d.ref(2), me, at)
			step(now("pending", o.subject, o.linked, o.owner), e, err)
			if got := d.shoot()[f.name(2)].text; got != listed {
				t.Errorf("the other side is\n%s\nwant\n%s", got, listed)
			}
			e, err = board.Unlink(d.board, d.key(1), d.ref(2), me, at)
			step(now("pending", o.subject, o.waits, o.owner), e, err)
			e, err = d.set(1, tasks.FieldOwner, "", me)
			step(now("pending", o.subject, o.waits, o.owned), e, err)
			if o.why == "" {
				e, err = d.set(1, tasks.FieldSubject, "S", "Täglich <b>")
				step(now("pending", o.renamed, o.waits, o.owned), e, err)
				return
			}
			o.refused(t, d)
			d.expect(map[string]shot{}, map[string]string{name: now("pending", o.subject, o.waits, o.owned), f.name(2): unlisted, f.name(3): files[f.name(3)]})
		})
	}
}

// refused makes sure that the text of a file stays out of reach, and that it is said why.
func (o odd) refused(t *testing.T, d *workspace) {
	t.Helper()
	for _, field := range []tasks.Field{tasks.FieldSubject, tasks.FieldDescription} {
		_, err := d.set(1, field, "S", "other")
		var no board.Refusal
		if !errors.As(err, &no) || !strings.Contains(no.Why, o.why) {
			t.Errorf("the %s: %v", field, err)
		}
		c := tasks.Change{Field: field, Op: tasks.Set, To: tasks.TextValue("other")}
		if _, err := d.store.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbEdit, Of: d.key(1), Changes: []tasks.Change{c}}); err == nil {
			t.Errorf("the %s was written", field)
		}
	}
}
