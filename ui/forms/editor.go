package forms

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/edits"
	"sideboard/ui/effects"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// editorCopy is a copy of a text in a scratch directory for the person's editor. Nothing in the task directory is
// edited in place: agents would read the editor's swap and backup files.
type editorCopy struct {
	m      *Model
	path   string
	before []byte
	after  []byte
	doc    tasks.Document // the file, if it is a copy of a whole one
	form   *form          // the form, if it is the text of a field
	field  int
}

// editField opens the text of the focused field in the editor.
func (f *form) editField() tea.Cmd {
	m := f.m
	cur := &f.fields[f.focus]
	if cur.locked != "" && cur.exact == nil {
		f.err = cur.label + " cannot be edited: " + cur.locked
		return nil
	}
	name := "text.txt"
	if cur.kind == tasks.FieldDescription {
		name = "description.md"
	}
	return editorCopy{m: m, before: []byte(cur.value()), form: f, field: f.focus}.open(name)
}

// open writes the copy and lends the terminal to the editor.
func (o editorCopy) open(name string) tea.Cmd {
	m := o.m
	dir, err := os.MkdirTemp(m.Scratch, "sideboard-edit-")
	if err == nil {
		o.path = filepath.Join(dir, name)
		err = os.WriteFile(o.path, o.before, 0o600)
	}
	if err != nil {
		m.Error("Not edited: no copy could be made: " + err.Error())
		return nil
	}
	return o.run()
}

func (o editorCopy) run() tea.Cmd {
	m := o.m
	return m.Lend(editor(m.Editor, o.path), func(err error) tea.Msg {
		after, unread := os.ReadFile(o.path)
		o.after = after
		if err == nil {
			err = unread
		}
		return host.Answer(func() tea.Cmd { return o.ended(err) })
	})
}

// editor returns the command that edits a file. The setting may have arguments, in shell syntax.
func editor(setting, path string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.Command(setting, path)
	}
	return exec.Command("sh", "-c", setting+` "$1"`, "sh", path)
}

// notFound is the exit status of a shell that does not find a command.
const notFound = 127

// ended handles the end of the editor.
func (o editorCopy) ended(err error) tea.Cmd {
	m := o.m
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed) && failed.ExitCode() == notFound && bytes.Equal(o.before, o.after):
		o.discard()
		m.Warn(fmt.Sprintf("Not edited: the editor ended with %s: %s was not found. Set VISUAL or EDITOR",
			failed.ProcessState, m.Editor))
		return nil
	case errors.As(err, &failed) && bytes.Equal(o.before, o.after):
		o.discard()
		m.Warn(fmt.Sprintf("Not edited: the editor ended with %s", failed.ProcessState))
		return nil
	case errors.As(err, &failed):
		m.Warn(fmt.Sprintf("Not edited: the editor ended with %s. What you typed is in %s", failed.ProcessState,
			o.path))
		return nil
	case errors.Is(err, fs.ErrNotExist):
		_ = os.Remove(filepath.Dir(o.path)) // unless the editor left something there
		m.Warn("Not edited: the copy is gone")
		return nil
	case err != nil:
		m.Warn("Not edited: " + err.Error())
		return nil
	case bytes.Equal(o.before, o.after):
		o.discard()
		m.Info("Nothing changed")
		return nil
	case o.form != nil:
		return o.editedField()
	}
	return o.editedFile()
}

// editedField puts a text back into its form.
func (o editorCopy) editedField() tea.Cmd {
	m := o.m
	f, open := m.Mode().(*form)
	if !open || f != o.form {
		m.Warn("The form is closed. What you typed is in " + o.path)
		return nil
	}
	fd := &o.form.fields[o.field]
	text := string(o.after)
	if !bytes.HasSuffix(o.before, []byte("\n")) {
		text = string(bytes.TrimSuffix(o.after, []byte("\n"))) // editors add one to every file
	}
	if ok, why := field.CanHold(text); !ok {
		o.form.err = fd.label + " cannot be taken: " + why + ". What you typed is in " + o.path
		return nil
	}
	fd.put(text)
	o.discard()
	return nil
}

// editedFile turns a changed copy of a file into an edit of the members that differ.
func (o editorCopy) editedFile() tea.Cmd {
	m := o.m
	if m.Workspace == nil {
		return nil
	}
	changes, err := m.Workspace.Compare(o.doc.Task.Key, o.before, o.after)
	if err != nil {
		o.askAgain(err)
		return nil
	}
	if len(changes) == 0 {
		o.discard()
		m.Info("Nothing changed but the layout, which stays as it was")
		return nil
	}
	e, err := board.EditFields(m.Board, o.doc.Task.Key, changes, m.Me, m.Now)
	if err != nil {
		e, err = m.WithOwner(o.doc.Task.Key, e, err)
		return m.Writer.CarryOutFrom(o, e, err)
	}
	return m.Writer.SubmitFrom(o, e)
}

