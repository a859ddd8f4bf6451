package matrix

import (
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

func TestNothingTypedInAnEditorTakesATaskFromItsAgents(t *testing.T) {
	const status = `"status": "pending"`
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
			"a description that is null":              {`"description": ""`, `"description": null`},
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
			d := openWorkspace(t, f, files)
			before := d.snapshot()
			changes, err := d.store.Compare([]byte(files[f.File(6)]), []byte(strings.Replace(files[f.File(6)], slip[0], slip[1], 1)))
			d.must(err)
			e, err := ask(board.EditFields(d.board, d.key(6), changes, me, at))
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
