package uitest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sideboard/tasks/testdir"
)

// root is the project's folder, seen from this package.
const root = "../.."

// allowed lists the packages of this module that each package may import; a trailing / means everything below. Tests may import more.
var allowed = map[string][]string{
	".":                   {"ui", "ui/cli", "ui/style"},
	"keymap":              {},
	"tasks":               {},
	"tasks/jsonedit":      {},
	"tasks/dialect":       {"tasks", "tasks/jsonedit"},
	"tasks/lock":          {"tasks"},
	"tasks/watch":         {"tasks"},
	"tasks/log":           {"tasks", "tasks/jsonedit", "tasks/lock"},
	"tasks/store":         {"tasks", "tasks/dialect", "tasks/jsonedit", "tasks/lock", "tasks/log"},
	"tasks/locate":        {"tasks"},
	"tasks/memory":        {"tasks", "tasks/store", "tasks/watch"},
	"tasks/remote":        {"tasks", "tasks/dialect", "tasks/locate", "tasks/log", "tasks/memory", "tasks/store", "tasks/team", "tasks/watch", "tasks/worktree"},
	"tasks/bucket":        {"tasks", "tasks/dialect", "tasks/lock", "tasks/log", "tasks/memory", "tasks/store", "tasks/watch", "tasks/worktree"},
	"tasks/team":          {"tasks", "tasks/locate"},
	"tasks/worktree":      {"tasks/locate", "tasks/jsonedit"},
	"tasks/refagents":     {"tasks"},
	"tasks/demo":          {"tasks/lock", "tasks/team"},
	"tasks/testdir":       {},
	"board":               {"tasks", "board/graph"},
	"board/doctor":        {"tasks", "tasks/dialect", "tasks/jsonedit", "board/graph"},
	"board/graph":         {},
	"board/replay":        {"board", "tasks", "tasks/log"},
	"ui/safetext":         {},
	"ui/style":            {},
	"ui/view":             {"ui/lay", "ui/style", "ui/safetext", "board/graph"},
	"ui/field":            {"ui/safetext"},
	"ui/markdown":         {"ui/style", "ui/safetext", "ui/view"},
	"ui/manual":           {},
	"ui/workspace":        {"board", "tasks", "tasks/dialect", "board/doctor", "tasks/log", "tasks/lock", "tasks/bucket", "tasks/remote", "tasks/store", "tasks/watch", "tasks/locate", "tasks/team", "tasks/worktree"},
	"ui/phrase":           {"board", "tasks", "ui/safetext", "ui/style", "ui/view"},
	"ui/terminal":         {},
	"ui/host":             {"board", "keymap", "tasks", "tasks/log", "ui/workspace", "ui/field", "ui/phrase", "ui/safetext", "ui/style", "ui/view"},
	"ui/effects":          {"board/doctor", "tasks", "tasks/demo", "tasks/log", "tasks/locate", "tasks/store", "tasks/worktree", "ui/workspace"},
	"ui/host/hosttest":    {"board", "keymap", "tasks", "tasks/locate", "tasks/log", "tasks/testdir", "ui/field", "ui/host", "ui/safetext", "ui/style", "ui/view", "ui/workspace"},
	"ui/cards":            feature,
	"ui/depview":          feature,
	"ui/past":             feature,
	"ui/openlist":         feature,
	"ui/help":             feature,
	"ui/members":          feature,
	"ui/worktrees":        feature,
	"ui/workflow":         feature,
	"ui/stage":            append([]string{"tasks/demo"}, feature...),
	"ui/edits":            feature,
	"ui/forms":            append([]string{"ui/edits"}, feature...),
	"ui/detail":           append([]string{"tasks/jsonedit"}, feature...),
	"ui/news":             append([]string{"board/replay"}, feature...),
	"ui/needs":            feature,
	"ui/palette":          feature,
	"ui/batch":            feature,
	"ui/links":            feature,
	"ui/commands":         append([]string{"ui/config"}, feature...),
	"ui/now":              feature,
	"ui/notify":           append([]string{"ui/verbs"}, feature...),
	"ui/lay":              {"ui/safetext", "ui/style"},
	"ui/config":           {"board", "keymap", "tasks/locate", "ui/style"},
	"ui":                  append([]string{"ui/config", "ui/record", "ui/terminal", "tasks/demo", "board/replay"}, feature...), // and every feature
	"ui/verbs":            {"board", "tasks", "tasks/jsonedit", "tasks/locate", "tasks/lock", "tasks/store", "tasks/worktree", "ui/workspace"},
	"ui/uitest/mcpclient": {"ui/verbs"},
	"ui/setup":            {},
	"ui/release":          {"ui/cli", "ui/manual"},
	"ui/mcp":              {"tasks/log", "tasks", "tasks/locate", "ui/safetext", "ui/verbs", "ui/workspace"},
	"ui/record":           {"ui/style"},
	"ui/cli":              {"ui/config", "ui/record", "keymap", "board", "board/graph", "ui/mcp", "ui/setup", "ui/verbs", "ui/manual", "ui/markdown", "ui/style", "tasks/log", "tasks/bucket", "tasks/remote", "tasks/store", "tasks", "board/doctor", "tasks/locate", "tasks/demo", "ui/workspace", "ui/safetext"},
}

