package uitest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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
			t.Errorf("%s has no line in testdata/budget; it has %d lines", pkg, n)
		case n > most:
			t.Errorf("%s has %d lines of %d: take something out, or raise its line in testdata/budget and say why in the commit", pkg, n, most)
		}
	}
	for pkg := range budget {
		if lines[pkg] == 0 {
			t.Errorf("testdata/budget has a line for %s, which does not exist", pkg)
		}
	}
}

// maxBySize is how many conditions in ui/view choose by a size. It only goes down: a different look at one width is a change of the minimum,
// priority or short form of a column.
const maxBySize = 73

func TestTheScreenIsDeclaredAndNotComputed(t *testing.T) {
	condition := regexp.MustCompile(`^\s*(if|case|switch|\} else if)\b`)
	bySize := regexp.MustCompile(`Width\(\)|Room\(\)|Breadth|Height\b|\.(W|H)\b|\b(w|h|room|rows|end|free|need|left|wide|gap|most|height)\b *(<|>|<=|>=|==)|(<|>|<=|>=) *\b(w|h|room|rows|end|free|need|left|most|height)\b`)
	n := 0
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if pkg != "ui/view" || strings.HasSuffix(path, "_test.go") {
			return
		}
		for line := range strings.Lines(string(src)) {
			if condition.MatchString(line) && bySize.MatchString(line) {
				n++
			}
		}
	})
	if n > maxBySize {
		t.Errorf("%d conditions in ui/view choose by a size, %d may", n, maxBySize)
	}
}
