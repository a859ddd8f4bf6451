package board

import (
	"testing"

	"sideboard/tasks"
)

func TestATableNamesTasksInASentence(t *testing.T) {
	b := New()
	b.Apply(tasks.Delta{At: noon, Put: []*tasks.Task{
		task(s12, "1", called("Parser")), task(s12, "2", called("Lexer")), task(s12, "3", called(" ")),
	}})
	x := &b.table
	parser, lexer, blank := keyFor(s12, "1"), keyFor(s12, "2"), keyFor(s12, "3")
	same(t, "one", x.namesAre([]tasks.Key{parser}), "Parser is")
	same(t, "two", x.namesAre([]tasks.Key{parser, lexer}), "Parser and Lexer are")
	same(t, "three", x.namesAre([]tasks.Key{parser, lexer, blank}), "Parser and 2 more are")
	same(t, "a blank subject", x.displayName(blank), "#3")
	same(t, "an id of a task", x.displayNameOf("", tasks.ID{Text: "2"}), "Lexer")
	same(t, "an id of none", x.displayNameOf("", tasks.ID{Text: "9"}), "9")
	same(t, "a loop", x.describeLoop(parser, []tasks.Key{lexer, parser}), "Parser > Lexer > Parser")
}
