package matrix

import (
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

// typed makes the edit of a text that comes back from a person's editor.
func (d *workspace) typed(n int, after string) (tasks.Edit, error) {
	d.Helper()
	changes, err := d.store.Compare([]byte(d.shoot()[d.File(n)].text), []byte(after))
	d.must(err)
	return ask(board.EditFields(d.board, d.key(n), changes, me, at))
}

func TestNothingTypedInAnEditorTakesATaskFromItsAgents(t *testing.T) {
	const status, null = `"status": "pending"`, `"description": null`
	for _, f := range played() {
		own, nobody := `"id": `+refagents.JSON(f.ID(6)), `"owner": `+f.Nobody
		if f.Claude {
			nobody = `"status"`
		}
		for name, slip := range map[string][2]string{
			"a word for the status that nobody knows": {status, `"status": "done"`},
			"a status that is no text":                {status, `"status": 1`},
			"no status":                               {"  " + status + ",\n", ``},
			"no subject":                              {`"subject"`, `"title"`},
			"a subject that is no text":               {`"subject": `, `"subject": null, "was": `},
			"a description that is null":              {`"description": ""`, null},
			"an owner that is null":                   {nobody, `"owner": null` + map[bool]string{true: `, "status"`}[f.Claude]},
			"a key of one's own":                      {`"status"`, `"layer": 3, "status"`},
			"a list that is null":                     {"\": []", "\": null"},
			"a list that is a text":                   {"\": []", "\": \"1\""},
			"a list of lists":                         {"\": []", "\": [[]]"},
			"another id":                              {own, `"id": ` + refagents.JSON(f.ID(8))},
			"an id that is a list":                    {own, `"id": []`},
			"not a number":                            {`"description": ""`, `"description": NaN`},
			"no id":                                   {`"id"`, `"ID"`},
		} {
			w := f.world()
			w[6].Subject = "S"
			files := w.files(f)
			d := sit(t, f, files)
			before := d.shoot()
			e, err := d.typed(6, strings.Replace(files[f.File(6)], slip[0], slip[1], 1))
			if err == nil {
				_, err = d.store.Batch().Apply(t.Context(), e)
			}
			if err != nil {
				d.wroteOnly(before, tasks.Result{})
			} else if list, err := refagents.Read(f.Dialect, d.dir); err != nil || indexOf(list, f.File(6)) < 0 {
				t.Errorf("%s: typed %s, and its agents say %v, invisible %v", f.Dialect, name, err, list.Skipped)
			}
			d.close()
		}
	}
}