// forTests are the packages that are only for tests.
var forTests = []string{"tasks/refagents", "tasks/testdir", "ui/host/hosttest", "ui/uitest/mcpclient"}

// feature lists what a feature of the screen may import: host and the packages below, never another feature or the program. The store, the
// doctor, teams and worktrees are on it for the types of the values that a workspace returns; see TestOnlyAWorkspaceOpensWhatIsOnTheDisk.
var feature = []string{
	"board", "board/doctor", "board/graph", "keymap", "tasks", "tasks/log", "tasks/locate", "tasks/store", "tasks/team", "tasks/worktree", "ui/workspace",
	"ui/effects", "ui/host", "ui/phrase", "ui/field", "ui/lay", "ui/manual", "ui/markdown", "ui/safetext", "ui/style", "ui/view",
}

// isFeature reports whether a package is a feature of the screen: it may import what every feature may.
func isFeature(pkg string) bool {
	may := allowed[pkg]
	return pkg != "ui" && len(may) >= len(feature) && slices.Equal(may[len(may)-len(feature):], feature)
}

// outside lists which of our packages may import a package of others.
var outside = map[string][]string{
	"github.com/fsnotify/fsnotify":           {"tasks/watch"},
	"github.com/spf13/cobra":                 {"ui/cli", "ui/release"},
	"github.com/pelletier/go-toml/v2":        {"ui/config"},
	"github.com/yuin/goldmark":               {"ui/markdown"},
	"github.com/modelcontextprotocol/go-sdk": {"ui/mcp", "ui/uitest/mcpclient"},
	"github.com/rogpeppe/go-internal":        {"tasks/testdir"},
	"charm.land/bubbletea/v2":                {"ui", "ui/effects", "ui/host", "ui/host/hosttest", "ui/terminal"}, // and every feature
	"charm.land/bubbles/v2/key":              {"keymap"},
	"github.com/charmbracelet/ultraviolet":   {"ui/record"},
	"github.com/charmbracelet/x/vt":          {"ui/view", "ui/safetext"},
}

// goFile is a parsed file of the project.
type goFile struct {
	pkg, path string
	syntax    *ast.File
	fset      *token.FileSet
	src       []byte
}

// goFiles are all files of the project, which are read once for all laws.
var goFiles = sync.OnceValues(func() (files []goFile, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		f := goFile{path: path, fset: token.NewFileSet()}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		f.pkg = filepath.ToSlash(rel)
		if err == nil {
			f.src, err = os.ReadFile(path)
		}
		if err == nil {
			f.syntax, err = parser.ParseFile(f.fset, path, f.src, parser.ParseComments)
		}
		files = append(files, f)
		return err
	})
	return files, err
})

func eachFile(t *testing.T, visit func(pkg, path string, f *ast.File, fset *token.FileSet, src []byte)) {
	t.Helper()
	files, err := goFiles()
	testdir.Must(t, err)
	for _, f := range files {
		visit(f.pkg, f.path, f.syntax, f.fset, f.src)
	}
}

func TestPackagesImportOnlyInOneDirection(t *testing.T) {
	seen := map[string]bool{}
	eachFile(t, func(pkg, path string, f *ast.File, _ *token.FileSet, _ []byte) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		seen[pkg] = true
		may, known := allowed[pkg]
		if !known {
			t.Errorf("%s: no law says what it may import; add `%q: feature,` to allowed in ui/uitest/laws_test.go if it is a feature of the screen, else the packages it needs", pkg, pkg)
			return
		}
		for _, im := range f.Imports {
			name, _ := strconv.Unquote(im.Path.Value)
			own, ok := strings.CutPrefix(name, "sideboard/")
			if ok && !slices.Contains(may, own) && !(pkg == "ui" && isFeature(own)) {
				t.Errorf("%s imports %s, which %s may not by allowed in ui/uitest/laws_test.go: what one feature needs of another it declares in its Uses", path, own, pkg)
			}
			if slices.Contains(forTests, own) && !slices.Contains(forTests, pkg) {
				t.Errorf("%s imports %s, which only tests may", path, own)
			}
			for other, only := range outside {
				if (name == other || strings.HasPrefix(name, other+"/")) && !slices.Contains(only, pkg) && !(strings.HasSuffix(other, "bubbletea/v2") && isFeature(pkg)) {
					t.Errorf("%s imports %s, which belongs to %v alone by outside in ui/uitest/laws_test.go", path, name, only)
				}
			}
		}
	})
	for pkg := range allowed {
		if !seen[pkg] {
			t.Errorf("the laws speak of %s, which does not exist", pkg)
		}
	}
}

