package board

import (
	"fmt"
	"testing"
	"time"

	"sideboard/tasks"
)

// The dialects as far as rules care.
var (
	s07    = &tasks.Traits{Dialect: "s07", Blocked: tasks.ListNotEmpty, ClearsOnComplete: true, HasOwner: true, CachedIDs: true, NumericIDs: true}
	s12wt  = &tasks.Traits{Dialect: "s12wt", HasOwner: true, CachedIDs: true, NumericIDs: true, KeepsDeadLinks: true}
	s12    = &tasks.Traits{Dialect: "s12", HasOwner: true, ClaimsOnly: true}
	s13    = &tasks.Traits{Dialect: "s13", HasOwner: true, ClaimsOnly: true, BusyCheck: true, HolderBound: true, OwnerCompletes: true, MustExist: true}
	s10    = &tasks.Traits{Dialect: "s10", HasOwner: true, ClaimsOnly: true, OwnerCompletes: true, MustExist: true}
	v6     = &tasks.Traits{Dialect: "v6", Blocked: tasks.ListNotEmpty, ClearsOnComplete: true, Mirrors: true, HasOwner: true, HasActiveForm: true, CachedIDs: true, HasHighWaterMark: true}
	claude = &tasks.Traits{Dialect: "claude-code", Blocked: tasks.UnfinishedOnly, Mirrors: true, HasOwner: true, HasActiveForm: true, OwnerIsClaim: true, HasHighWaterMark: true, WipesWhenDone: true}
	ccw    = &tasks.Traits{Dialect: "ccw"}
	every  = []*tasks.Traits{s07, s12wt, s12, s13, s10, v6, claude, ccw}
)

// noon is when everything happens.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

type opt func(*tasks.Task)

func owned(by string) opt       { return func(t *tasks.Task) { t.Owner = by } }
func is(s tasks.Status) opt     { return func(t *tasks.Task) { t.Status = s } }
func called(subject string) opt { return func(t *tasks.Task) { t.Subject = subject } }
func waitsFor(ids ...string) opt {
	return func(t *tasks.Task) { t.WaitsFor = refs(t.Traits, ids...) }
}
func blocksTasks(ids ...string) opt {
	return func(t *tasks.Task) { t.Blocks = refs(t.Traits, ids...) }
}
func changed(ago time.Duration) opt {
	return func(t *tasks.Task) { t.Stamp.Mtime = noon.Add(-ago).UnixNano() }
}
func foreign(word string) opt {
	return func(t *tasks.Task) {
		t.Status, t.StatusText, t.Unseen, t.Why = tasks.Foreign, word, true, "its status is "+word
	}
}

func refs(d *tasks.Traits, ids ...string) []tasks.ID {
	out := make([]tasks.ID, len(ids))
	for i, id := range ids {
		out[i] = tasks.ID{Text: id, Num: d.NumericIDs}
	}
	return out
}

func keyFor(d *tasks.Traits, id string) tasks.Key {
	if d.NumericIDs {
		return tasks.Key{Name: "task_" + id + ".json"}
	}
	return tasks.Key{Name: id + ".json"}
}

// task makes a pending task of a dialect, named after its id, last changed an hour ago.
func task(d *tasks.Traits, id string, opts ...opt) *tasks.Task {
	t := &tasks.Task{
		Key: keyFor(d, id), ID: tasks.ID{Text: id, Num: d.NumericIDs}, Subject: "Task " + id,
		Status: tasks.Pending, Traits: d, Stamp: tasks.Stamp{Mtime: noon.Add(-time.Hour).UnixNano(), Size: 300},
	}
	for _, o := range opts {
		o(t)
	}
	return t
}

// with gives a changed copy of a record.
func with(t *tasks.Task, opts ...opt) *tasks.Task {
	c := *t
	c.Version++
	c.Stamp.Mtime++
	for _, o := range opts {
		o(&c)
	}
	return &c
}

// showing makes a board whose first picture is the given tasks.
func showing(ts ...*tasks.Task) *Board {
	b := New()
	b.Apply(tasks.Delta{Put: ts, At: noon, Whole: true})
	return b
}

func put(ts ...*tasks.Task) tasks.Delta { return tasks.Delta{Put: ts, At: noon} }

func gone(ks ...tasks.Key) tasks.Delta { return tasks.Delta{Gone: ks, At: noon} }

func names(ks []tasks.Key) string {
	s := ""
	for _, k := range ks {
		s += " " + stemOf(k.Name)
	}
	if s == "" {
		return s
	}
	return s[1:]
}

func column(b *Board, c Column) string {
	var ks []tasks.Key
	for i := range b.Len(c) {
		ks = append(ks, b.At(c, i))
	}
	return names(ks)
}

// story tells events as one line each.
func story(evs []Event) []string {
	var out []string
	for _, e := range evs {
		s := fmt.Sprintf("%s %s", e.Kind, stemOf(e.Key.Name))
		if e.Who != "" {
			s += " by " + e.Who
		}
		for _, f := range e.Fields {
			s += fmt.Sprintf(" [%s %s->%s]", f.Field, f.Before.Text, f.After.Text)
		}
		if len(e.Unblocked) > 0 {
			s += " unblocked " + names(e.Unblocked)
		}
		if len(e.Blocked) > 0 {
			s += " blocked " + names(e.Blocked)
		}
		out = append(out, s)
	}
	return out
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprintf("%v", got), fmt.Sprintf("%v", want); g != w {
		t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
}
