package forms

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/ui/host/hosttest"
)

func TestAFileIsEditedInTheEditor(t *testing.T) {
	for _, c := range []struct {
		name   string
		before string
		script string
		do     func(*hosttest.Harness)
		want   string
		kept   string // the text of the copy that a notice names, "" for none: then the copy is removed
	}{
		{"writes the members that differ on the present bytes", parse("\n}", ",\n  \"note\": 1.50\n}"), `sed -i 's/Parse/Parse all/; s/1.50/2/' "$1"; sed -i 's/"owner": ""/"owner":   "ann"/' ` + one, func(h *hosttest.Harness) { h.Sees("no: Not") },
			parse("\n}", ",\n  \"note\": 2\n}", "Parse", "Parse all", `"owner": ""`, `"owner":   "ann"`), ""},
		{"writes nothing if nothing changed", parse(), `touch "$1"`, func(h *hosttest.Harness) { h.Sees("Nothing changed", "no: layout") }, parse(), ""},
		{"writes nothing if only the layout changed", parse(), `tr -d '\n ' < "$1" > "$1.new" && mv "$1.new" "$1"`, func(h *hosttest.Harness) { h.Sees("Nothing changed but the layout") }, parse(), ""},
		{"writes nothing if the editor fails, and says where the text is", parse(), `echo precious > "$1"; exit 1`, func(h *hosttest.Harness) {
			h.Sees("Not edited: the editor ended with exit status 1. What you typed is in")
		}, parse(), "precious\n"},
		{"of an editor that fails without a change keeps nothing", parse(), `exit 3`, func(h *hosttest.Harness) {
			h.Sees("Not edited: the editor ended with exit status 3", "no: What you typed")
		}, parse(), ""},
		{"names an editor that is not there", parse(), `no-such-editor --wait`, func(h *hosttest.Harness) { h.Sees("was not found. Set VISUAL or EDITOR") }, parse(), ""},
		{"notices that the copy is gone", parse(), `rm "$1"`, func(h *hosttest.Harness) { h.Sees("Not edited: the copy is gone") }, parse(), ""},
		{"asks to edit again what is no JSON", parse(), `if grep -q all "$1"; then sed -i s/,,/,/ "$1"; else sed -i 's/"Parse",/"Parse all",,/' "$1"; fi`, func(h *hosttest.Harness) {
			h.Sees("This cannot be written. Edit #1 again?", "What you typed is in", "y/enter edit again", "n leave it").Press("y")
		}, parse("Parse", "Parse all"), ""},
		{"keeps what is no JSON", parse(), `echo oh > "$1"`, func(h *hosttest.Harness) { h.Press("n").Sees("What you typed is in") }, parse(), "oh\n"},
		{"asks before it writes a status that no agent knows", parse(), `sed -i s/pending/pnding/ "$1"`, func(h *hosttest.Harness) { h.Sees(`Write the status "pnding" of Parse?`).Press("y") }, parse("pending", "pnding"), ""},
		{"keeps the text if the answer is no", parse(), `sed -i s/pending/pnding/ "$1"`, func(h *hosttest.Harness) {
			h.Sees(`Write the status "pnding" of Parse?`).Press("n").Sees("What you typed is in")
		}, parse(), parse("pending", "pnding")},
		{"keeps the text if the file is gone meanwhile", parse(), `sed -i s/Parse/Parser/ "$1"; rm ` + one, func(h *hosttest.Harness) { h.Sees("What you typed is in", "gone") }, "", parse("Parse", "Parser")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m := openFiles(t, c.script, map[string]string{one: c.before})
			c.do(h.Press("E"))
			h.Reads(one, c.want)
			left, _ := filepath.Glob(filepath.Join(m.Scratch, "*"))
			if c.kept == "" && len(left) > 0 {
				t.Errorf("left are %v", left)
			}
			if c.kept != "" {
				if text := kept(t, h); text != c.kept {
					t.Errorf("kept is %q", text)
				}
			}
		})
	}
}

func TestAFieldIsEditedInTheEditor(t *testing.T) {
	big := described(strings.Repeat("word ", 14_000))
	for _, c := range []struct {
		name   string
		before string
		script string
		do     func(*hosttest.Harness)
		want   string
	}{
		{"and the line break at its end is the editor's", parse(), `printf 'one\ntwo\n' >> "$1"`, func(h *hosttest.Harness) { h.Sees("two").Press("ctrl+s") }, described(`one\ntwo`)},
		{"and a line break that was there stays", described(`one\n`), `printf 'two\n' >> "$1"`, func(h *hosttest.Harness) { h.Press("ctrl+s") }, described(`one\ntwo\n`)},
		{"also one that no form can hold", big, `printf short > "$1"`, func(h *hosttest.Harness) { h.Sees("short", "no: longer than").Press("ctrl+s") }, described("short")},
		{"and may not become one that no form can hold", parse(), `head -c 70000 /dev/zero | tr '\0' x > "$1"`, func(h *hosttest.Harness) {
			h.Sees("Description cannot be taken: longer than", "What you typed is in").Press("esc")
		}, parse()},
		{"as a file of Markdown", parse(), `basename "$1" > "$1"`, func(h *hosttest.Harness) { h.Press("ctrl+s") }, described("description.md")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, c.script, map[string]string{one: c.before})
			c.do(h.Press("e", "tab", "ctrl+o"))
			h.Reads(one, c.want)
		})
	}
	t.Run("after whose form was closed it is kept", func(t *testing.T) {
		h, m := openFiles(t, `echo new > "$1"`, map[string]string{one: parse()})
		lend := m.Lend
		h.Press("e")
		closed := h.Mode().(*form)
		h.ToBoard()
		h.Run(closed.editField())
		h.Sees("The form is closed. What you typed is in")
		if text := kept(t, h); lend == nil || text != "new\n" {
			t.Errorf("kept %q", text)
		}
	})
	t.Run("not if no copy can be made", func(t *testing.T) {
		h, m := openFiles(t, "", map[string]string{one: parse()})
		m.Scratch = filepath.Join(m.Scratch, "missing")
		h.Press("E").Sees("Not edited: no copy could be made")
	})
}

func TestATaskThatCannotBeEditedOpensNoForm(t *testing.T) {
	for _, key := range []string{"e", "E"} {
		h, _ := openFiles(t, "", map[string]string{one: parse()})
		h.Writes(one, parse()[:40])
		h.Press(key).Sees("Not edited: the file is half-written or broken", "no: Edit #1")
	}
	h, m := openFiles(t, "", map[string]string{one: parse()})
	if err := os.Remove(filepath.Join(h.Dir, one)); err != nil {
		t.Fatal(err)
	}
	h.Run(m.Edit(h.On))
	h.Sees("Not edited:", "no: Edit #1")
}
