package hosttest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Harness is a program in which a test presses keys and reads what is drawn. Commands run at once: after Press all that a key causes is done.
type Harness struct {
	*Program
	T       testing.TB
	Dir     string                        // the task directory, "" for none
	OnKey   func(keymap.Action) tea.Cmd   // what a key does on the board
	OnDelta func(tasks.Delta, board.Diff) // called after the board has changed, nil for none
	open    *workspace.Workspace
	edits   int
}

// OnTasks returns a harness without a directory.
func OnTasks(t testing.TB, ts ...*tasks.Task) *Harness {
	h := &Harness{Program: New(ts...), T: t}
	h.Queue, h.Painter = h, view.NewPainter()
	h.ShownView = func() view.ViewKind { return view.BoardView }
	h.SetBoard(boardOf{h})
	return h
}

// OnFiles returns a harness over a directory of task files.
func OnFiles(t testing.TB, files map[string]string) *Harness {
	t.Helper()
	return OnFilesIn(t, ".tasks", files)
}

// OnFilesIn is OnFiles for a directory with another path in its project.
func OnFilesIn(t testing.TB, path string, files map[string]string) *Harness {
	t.Helper()
	h := OnTasks(t)
	h.Dir = filepath.Join(t.TempDir(), path)
	testdir.Must(t, os.MkdirAll(h.Dir, 0o755))
	for name, text := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(h.Dir, name), []byte(text), 0o644))
	}
	t.Cleanup(func() { testdir.Must(t, h.open.Close()) })
	h.read()
	return h
}

// Reopen closes the directory and opens it again, as a later session.
func (h *Harness) Reopen() {
	h.T.Helper()
	testdir.Must(h.T, h.open.Close())
	h.read()
}

// read opens the directory, and selects its first task.
func (h *Harness) read() {
	h.T.Helper()
	place := locate.Place{Dir: h.Dir, Project: "my-service"}
	if filepath.Base(h.Dir) == ".task" {
		place.Kind = locate.WorkflowDir
	}
	w, err := workspace.Open(place, workspace.Options{State: filepath.Join(filepath.Dir(h.Dir), "state")})
	testdir.Must(h.T, err)
	h.open = w
	h.Workspace, h.Board, h.Now, h.edits, h.On = w, board.New(), time.Now(), 0, tasks.Key{}
	h.Began = h.Now
	for !h.Board.Loaded() {
		h.next()
	}
	h.Board.SetTraits("", w.Traits(""))
	for c := range board.Column(board.Columns) {
		if h.Board.Len(c) > 0 && h.On.Name == "" {
			h.On = h.Board.At(c, 0)
		}
	}
}

// next takes one change of the directory to the board.
func (h *Harness) next() tasks.Delta {
	h.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	delta, err := h.Workspace.Next(ctx)
	testdir.Must(h.T, err)
	h.edits, h.Now = h.edits+delta.Edits, time.Now()
	diff := h.Board.Apply(delta)
	h.Generation++
	if h.OnDelta != nil {
		h.OnDelta(delta, diff)
	}
	return delta
}

// Settle waits until the edits made here are on the board.
func (h *Harness) Settle() {
	h.T.Helper()
	for h.Workspace != nil && h.edits < h.Workspace.Edits() {
		h.next()
	}
}

// Writes writes a file as an agent does, and waits until the board has it. The text "" removes the file.
func (h *Harness) Writes(name, text string) {
	h.T.Helper()
	h.Settle()
	path, k := filepath.Join(h.Dir, name), tasks.Key{Name: name}
	if text == "" {
		testdir.Must(h.T, os.Remove(path))
	} else {
		testdir.Must(h.T, os.WriteFile(path, []byte(text), 0o644))
	}
	for late := time.Now().Add(time.Minute); ; {
		delta := h.next()
		for _, t := range delta.Put {
			delta.Gone = append(delta.Gone, t.Key)
		}
		for _, p := range delta.Problems {
			delta.Gone = append(delta.Gone, p.Key)
		}
		if slices.Contains(delta.Gone, k) {
			return
		}
		if time.Now().After(late) {
			h.T.Fatalf("the board does not see that %s changed", name)
		}
	}
}

// File returns the text of a file of the directory, "" if it does not exist.
func (h *Harness) File(name string) string {
	b, err := os.ReadFile(filepath.Join(h.Dir, name))
	if err != nil && !os.IsNotExist(err) {
		h.T.Error(err)
	}
	return string(b)
}

// Run runs a command and what its answers start.
func (h *Harness) Run(cmd tea.Cmd) {
	h.T.Helper()
	if cmd != nil {
		switch msg := cmd().(type) {
		case host.Answer:
			h.Run(msg())
		case tea.BatchMsg:
			for _, c := range msg {
				h.Run(c)
			}
		case nil:
		default:
			h.T.Fatalf("a command returns a %T", msg)
		}
	}
	h.Settle()
}

// Lend runs a command as if it had the terminal.
func (h *Harness) Lend(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(cmd.Run()) }
}

// Enqueue and EnqueueOpening run a command at once.
func (h *Harness) Enqueue(cmd tea.Cmd) tea.Cmd        { return cmd }
func (h *Harness) EnqueueOpening(cmd tea.Cmd) tea.Cmd { return cmd }

