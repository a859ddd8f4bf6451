package editing

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
	"sideboard/ui/effects"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// editorCopy is a copy of a text in a scratch directory, for the person's own editor. Nothing in the task directory is ever
// edited in place: an editor's swap and backup files would be read by agents.
type editorCopy struct {
	path   string
	before []byte
	after  []byte
	doc    tasks.Document // of a whole file
	form   *form          // or of a field of a form
	field  int
}

// editField hands the text of the field in focus to the editor.
func (m *Model) editField(f *form) tea.Cmd {
	cur := &f.fields[f.focus]
	if cur.locked != "" && cur.held == nil {
		f.err = cur.label + " cannot be edited: " + cur.locked
		return nil
	}
	name := "text.txt"
	if cur.kind == tasks.FieldDescription {
		name = "description.md"
	}
	return m.editCopy(editorCopy{before: []byte(cur.value()), form: f, field: f.focus}, name)
}

// editCopy writes the copy and starts the editor on it, with the terminal given back to it meanwhile.
func (m *Model) editCopy(o editorCopy, name string) tea.Cmd {
	dir, err := os.MkdirTemp(m.Scratch(), "sideboard-edit-")
	if err == nil {
		o.path = filepath.Join(dir, name)
		err = os.WriteFile(o.path, o.before, 0o600)
	}
	if err != nil {
		m.Fail("Not edited: no copy could be made: " + err.Error())
		return nil
	}
	return m.runEditor(o)
}

func (m *Model) runEditor(o editorCopy) tea.Cmd {
	return m.Lend(editor(m.Editor(), o.path), func(err error) tea.Msg {
		after, unread := os.ReadFile(o.path)
		o.after = after
		if err == nil {
			err = unread
		}
		return host.Answer(func() tea.Cmd { return m.edited(o, err) })
	})
}

// editor is the command that edits a file. The person's setting may hold arguments, as a shell would read it.
func editor(setting, path string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.Command(setting, path)
	}
	return exec.Command("sh", "-c", setting+` "$1"`, "sh", path)
}

// notFound is how a shell ends when it finds no command of the name it was given.
const notFound = 127

// edited takes what came back from the editor.
func (m *Model) edited(o editorCopy, err error) tea.Cmd {
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed) && failed.ExitCode() == notFound && bytes.Equal(o.before, o.after):
		o.discard()
		m.Warn(fmt.Sprintf("Not edited: the editor ended with %s: %s was not found. Set VISUAL or EDITOR", failed.ProcessState, m.Editor()))
		return nil
	case errors.As(err, &failed) && bytes.Equal(o.before, o.after):
		o.discard()
		m.Warn(fmt.Sprintf("Not edited: the editor ended with %s", failed.ProcessState))
		return nil
	case errors.As(err, &failed):
		m.Warn(fmt.Sprintf("Not edited: the editor ended with %s. What you typed is in %s", failed.ProcessState, o.path))
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
		m.Say("Nothing changed")
		return nil
	case o.form != nil:
		return m.editedField(o)
	}
	return m.editedFile(o)
}

// editedField puts a text back into its form.
func (m *Model) editedField(o editorCopy) tea.Cmd {
	mode, open := m.Mode().(filling)
	if !open || mode.form != o.form {
		m.Warn("The form is closed. What you typed is in " + o.path)
		return nil
	}
	fd := &o.form.fields[o.field]
	text := string(o.after)
	if !bytes.HasSuffix(o.before, []byte("\n")) {
		text = string(bytes.TrimSuffix(o.after, []byte("\n"))) // editors add one at the end of every file
	}
	if ok, why := field.CanHold(text); !ok {
		o.form.err = fd.label + " cannot be taken: " + why + ". What you typed is in " + o.path
		return nil
	}
	fd.put(text)
	o.discard()
	return nil
}

