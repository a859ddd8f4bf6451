package store_test

import (
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

// typed takes the road of a text that comes back from a person's editor.
func (d *workspace) typed(n int, after string) (tasks.Edit, error) {
	d.Helper()
	changes, err := d.store.Compare([]byte(d.shoot()[d.name(n)].text), []byte(after))
	d.must(err)
	return ask(board.EditFields(d.board, d.key(n), changes, me, at))
}

func TestWhatIsTypedInAnEditorIsWrittenAsTypedAndItsLinksAreKept(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		before := d.shoot()
		w[3].active = "Working on: tests"
		if f.claude {
			w[3].active = ""
		}
		w[3].subject, w[3].description, w[3].waits = "Prüfen", talk, []string{f.id(2), f.id(6)}
		typed := f.text(*w[3])
		e, err := d.typed(3, typed)
		d.must(err)
		_, _, err = d.do(e)
		d.must(err)
		w.touch(3)
		if f.mirrors {
			w[1].blocks, w[6].blocks = []string{f.id(2)}, []string{f.id(3)}
		}
		d.expect(before, w.files(f))
		d.agree(f.dialect)

		w[1].status = "completed"
		e, err = d.typed(1, f.text(*w[1]))
		d.must(err)
		_, _, err = d.do(e)
		d.must(err)
		if w.touch(1); f.clears {
			w.drop(f.id(1), false)
		}
		d.expect(before, w.files(f))
		d.agree(f.dialect)
		d.workOn()
		d.close()
	}
}

func TestNothingTypedInAnEditorTakesATaskFromItsAgents(t *testing.T) {
	swap := func(old, new string) func(form, string) string {
		return func(_ form, s string) string { return strings.Replace(s, old, new, 1) }
	}
	slips := map[string]func(form, string) string{
		"a word for the status that nobody knows": swap(`"status": "pending"`, `"status": "done"`),
		"a status that is no text":                swap(`"status": "pending"`, `"status": 1`),
		"no status":                               swap(`  "status": "pending",`+"\n", ``),
		"no subject":                              swap(`"subject"`, `"title"`),
		"a subject that is no text":               swap(`"subject": `, `"subject": null, "was": `),
		"a description that is null":              swap(`"description": ""`, `"description": null`),
		"an owner that is null":                   swap(`"status"`, `"owner": null, "status"`),
		"a key of one's own":                      swap(`"status"`, `"layer": 3, "status"`),
		"a list that is null":                     swap("\": []", "\": null"),
		"a list that is a text":                   swap("\": []", "\": \"1\""),
		"a list of lists":                         swap("\": []", "\": [[]]"),
		"another id": func(f form, s string) string {
			return strings.Replace(s, `"id": `+f.id(6), `"id": `+f.id(8), 1)
		},
		"an id that is a list": func(f form, s string) string {
			return strings.Replace(s, `"id": `+f.id(6), `"id": []`, 1)
		},
		"not a number": swap(`"description": ""`, `"description": NaN`),
		"no id":        swap(`"id"`, `"ID"`),
	}
	for _, f := range played() {
		for name, slip := range slips {
			w := f.world()
			w[6].subject = "S"
			files := w.files(f)
			d := sit(t, f, files)
			typed := slip(f, files[f.name(6)])
			if name == "an owner that is null" && !f.claude {
				typed = strings.Replace(files[f.name(6)], `"owner": `+f.nobody, `"owner": null`, 1)
			}
			if typed == files[f.name(6)] {
				d.close()
				continue
			}
			before := d.shoot()
			e, err := d.typed(6, typed)
			if err == nil {
				_, err = d.store.Apply(t.Context(), e)
			}
			if err != nil {
				d.expect(before, files)
				d.close()
				continue
			}
			list, err := refagents.Read(f.dialect, d.dir)
			if err != nil || indexOf(list, f.name(6)) < 0 {
				t.Errorf("%s: typed %s, and its agents say %v, invisible %v", f.dialect, name, err, list.Skipped)
			}
			d.close()
		}
	}
}