// named is a key by its name.
type named string

func (n named) String() string { return string(n) }

// Press presses keys. What is no name of a key is typed as text, and pasted if it has several lines.
func (h *Harness) Press(keys ...string) *Harness {
	h.T.Helper()
	for _, k := range keys {
		h.ClearNotice()
		m := h.Mode()
		text := k
		if isName(k) {
			if a := h.Keys.Resolve(named(k), m.Scopes()...); a != keymap.Nothing {
				h.Run(m.Handle(a))
				continue
			}
			if text = strings.ReplaceAll(k, "space", " "); isName(text) && len([]rune(text)) > 1 {
				h.T.Fatalf("%s is no key of %T", k, m)
			}
		}
		typed, ok := m.(host.TextMode)
		op := field.Insert
		if strings.Contains(text, "\n") {
			op = field.Paste
		}
		switch {
		case ok:
			h.Run(typed.Type(op, text))
		case len([]rune(k)) > 1:
			h.T.Fatalf("%T takes no text, %q", m, k)
		}
	}
	return h
}

// isName reports whether a text is the name of a key.
func isName(k string) bool {
	return len([]rune(k)) == 1 || strings.HasPrefix(k, "ctrl+") || strings.HasPrefix(k, "shift+") || len(k) == 2 && k[0] == 'f' && k[1] <= '9' || slices.Contains([]string{
		"enter", "esc", "tab", "up", "down", "left", "right", "home", "end", "pgup", "pgdown", "space", "backspace", "delete",
	}, k)
}

// Drawn returns what is drawn: the notice and what is on top of the board.
func (h *Harness) Drawn() string {
	b := view.Board{News: h.NoticeView(), Static: true}
	return ansi.Strip(h.Painter.Draw(h.Layout, &view.Screen{Board: b, Overlay: h.Mode().Overlay()}, h.Sheet).Content)
}

// FooterKeys returns the keys of what is on top of the board.
func (h *Harness) FooterKeys() (keys []view.Key) {
	applies := host.AppliesIn(h.Mode())
	for e := range h.Keys.Footer(h.Mode().Scopes()...) {
		if applies(e.Action) {
			keys = append(keys, view.Key{Name: h.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return keys
}

// Sees fails unless each text is on the screen or in the notice, which may be cut on the screen; those with "..." in them as pieces of one row; a text after "no: " must not be there.
func (h *Harness) Sees(texts ...string) *Harness {
	h.T.Helper()
	screen := h.Drawn()
	for _, text := range texts {
		text, absent := strings.CutPrefix(text, "no: ")
		switch is := shown(screen, text) || strings.Contains(h.NoticeText(), text); {
		case is && absent:
			h.T.Errorf("%q is on the screen:\n%s", text, trimmed(screen))
		case !is && !absent:
			h.T.Errorf("no %q on the screen:\n%s", text, trimmed(screen))
		}
	}
	return h
}

// shown reports whether the pieces of a text are in one row of a screen, or the whole text in the wrapped lines of a dialog.
func shown(screen, text string) bool {
	var inside []string
	for row := range strings.SplitSeq(screen, "\n") {
		rest, all := row, true
		for piece := range strings.SplitSeq(text, "...") {
			_, after, ok := strings.Cut(rest, piece)
			rest, all = after, all && ok
		}
		if all {
			return true
		}
		if from, to := strings.Index(row, "│"), strings.LastIndex(row, "│"); from < to {
			row = row[from+len("│") : to]
		}
		inside = append(inside, strings.Fields(row)...)
	}
	return strings.Contains(strings.Join(inside, " "), text)
}

// trimmed returns a screen without its empty rows.
func trimmed(screen string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(screen, "\n"), func(row string) bool { return strings.TrimSpace(row) == "" }), "\n")
}

// Reads fails unless a file of the directory has exactly this text, "" for none.
func (h *Harness) Reads(name, text string) *Harness {
	h.T.Helper()
	if got := h.File(name); got != text {
		h.T.Errorf("%s reads\n%s\nwant\n%s\nshown:\n%s", name, got, text, trimmed(h.Drawn()))
	}
	return h
}

// boardOf is the board of a harness, with the keys of the cards.
type boardOf struct{ h *Harness }

func (boardOf) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.BoardScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope, keymap.MarkScope}
}

func (b boardOf) Handle(a keymap.Action) tea.Cmd {
	if b.h.OnKey == nil {
		b.h.T.Fatalf("nothing handles %s on the board", b.h.KeyOf(a))
	}
	return b.h.OnKey(a)
}

func (boardOf) Overlay() view.Overlay { return nil }

// S07 returns a task file as the agents of s07 write it, and S12 one of s12. Blockers are given as JSON.
func S07(id, subject, status, owner, waits string) string {
	return fmt.Sprintf("{\n  \"id\": %s,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": %q,\n  \"blockedBy\": %s,\n  \"owner\": %q\n}", id, subject, status, waits, owner)
}

func S12(id, subject, status, owner, waits string) string {
	who := "null"
	if owner != "" {
		who = strconv.Quote(owner)
	}
	return fmt.Sprintf("{\n  \"id\": %q,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": %q,\n  \"owner\": %s,\n  \"blockedBy\": %s\n}", id, subject, status, who, waits)
}
