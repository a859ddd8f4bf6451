package uitest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sideboard/tasks/testdir"
)

// Code that nobody measures grows: testdata/budget limits the lines of each package.
func TestEveryPackageKeepsToItsBudget(t *testing.T) {
	lines := map[string]int{}
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if !strings.HasSuffix(path, "_test.go") {
			lines[pkg] += bytes.Count(src, []byte("\n"))
		}
	})
	raw, err := os.ReadFile(filepath.Join("testdata", "budget"))
	testdir.Must(t, err)
	budget := map[string]int{}
	for line := range strings.Lines(string(raw)) {
		var pkg string
		var most int
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &pkg, &most); err != nil {
			t.Fatalf("testdata/budget: %q: %v", line, err)
		}
		budget[pkg] = most
	}
	for pkg, n := range lines {
		most, listed := budget[pkg]
		switch {
		case slices.Contains(forTests, pkg): // not part of the program
		case !listed:
			t.Errorf("%s has no line in ui/uitest/testdata/budget: add `%s %d`", pkg, pkg, n+n/30+1)
		case n > most:
			t.Errorf("%s has %d lines of %d: take something out, or raise its line in ui/uitest/testdata/budget and say why in the commit", pkg, n, most)
		}
	}
	for pkg := range budget {
		if lines[pkg] == 0 {
			t.Errorf("testdata/budget has a line for %s, which does not exist", pkg)
		}
	}
}

// The idioms are counted over the whole program. A count may only go down: lower its number when you take one out.
const (
	maxUnrelated = 43  // statements in front of a condition that does not use them: if x = y; other {
	maxChoices   = 18  // calls of b2i: arithmetic in place of a choice
	maxWide      = 178 // lines over 120 columns, a tab counted as four
	maxSizes     = 330 // widths and heights in an expression of ui/view
)

func TestTheIdiomsThatHideWhatHappensGetFewer(t *testing.T) {
	var unrelated, choices, wide []string
	eachProductFile(t, func(_, path string, f *ast.File, fset *token.FileSet, src []byte) {
		at := func(pos token.Pos) string { return fmt.Sprintf("%s:%d", path, fset.Position(pos).Line) }
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				if n.Init != nil && !usesWhatItSets(n) {
					unrelated = append(unrelated, at(n.Pos()))
				}
			case *ast.CallExpr:
				if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "b2i" {
					choices = append(choices, at(n.Pos()))
				}
			}
			return true
		})
		line := 0
		for text := range strings.Lines(string(src)) {
			line++
			columns := strings.ReplaceAll(strings.TrimRight(text, "\n"), "\t", "    ")
			if utf8.RuneCountInString(columns) > 120 {
				wide = append(wide, fmt.Sprintf("%s:%d", path, line))
			}
		}
	})
	t.Logf("%d statements before an unrelated condition, %d calls of b2i, %d lines over 120 columns", len(unrelated), len(choices), len(wide))
	if len(unrelated) > maxUnrelated {
		t.Errorf("%d statements before an unrelated condition, at most %d: write yours on a line of its own. They are at\n%s",
			len(unrelated), maxUnrelated, strings.Join(unrelated, " "))
	}
	if len(choices) > maxChoices {
		t.Errorf("%d calls of b2i, at most %d: write an if or a switch. They are at\n%s", len(choices), maxChoices, strings.Join(choices, " "))
	}
	if len(wide) > maxWide {
		t.Errorf("%d lines over 120 columns, at most %d: break yours. They are at\n%s", len(wide), maxWide, strings.Join(wide, " "))
	}
}

// maxMethods is how many methods a type may have: then somebody can hold it in their head. Two are larger on purpose, and do not grow: the
// one that leads messages and keys to all features, and one long calculation.
const maxMethods = 75

var largeTypes = map[string]int{"ui.Model": 136, "board/graph.layoutBuilder": 79}

func TestNoTypeHasMoreMethodsThanOneCanHold(t *testing.T) {
	methods := map[string]int{}
	eachProductFile(t, func(pkg, _ string, f *ast.File, _ *token.FileSet, _ []byte) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				methods[pkg+"."+strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*")]++
			}
		}
	})
	for name, most := range largeTypes {
		if methods[name] > most || methods[name] <= maxMethods {
			t.Errorf("%s has %d methods of %d: take some out, or take it from largeTypes", name, methods[name], most)
		}
	}
	for name, n := range methods {
		if _, large := largeTypes[name]; !large && n > maxMethods {
			t.Errorf("%s has %d methods of %d: what belongs together in it is a type of its own", name, n, maxMethods)
		}
	}
}

// usesWhatItSets reports whether the condition of an if uses something that the statement before it sets.
func usesWhatItSets(n *ast.IfStmt) bool {
	var set []ast.Expr
	switch init := n.Init.(type) {
	case *ast.AssignStmt:
		set = init.Lhs
	case *ast.IncDecStmt:
		set = []ast.Expr{init.X}
	}
	var names []string
	for _, e := range set {
		names = append(names, types.ExprString(e))
	}
	used := false
	ast.Inspect(n.Cond, func(in ast.Node) bool {
		if e, ok := in.(ast.Expr); ok && slices.Contains(names, types.ExprString(e)) {
			used = true
		}
		return !used
	})
	return used
}

// Only ui/lay computes with widths and heights; ui/view declares what gives way. A different look at one width is a change of the minimum,
// priority or short form of a column.
func TestTheScreenIsDeclaredAndNotComputed(t *testing.T) {
	sizes := []string{"w", "h", "W", "H", "width", "height", "Width", "Height", "room", "rows", "wide", "remaining"}
	n := 0
	eachProductFile(t, func(pkg, path string, f *ast.File, _ *token.FileSet, _ []byte) {
		if pkg != "ui/view" {
			return
		}
		isSize := func(e ast.Expr) bool {
			if call, ok := e.(*ast.CallExpr); ok {
				e = call.Fun
			}
			switch e := e.(type) {
			case *ast.Ident:
				return slices.Contains(sizes, e.Name)
			case *ast.SelectorExpr:
				return slices.Contains(sizes, e.Sel.Name)
			}
			return false
		}
		ast.Inspect(f, func(in ast.Node) bool {
			if e, ok := in.(*ast.BinaryExpr); ok {
				if isSize(e.X) {
					n++
				}
				if isSize(e.Y) {
					n++
				}
			}
			return true
		})
	})
	t.Logf("%d widths and heights in expressions of ui/view", n)
	if n > maxSizes {
		t.Errorf("ui/view computes with a width or height in %d places, %d may: let a column of ui/lay give way instead", n, maxSizes)
	}
}

// eachProductFile visits the files of the program, without tests and what only tests use.
func eachProductFile(t *testing.T, visit func(pkg, path string, f *ast.File, fset *token.FileSet, src []byte)) {
	t.Helper()
	eachFile(t, func(pkg, path string, f *ast.File, fset *token.FileSet, src []byte) {
		if !strings.HasSuffix(path, "_test.go") && !slices.Contains(forTests, pkg) && !strings.HasPrefix(pkg, "ui/uitest") {
			visit(pkg, path, f, fset, src)
		}
	})
}