// Only a workspace reads and writes the disk: elsewhere in ui the packages below it provide only types.
func TestOnlyAWorkspaceOpensWhatIsOnTheDisk(t *testing.T) {
	opens := regexp.MustCompile(`\b(store\.Open|worktree\.Open(At)?|team\.Read|doctor\.Examine)\(`)
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if !strings.HasPrefix(pkg, "ui") || pkg == "ui/workspace" || strings.HasSuffix(path, "_test.go") {
			return
		}
		if m := opens.Find(src); m != nil {
			t.Errorf("%s goes around the workspace: %s", path, m)
		}
	})
}

// One writer takes the locks, compares and keeps what it displaces: no other package gives a file of tasks its name.
func TestOnlyTheStoreWritesTaskFiles(t *testing.T) {
	names := []string{"Replace", "Place", "Take"} // the methods of a store.Dir that do
	arguments := 2                                // each has; strings.Replace and a cursor's place have others
	knowsStore := map[string]bool{}
	eachFile(t, func(pkg, path string, f *ast.File, _ *token.FileSet, _ []byte) {
		isStore := func(im *ast.ImportSpec) bool { return im.Path.Value == `"sideboard/tasks/store"` }
		knowsStore[pkg] = knowsStore[pkg] || !strings.HasSuffix(path, "_test.go") && slices.ContainsFunc(f.Imports, isStore)
	})
	found := 0
	eachFile(t, func(pkg, path string, f *ast.File, fset *token.FileSet, _ []byte) {
		if pkg != "tasks/store" && !knowsStore[pkg] || strings.HasSuffix(path, "_test.go") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || len(call.Args) != arguments {
				return true
			}
			method, is := call.Fun.(*ast.SelectorExpr)
			if !is || !slices.Contains(names, method.Sel.Name) {
				return true
			}
			if found++; pkg != "tasks/store" {
				t.Errorf("%s goes around the store: %s", fset.Position(method.Pos()), method.Sel.Name)
			}
			return true
		})
	})
	if found < len(names) {
		t.Errorf("the store itself calls only %d of %v: have they another name?", found, names)
	}
}

// What a list elsewhere has next to it is not on this host: only the system's own disk asks the system.
func TestOnlyTheFilesOfTheDiskAskTheSystem(t *testing.T) {
	ofDisk := regexp.MustCompile(`/(disk|folders|osdisk|os[a-z]+_[a-z]+|rename_[a-z]+)\.go$`)
	asks := regexp.MustCompile(`\b(os\.[A-Z]\w*|unix\.\w+|filepath\.(EvalSymlinks|Glob|Walk|WalkDir)|lock\.(Flock|Mkdir))\(`)
	found := 0
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if pkg != "tasks/store" || strings.HasSuffix(path, "_test.go") {
			return
		}
		m := asks.Find(src)
		switch {
		case m != nil && ofDisk.MatchString(path):
			found++
		case m != nil:
			t.Errorf("%s asks the system past the disk of its list: %s", path, m)
		}
	})
	if found < 3 {
		t.Errorf("only %d files of the disk ask the system: have they other names?", found)
	}
}

// A message without the method that handles it would be dropped silently.
func TestEveryMessageIsHandled(t *testing.T) {
	heard, declared := map[string]bool{}, map[string]string{}
	eachFile(t, func(pkg, path string, f *ast.File, _ *token.FileSet, _ []byte) {
		if pkg != "ui" {
			return
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "apply" && d.Recv != nil {
					if of, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
						heard[pkg+"."+of.Name] = true
					}
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if typ, ok := s.(*ast.TypeSpec); ok && strings.HasSuffix(typ.Name.Name, "Msg") {
						declared[pkg+"."+typ.Name.Name] = path
					}
				}
			}
		}
	})
	for name, path := range declared {
		if !heard[name] {
			t.Errorf("%s: nobody hears %s", path, name)
		}
	}
}

