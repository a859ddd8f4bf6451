package board

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
)

// under returns the cards of a column in words, each container before its parts, and "|" where the head or the state is
// another one.
func under(b *Board, c Column) string {
	var words strings.Builder
	before := Stretch{Column: Columns}
	for _, t := range b.UnderHeads(b.AppendStretches(nil, c)) {
		if before.Column == c && (t.Head != before.Head || t.Kind != before.Kind) {
			words.WriteString(" |")
		}
		if t.Head.Name != "" && (t.Head != before.Head || t.Kind != before.Kind) {
			words.WriteString(" " + stemOf(t.Head.Name) + ":")
		}
		for i := range t.Len {
			words.WriteString(" " + stemOf(b.At(c, t.First+i).Name))
		}
		before = t
	}
	return strings.TrimSpace(words.String())
}

// checkout is four tasks in two containers, and one that is in none.
func checkout() *Board {
	return showing(task(flow, "IMPL-10", is(tasks.Container)), task(flow, "IMPL-2", is(tasks.Container)),
		task(flow, "IMPL-2.1", partOf("IMPL-2"), is(tasks.Completed)), task(flow, "IMPL-2.2", partOf("IMPL-2")),
		task(flow, "IMPL-10.1", partOf("IMPL-10")), task(flow, "IMPL-10.2", partOf("IMPL-10"), waitsFor("IMPL-10.1")),
		task(flow, "IMPL-11"))
}

func TestPartsStandUnderTheirContainerInEachColumnThatHasSome(t *testing.T) {
	b := checkout()
	same(t, "pending", under(b, PendingColumn), "IMPL-11 | IMPL-2: IMPL-2.2 | IMPL-10: IMPL-10.1 | IMPL-10: IMPL-10.2")
	same(t, "in progress: only a head, without parts here", under(b, InProgressColumn), "")
	same(t, "completed", under(b, CompletedColumn), "IMPL-2: IMPL-2.1")
	same(t, "counts", fmt.Sprintf("%+v", b.Counts()), "{Total:5 Ready:3 Blocked:1 Running:0 Done:1 Unknown:0 Broken:0 Problems:0}")
}

func TestFinishedContainersComeLast(t *testing.T) {
	b := checkout()
	b.Apply(put(task(flow, "IMPL-2.2", partOf("IMPL-2"), is(tasks.Completed)), task(flow, "IMPL-10.1", partOf("IMPL-10"), is(tasks.Completed))))
	same(t, "completed", under(b, CompletedColumn), "IMPL-10: IMPL-10.1 | IMPL-2: IMPL-2.2 IMPL-2.1")
}

func TestAContainerWithoutAPartThatIsShownStaysACard(t *testing.T) {
	b := checkout()
	b.Apply(put(task(flow, "IMPL-3", is(tasks.Container))))
	same(t, "without parts", under(b, PendingColumn), "IMPL-3 IMPL-11 | IMPL-2: IMPL-2.2 | IMPL-10: IMPL-10.1 | IMPL-10: IMPL-10.2")
	b.Fold(keyFor(flow, "IMPL-10"), true)
	same(t, "folded", under(b, PendingColumn), "IMPL-3 IMPL-10 IMPL-11 | IMPL-2: IMPL-2.2")
	if b.IsHead(keyFor(flow, "IMPL-10")) || !b.IsHead(keyFor(flow, "IMPL-2")) || b.IsHead(keyFor(flow, "IMPL-2.1")) {
		t.Error("a head has parts that are shown")
	}
	b.Fold(keyFor(flow, "IMPL-10"), false)
	b.SetFilter(query("is:container"))
	same(t, "found alone", under(b, PendingColumn)+" / "+under(b, InProgressColumn), "IMPL-3 IMPL-10 / IMPL-2")
	b.SetFilter(query("IMPL-10"))
	same(t, "found with its parts", under(b, PendingColumn), "IMPL-10: IMPL-10.1 | IMPL-10: IMPL-10.2")
	b.SetFilter(query("IMPL-10.2"))
	same(t, "a part found alone", under(b, PendingColumn), "IMPL-10: IMPL-10.2")
}

func TestAContainerOfContainersStaysACard(t *testing.T) {
	b := showing(task(flow, "IMPL-1", is(tasks.Container)), task(flow, "IMPL-1.1", partOf("IMPL-1"), is(tasks.Container)),
		task(flow, "IMPL-1.1.1", partOf("IMPL-1.1")))
	same(t, "only the inner one has tasks", under(b, PendingColumn), "IMPL-1 | IMPL-1.1: IMPL-1.1.1")
	b.Apply(put(task(flow, "IMPL-1.2", partOf("IMPL-1"))))
	same(t, "both have", under(b, PendingColumn), "IMPL-1: IMPL-1.2 | IMPL-1.1: IMPL-1.1.1")
}

func TestHeadsAreWithinTheLaneOfAListAndNotAmongOwners(t *testing.T) {
	b := New()
	b.SetLanes([]string{"newer", "older"})
	of := func(list string) []*tasks.Task {
		return []*tasks.Task{in(list, task(flow, "A-1", is(tasks.Container))), in(list, task(flow, "A-1.1", partOf("A-1"))), in(list, task(flow, "B-1"))}
	}
	b.Apply(tasks.Delta{At: noon, Put: append(of("older"), of("newer")...)})
	same(t, "two lists", under(b, PendingColumn), "B-1 | A-1: A-1.1 | B-1 | A-1: A-1.1")
	b.GroupByOwner(true, "me")
	same(t, "by owner", under(b, PendingColumn), "A-1 A-1.1 B-1 A-1 A-1.1 B-1")
}

func TestABoardWithoutContainersKeepsItsStretches(t *testing.T) {
	b := filterBoard()
	all := b.AppendStretches(nil, PendingColumn)
	if got := b.UnderHeads(all); &got[0] != &all[0] || len(got) != len(all) {
		t.Errorf("%v", got)
	}
}

func TestAPartOfTwoContainersStandsUnderOne(t *testing.T) {
	b := showing(task(flow, "A-1", parts("C-1")), task(flow, "B-1", parts("C-1")), task(flow, "C-1"))
	same(t, "the other is a card", under(b, PendingColumn), "B-1 | A-1: C-1")
}

// lostUnderHeads says what is wrong with where the tasks of some ids are: each that is shown has one card, or is the
// head of one.
func lostUnderHeads(b *Board, ids []string) string {
	cards, heads := map[tasks.Key]int{}, map[tasks.Key]bool{}
	for c := range Column(Columns) {
		for _, t := range b.UnderHeads(b.AppendStretches(nil, c)) {
			heads[t.Head] = true
			for i := range t.Len {
				cards[b.At(c, t.First+i)]++
			}
		}
	}
	for _, id := range ids {
		k := keyFor(flow, id)
		_, _, shown := b.Rank(k)
		if n := cards[k]; b.IsHead(k) != heads[k] || heads[k] && n > 0 || !heads[k] && shown != (n == 1) {
			return fmt.Sprintf("%s has %d cards, head %v, shown %v", id, n, heads[k], shown)
		}
	}
	return ""
}
