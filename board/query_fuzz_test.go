package board

import (
	"errors"
	"testing"
	"unicode/utf8"

	"sideboard/tasks"
)

// Whatever is typed: nothing panics, a mistake is pointed at inside the line, completing leads to what is understood no worse,
// and a word and its opposite divide the board between them.
func FuzzParseQuery(f *testing.F) {
	for _, line := range []string{
		"", "-", `"`, `-"a b`, "is:", "is:x", "-is:ready", "owner:me", `@"Jane Doe"`, "#0004", "waits-for:@none", "unblocks:#0004", "changed<10m", "changed>0w",
		"list:", "é:\x00\xff", "changed<99999999999999999999d", "@none -@none is:d", "\u00a0docs",
	} {
		f.Add(line)
	}
	b := filterBoard()
	docs := tasks.Key{Name: "task_1778000001_0004.json"}
	all := b.Len(PendingColumn) + b.Len(InProgressColumn) + b.Len(CompletedColumn)
	shown := func(line string) int {
		b.SetFilter(query(line))
		return b.Len(PendingColumn) + b.Len(InProgressColumn) + b.Len(CompletedColumn)
	}
	f.Fuzz(func(t *testing.T, line string) {
		q, err := ParseQuery(line, "me")
		if at, ok := errors.AsType[*QueryError](err); ok && (at.At < 0 || at.At >= at.End || at.End > len(line) || at.Why == "") {
			t.Fatalf("%q: points at %d to %d of %d", line, at.At, at.End, len(line))
		}
		if from, offers := b.CompleteFilter(line, len(line), docs); len(offers) > 0 {
			whole := line[:from] + offers[0]
			if _, after := ParseQuery(whole, "me"); after != nil && err == nil {
				t.Fatalf("%q is completed to %q, which is a mistake: %v", line, whole, after)
			}
		}
		if err != nil || len(q.terms) != 1 || !utf8.ValidString(line) {
			return
		}
		start, end := nextQueryWord(line, 0)
		if word := line[start:end]; word[0] != '-' && end == len(line) {
			if yes, no := shown(line), shown("-"+word); yes+no != all {
				t.Fatalf("%q shows %d and its opposite %d of %d", line, yes, no, all)
			}
		}
	})
}