func TestEveryPackageSaysWhyItExists(t *testing.T) {
	said := map[string]bool{}
	eachFile(t, func(pkg, path string, f *ast.File, _ *token.FileSet, _ []byte) {
		if !strings.HasSuffix(path, "_test.go") {
			said[pkg] = said[pkg] || f.Doc != nil && (strings.HasPrefix(f.Doc.Text(), "Package ") || strings.HasPrefix(f.Doc.Text(), "Command "))
		}
	})
	for pkg, ok := range said {
		if !ok {
			t.Errorf("%s has no package comment", pkg)
		}
	}
}

func TestColoursLiveInStyleAlone(t *testing.T) {
	hex := regexp.MustCompile(`"#[0-9a-fA-F]{6}"`)
	escape := regexp.MustCompile(`\\x1b\[|\\033\[|\\u001b\[`)
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if pkg == "ui/style" || strings.HasSuffix(path, "_test.go") {
			return
		}
		if m := hex.Find(src); m != nil {
			t.Errorf("%s has the colour %s", path, m)
		}
		if m := escape.Find(src); m != nil {
			t.Errorf("%s writes the escape sequence %s", path, m)
		}
	})
}

func TestKeysAreNamedInTheKeymapAlone(t *testing.T) {
	key := regexp.MustCompile(`case "(ctrl\+|alt\+|shift\+|enter|esc|tab|space|[a-zA-Z?/.!])"|\.Keystroke\(\)`)
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if pkg != "ui" && !isFeature(pkg) || strings.HasSuffix(path, "_test.go") {
			return
		}
		if m := key.Find(src); m != nil {
			t.Errorf("%s knows the key %s", path, m)
		}
	})
}

func TestOnlySafeTextReachesTheScreen(t *testing.T) {
	// Only the constructors of safetext make a Text; nothing may draw strings instead.
	raw := regexp.MustCompile(`fmt\.(Print|Fprint)|os\.Stdout|os\.Stderr|tea\.Print|WindowTitle = [^m]`)
	eachFile(t, func(pkg, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if strings.HasSuffix(path, "_test.go") || pkg == "." || !strings.HasPrefix(pkg, "ui") {
			return
		}
		if m := raw.Find(src); m != nil && !(strings.HasSuffix(path, "ui/run.go") && string(m) == "os.Stdout") {
			t.Errorf("%s writes past the screen: %s", path, m)
		}
	})
}

func TestNoCommentIsATodo(t *testing.T) {
	later := regexp.MustCompile(`\b(TODO|FIXME|XXX)\b|not implemented`)
	eachFile(t, func(_, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if strings.HasSuffix(path, "laws_test.go") {
			return
		}
		if m := later.Find(src); m != nil {
			t.Errorf("%s says %s", path, m)
		}
	})
}

// A test waits for facts, with testdir.Soon. A pause that a test needs has a comment that says why.
func TestAPauseInATestSaysWhatItIsFor(t *testing.T) {
	bare := regexp.MustCompile(`(?m)\btime\.Sleep\([^/\n]*$`)
	eachFile(t, func(_, path string, _ *ast.File, _ *token.FileSet, src []byte) {
		if m := bare.Find(src); m != nil && strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s does not say what for: %s", path, m)
		}
	})
}

func TestTheTopLevelHoldsOnlyKnownFiles(t *testing.T) {
	entries, err := os.ReadDir(root)
	testdir.Must(t, err)
	fine := []string{"go.mod", "go.sum", "main.go", "ui", "board", "tasks", "keymap", "README.md", "LICENSE"}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(fine, e.Name()) && !strings.HasPrefix(e.Name(), "sideboard") {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}

func TestRunewidthIsNewEnoughNotToSlowEveryStart(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	testdir.Must(t, err)
	m := regexp.MustCompile(`github.com/mattn/go-runewidth v0\.0\.(\d+)`).FindSubmatch(mod)
	if m == nil {
		t.Fatal("go.mod does not require go-runewidth")
	}
	if n, _ := strconv.Atoi(string(m[1])); n < 31 {
		t.Errorf("go-runewidth v0.0.%d spends tens of milliseconds at every start; v0.0.31 is required", n)
	}
}

// A feature declares the few methods that it uses itself: a large interface means that a feature passes on what is not its own.
func TestNoInterfaceOfTheScreenIsLarge(t *testing.T) {
	const most = 12
	eachFile(t, func(pkg, _ string, f *ast.File, fset *token.FileSet, _ []byte) {
		ast.Inspect(f, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok && strings.HasPrefix(pkg, "ui") && i.Methods.NumFields() > most {
				t.Errorf("%s: an interface of %d methods", fset.Position(i.Pos()), i.Methods.NumFields())
			}
			return true
		})
	})
}
