package uitest

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// answersBool reports whether the first result of a function is a bool, and whether it is the only one.
func answersBool(f *ast.FuncDecl) (first, alone bool) {
	if f.Type.Results == nil {
		return false, false
	}
	id, ok := f.Type.Results.List[0].Type.(*ast.Ident)
	first = ok && id.Name == "bool"
	return first, first && f.Type.Results.NumFields() == 1
}

func TestAFunctionThatReturnsABoolReportsWhether(t *testing.T) {
	eachFile(t, func(_, _ string, f *ast.File, fset *token.FileSet, _ []byte) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			said := strings.Join(strings.Fields(fn.Doc.Text()), " ")
			first, alone := answersBool(fn)
			if !first && strings.HasPrefix(said, fn.Name.Name+" reports whether ") {
				t.Errorf("%s: %s does not answer a bool first: it returns, it does not report whether", fset.Position(fn.Pos()), fn.Name.Name)
			}
			if alone && !strings.Contains(said, "reports whether ") {
				t.Errorf("%s: the comment of %s does not say what it reports whether", fset.Position(fn.Pos()), fn.Name.Name)
			}
		}
	})
}

// oldWords are names that a stranger does not understand, and the word to use instead.
var oldWords = map[string]string{
	"desk": "workspace", "furnish": "New", "book": "codec", "vigil": "monitor", "janitor": "monitor", "stumble": "panic or unreadable",
	"unstumbling": "catchPanic", "rekin": "children", "household": "children", "weaver": "builder", "sketch": "layout",
	"wade": "maxDistance", "papers": "plan", "mates": "members", "troubles": "problems", "relic": "snapshot", "murder": "kill", "cycle": "loop", "cycles": "loops",
}

// old returns the old word in a name, "" for none: in bookOf, addressBook, ID_book.
func old(name string) string {
	lower := strings.ToLower(name)
	for w := range oldWords {
		for at := 0; ; {
			i := strings.Index(lower[at:], w)
			if i < 0 {
				break
			}
			from, to := at+i, at+i+len(w)
			begins := from == 0 || name[from-1] == '_' || unicode.IsUpper(rune(name[from]))
			if begins && (to == len(name) || !unicode.IsLower(rune(name[to]))) {
				return w
			}
			at = to
		}
	}
	return ""
}

func TestEveryNameAvoidsOldWords(t *testing.T) {
	for name, want := range map[string]string{"bookOf": "book", "addressBook": "book", "IDBook2": "book", "_desk": "desk", "bookish": "", "rebook": "", "Bookish": ""} {
		if got := old(name); got != want {
			t.Errorf("the old word in %s is %q, want %q", name, got, want)
		}
	}
	eachFile(t, func(_, _ string, f *ast.File, fset *token.FileSet, _ []byte) {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if w := old(id.Name); w != "" {
					t.Errorf("%s: %s: say %s in place of %s", fset.Position(id.Pos()), id.Name, oldWords[w], w)
				}
			}
			return true
		})
	})
}

func TestEveryCommentBeginsWithItsName(t *testing.T) {
	check := func(name string, doc *ast.CommentGroup, fset *token.FileSet) {
		said := strings.Fields(doc.Text())
		if len(said) > 1 && slices.Contains([]string{"A", "An", "The"}, said[0]) && strings.EqualFold(said[1], name) {
			return
		}
		if len(said) > 0 && strings.TrimRight(said[0], ",:") != name {
			t.Errorf("%s: the comment of %s begins with %q", fset.Position(doc.Pos()), name, said[0])
		}
	}
	tests := regexp.MustCompile(`^(Test|Benchmark|Fuzz)`) // whose names are sentences
	eachFile(t, func(_, _ string, f *ast.File, fset *token.FileSet, _ []byte) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if !tests.MatchString(d.Name.Name) {
					check(d.Name.Name, d.Doc, fset)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && d.Lparen.IsValid() {
						check(s.Name.Name, s.Doc, fset)
					} else if ok {
						check(s.Name.Name, d.Doc, fset)
					}
				}
			}
		}
	})
}

// inCode finds words in camel case, which are identifiers.
var inCode = regexp.MustCompile(`\b[a-z]+[A-Z]\w*\b`)

func TestCommentsNameExistingIdentifiers(t *testing.T) {
	known := map[string]bool{"modifyOtherKeys": true, "uXXXX": true} // of terminals, and of JSON
	type mention struct {
		word string
		at   token.Position
	}
	var mentions []mention
	eachFile(t, func(_, _ string, f *ast.File, fset *token.FileSet, _ []byte) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				known[n.Name] = true
			case *ast.BasicLit:
				for _, w := range inCode.FindAllString(n.Value, -1) {
					known[w] = true
				}
			}
			return true
		})
		for _, c := range f.Comments {
			for _, w := range inCode.FindAllString(c.Text(), -1) {
				mentions = append(mentions, mention{w, fset.Position(c.Pos())})
			}
		}
	})
	for _, m := range mentions {
		if !known[m.word] {
			t.Errorf("%s: nothing is called %s", m.at, m.word)
		}
	}
}

// rareWords are words that the program once used for everything, and what to write instead. A few uses in their plain sense remain.
var rareWords = map[string]string{
	"told": "shown, notified, given", "telling": "notification", "beside": "next to", "looked": "read, searched", "wishes": "config",
	"mend": "repair", "cure": "repair", "stands": "is",
}

// maxRare is how often each of them may occur in 10,000 lines of the program, in names, texts and comments.
const maxRare = 2

func TestRareWordsStayRare(t *testing.T) {
	word := regexp.MustCompile(`(?i)\b[a-z]+\b`)
	lines, places := 0, map[string][]string{}
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if strings.HasSuffix(path, "_test.go") || pkg == "ui/uitest" || slices.Contains(forTests, pkg) {
			return
		}
		n := 0
		for line := range strings.Lines(string(src)) {
			n++
			for _, w := range word.FindAllString(line, -1) {
				if w = strings.ToLower(w); rareWords[w] != "" {
					places[w] = append(places[w], fmt.Sprintf("%s:%d", path, n))
				}
			}
		}
		lines += n
	})
	for w, at := range places {
		if len(at) > maxRare*lines/10000 {
			t.Errorf("%q occurs %d times, more than %d times in 10,000 lines: write %s\n%s", w, len(at), maxRare, rareWords[w], strings.Join(at, "\n"))
		}
	}
}

func TestACommentSaysReturnsOfAFunctionWithAResult(t *testing.T) {
	eachFile(t, func(_, _ string, f *ast.File, fset *token.FileSet, _ []byte) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Type.Results == nil && strings.HasPrefix(fn.Doc.Text(), fn.Name.Name+" returns ") {
				t.Errorf("%s: %s returns nothing", fset.Position(fn.Pos()), fn.Name.Name)
			}
		}
	})
}