// askAgain asks whether to edit a text again that is no JSON.
func (o editorCopy) askAgain(why error) {
	m := o.m
	m.SetMode(host.Question{
		Screen: &m.Screen, Yes: "edit again", No: "leave it",
		Words: func() view.Confirm {
			return view.Confirm{
				Question: safetext.Line("This cannot be written. Edit " + m.Board.ShortID(o.doc.Task.Key) + " again?"),
				Detail: []view.Line{phrase.Line(why.Error(), style.Warning),
					phrase.Line("What you typed is in "+o.path, style.Dim)},
			}
		},
		Decided: func(yes bool) tea.Cmd {
			if yes {
				return o.run()
			}
			o.keep()
			return nil
		},
	})
}

// keep says where a text that was not written is.
func (o editorCopy) keep() {
	m := o.m
	words := "What you typed is in " + o.path // comes first, so that a narrow screen does not cut it
	if m.NoticeText() != "" {
		words += ". " + m.NoticeText()
	}
	m.Warn(words)
}

var _ edits.Origin = editorCopy{}

// Sent does nothing: the copy stays until its edit is written.
func (editorCopy) Sent(tasks.EditID) {}

// Open reports whether the text is on the screen: never, its editor has ended.
func (editorCopy) Open() bool { return false }

// Written removes the copy.
func (o editorCopy) Written() { o.discard() }

// Refused says where the copy is, before the reason.
func (o editorCopy) Refused(string) { o.keep() }

// Left says where the copy is.
func (o editorCopy) Left() { o.keep() }

// discard removes the scratch directory with the copy and the editor's own files.
func (o editorCopy) discard() { _ = os.RemoveAll(filepath.Dir(o.path)) }

// purpose is what a file is read for.
type purpose uint8

const (
	forForm purpose = iota
	forEditor
	forMerge // to merge changes into the open form
)

// Edit opens a form for a task.
func (m *Model) Edit(k tasks.Key) tea.Cmd { return m.readFor(k, forForm) }

// EditOutside opens a copy of the file of a task in the editor, or the file itself if it cannot be read: there are no
// members that could be compared and written back.
func (m *Model) EditOutside(k tasks.Key) tea.Cmd {
	if m.Opens(k) {
		return m.openFile(k)
	}
	return m.readFor(k, forEditor)
}

// Opens reports whether the editor opens the file of a task itself: it cannot be read, and is on this host.
func (m *Model) Opens(k tasks.Key) bool {
	p := m.Board.Problem(k)
	return p != nil && p.Kind == tasks.Unparsable && m.Workspace.IsHere(k)
}

// openFile opens a file of the directory itself in the editor.
func (m *Model) openFile(k tasks.Key) tea.Cmd {
	file, _ := m.Workspace.FileOf(k)
	return m.Lend(editor(m.Editor, file), func(err error) tea.Msg {
		return host.Answer(func() tea.Cmd {
			if err != nil {
				m.Warn("The editor did not end well: " + err.Error())
			}
			return nil
		})
	})
}

// readFor reads a file to edit it.
func (m *Model) readFor(k tasks.Key, w purpose) tea.Cmd {
	if err := board.CheckEdit(m.Board, k); err != nil {
		m.Refuse(err)
		return nil
	}
	return m.EnqueueOpening(m.read(k, w))
}

func (m *Model) read(k tasks.Key, w purpose) tea.Cmd {
	return m.OfDirectory(effects.Read(m.Workspace, k, host.OnResult2(func(doc tasks.Document, err error) tea.Cmd {
		return m.fileRead(k, w, doc, err)
	})))
}

// fileRead uses a file for what it was read for.
func (m *Model) fileRead(k tasks.Key, w purpose, doc tasks.Document, err error) tea.Cmd {
	switch {
	case w == forMerge:
		m.mergeForm(k, doc, err)
		return m.RefreshForm() // it may have changed again
	case err != nil:
		m.Refuse(fmt.Errorf("not edited: %w", err))
	case w == forEditor:
		return editorCopy{m: m, before: doc.Raw, doc: doc}.open(filepath.Base(doc.Task.Name))
	default:
		m.startEdit(doc)
	}
	return nil
}
