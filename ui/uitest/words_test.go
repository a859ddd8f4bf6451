package uitest

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// predicate reports whether a function answers with a single bool.
func predicate(f *ast.FuncDecl) bool {
	r := f.Type.Results
	if r == nil || len(r.List) != 1 || len(r.List[0].Names) > 1 {
		return false
	}
	id, ok := r.List[0].Type.(*ast.Ident)
	return ok && id.Name == "bool"
}

// otherForm is how a predicate's comment begins where it is not in the form that Go's own packages have.
var otherForm = regexp.MustCompile(`^\w+ (says|tells|answers|returns|checks|determines|is true|is false|indicates)\b`)

func TestEveryPredicateReportsWhether(t *testing.T) {
	eachFile(t, func(pkg, path string, f *ast.File, fset *token.FileSet, _ []byte) {
		if pkg == "ui" { // what is still in one package there moves into others, and is held to it there
			return
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil || !predicate(fn) {
				continue
			}
			if said := strings.Join(strings.Fields(fn.Doc.Text()), " "); otherForm.MatchString(said) {
				t.Errorf("%s: write \"%s reports whether ...\" in place of %q", fset.Position(fn.Pos()), fn.Name.Name, otherForm.FindString(said))
			}
		}
	})
}