// editedFile turns a changed copy of a whole file into an edit of the members that differ.
func (m *Model) editedFile(o editorCopy) tea.Cmd {
	if m.Workspace() == nil {
		return nil
	}
	changes, err := m.Workspace().Compare(o.doc.Task.Key, o.before, o.after)
	if err != nil {
		m.askAgain(o, err)
		return nil
	}
	if len(changes) == 0 {
		o.discard()
		m.Say("Nothing changed but the layout, which stays as it was")
		return nil
	}
	e, err := board.EditFields(m.Board(), o.doc.Task.Key, changes, m.Me(), m.Now())
	if err != nil {
		cmd := m.CarryOut(m.WithOwner(o.doc.Task.Key, e, err))
		if ask, asks := m.Mode().(asking); asks {
			ask.copy = &o
			m.SetMode(ask)
		} else {
			m.keepCopy(o)
		}
		return cmd
	}
	cmd := m.Submit(e)
	m.copies[m.edits] = o
	return cmd
}

// askAgain asks whether a text that is no JSON is to be edited further.
func (m *Model) askAgain(o editorCopy, why error) {
	m.SetMode(host.Question{
		Host: m, Yes: "edit again", No: "leave it",
		Words: func() view.Confirm {
			return view.Confirm{
				Question: safetext.Line("This cannot be written. Edit " + m.Board().ShortID(o.doc.Task.Key) + " again?"),
				Detail:   []view.Line{phrase.Line(why.Error(), style.Warning), phrase.Line("What you typed is in "+o.path, style.Dim)},
			}
		},
		Decided: func(yes bool) tea.Cmd {
			if yes {
				return m.runEditor(o)
			}
			m.keepCopy(o)
			return nil
		},
	})
}

// keepCopy tells where a text that was not written can be found.
func (m *Model) keepCopy(o editorCopy) {
	words := "What you typed is in " + o.path // first, so that a narrow screen does not cut it off
	if m.NoticeWords() != "" {
		words += ". " + m.NoticeWords()
	}
	m.Warn(words)
}

// endCopy ends the life of a copy: gone when its edit is written, kept and named when it is not.
func (m *Model) endCopy(id tasks.EditID, err error) {
	o, ok := m.copies[id]
	if !ok {
		return
	}
	delete(m.copies, id)
	if err != nil {
		m.keepCopy(o)
		return
	}
	o.discard()
}

// discard removes the scratch directory; it holds nothing but the copy and what the editor left beside it.
func (o editorCopy) discard() { _ = os.RemoveAll(filepath.Dir(o.path)) }

// want is what a file is read for.
type want uint8

const (
	toFill want = iota
	toEditOutside
	toMerge // into the form that is open on it
)

// Edit opens a form on a task.
func (m *Model) Edit(k tasks.Key) tea.Cmd { return m.readFor(k, toFill) }

// EditOutside opens a task in the person's own editor.
func (m *Model) EditOutside(k tasks.Key) tea.Cmd { return m.readFor(k, toEditOutside) }

// readFor reads a file before it is edited.
func (m *Model) readFor(k tasks.Key, w want) tea.Cmd {
	if err := board.CheckEdit(m.Board(), k); err != nil {
		m.Refuse(err)
		return nil
	}
	return m.EnqueueOpening(m.read(k, w))
}

func (m *Model) read(k tasks.Key, w want) tea.Cmd {
	return m.OfDirectory(effects.Read(m.Workspace(), k, host.Then2(func(doc tasks.Document, err error) tea.Cmd { return m.take(k, w, doc, err) })))
}

// take takes a file that was read.
func (m *Model) take(k tasks.Key, w want, doc tasks.Document, err error) tea.Cmd {
	switch {
	case w == toMerge:
		m.mergeForm(k, doc, err)
		return m.RefreshForm() // it may have changed again meanwhile
	case err != nil:
		m.Refuse(wordedError(tasks.Edit{Verb: tasks.VerbEdit}, err))
	case w == toEditOutside:
		return m.editCopy(editorCopy{before: doc.Raw, doc: doc}, filepath.Base(doc.Task.Name))
	default:
		m.startEdit(doc)
	}
	return nil
}
