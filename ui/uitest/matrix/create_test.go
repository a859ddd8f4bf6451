package matrix

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
)

// next is the id of the task that is created in the world, as a pattern of JSON.
func (f form) next() *regexp.Regexp {
	switch f.dialect {
	case refagents.S07, refagents.S07Blocks, refagents.SFull, refagents.S12wt:
		return regexp.MustCompile(`^8$`)
	case refagents.S12, refagents.S18:
		return regexp.MustCompile(`^"task_1795219407_[0-9]{4}"$`)
	case refagents.S10, refagents.S13:
		return regexp.MustCompile(`^"task_[0-9a-f]{8}"$`)
	}
	return regexp.MustCompile(`^"8"$`)
}

// counts reports whether creating writes the new id to the mark; Claude Code does that only when it deletes.
func (f form) counts() bool { return f.extra[".highwatermark"] != "" && !f.claude }

func TestCreateWritesOneNewFileInItsDialectsFormAndTheOtherSidesOfItsLinks(t *testing.T) {
	drafts := map[string]struct {
		tasks.Draft
		waits []int
	}{
		"alone":                  {tasks.Draft{Subject: "Größe — 三 🚀 </b>", Description: talk}, nil},
		"without a description":  {tasks.Draft{Subject: "plain"}, nil},
		"waiting for two":        {tasks.Draft{Subject: "after"}, []int{1, 6}},
		"waiting for a done one": {tasks.Draft{Subject: "after"}, []int{4}},
	}
	for _, f := range played() {
		for name, draft := range drafts {
			if f.clears && !f.judges && slices.Equal(draft.waits, []int{4}) {
				continue // refused: nobody would ever clear it
			}
			t.Run(f.dialect+"/"+name, func(t *testing.T) {
				t.Parallel()
				w := f.world()
				d := sit(t, f, w.files(f))
				defer d.close()
				before := d.shoot()
				for _, n := range draft.waits {
					draft.WaitsFor = append(draft.WaitsFor, f.ref(n))
				}
				e, err := ask(board.Create(d.board, "", draft.Draft, me, at))
				d.must(err)
				res, sights, err := d.do(e)
				d.must(err)
				if len(res.Made) != 1 || len(sights) == 0 {
					t.Fatalf("made %v, seen %d times", res.Made, len(sights))
				}
				d.held(t, f, w, res.Made[0].Name, draft.Draft, draft.waits, before)
				list := d.agents("then")
				i := indexOf(list, res.Made[0].Name)
				if i < 0 || list.Tasks[i].Ready != (len(draft.waits) == 0 || slices.Equal(draft.waits, []int{4})) {
					t.Errorf("its agents see it: %v, and would start %q", i >= 0, ready(list))
				}
				d.agree("then")
				if done := d.workOn(); !slices.Contains(done, res.Made[0].Name) {
					t.Errorf("the agents completed only %q", done)
				}
				d.refresh()
				d.agree("when the agents went on")
			})
		}
	}
}

// held compares the folder after a create with what the dialect's own agents would have written.
func (d *workspace) held(t *testing.T, f form, w world, name string, draft tasks.Draft, waits []int, before map[string]shot) {
	t.Helper()
	raw := strings.TrimSuffix(name, ".json")
	if f.next().MatchString(`"8"`) || f.next().MatchString("8") {
		raw = strings.TrimPrefix(raw, "task_")
	}
	if f.id(1)[0] == '"' {
		raw = `"` + raw + `"`
	}
	if !f.next().MatchString(raw) {
		t.Fatalf("the new id is %s", raw)
	}
	fresh := row{id: raw, subject: draft.Subject, description: draft.Description, status: "pending", created: hasStep, updated: hasStep}
	for _, n := range waits {
		fresh.waits = append(fresh.waits, f.id(n))
		if f.mirrors {
			w[n].blocks = append(w[n].blocks, raw)
		}
	}
	want := w.files(f)
	want[name] = f.text(fresh)
	if f.counts() {
		want[".highwatermark"] = "8"
	}
	d.expect(before, want)
}

func TestWhatIsCreatedMustBeAbleToStartOneDay(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		before := d.shoot()
		for what, waits := range map[string]tasks.ID{"done": f.ref(4), "missing": f.ref(9)} {
			_, err := ask(board.Create(d.board, "", tasks.Draft{Subject: "x", WaitsFor: []tasks.ID{waits}}, me, at))
			checked := f.dialect == refagents.S10 || f.dialect == refagents.S13
			refused := what == "done" && f.clears && !f.judges || what == "missing" && checked
			if (err != nil) != refused {
				t.Errorf("%s: waiting for a %s one: %v", f.dialect, what, err)
			}
		}
		d.expect(before, w.files(f))
		d.close()
	}
}

func TestTheFirstTaskOfAnEmptyFolderIsOneOfItsDialect(t *testing.T) {
	for _, f := range played() {
		d := sit(t, f, f.extra)
		d.must(d.store.Close())
		own := f.codec(d.dir)
		for _, traits := range dialect.All() {
			if traits.Dialect == f.dialect {
				own.SetDialect(traits)
			}
		}
		d.reopen(own)
		e, err := ask(board.Create(d.board, "", tasks.Draft{Subject: "Élan"}, me, at))
		d.must(err)
		res, _, err := d.do(e)
		d.must(err)
		list := d.agents("then")
		if len(list.Tasks) != 1 || !list.Tasks[0].Ready || list.Tasks[0].Subject != "Élan" {
			t.Errorf("%s: its agents see %+v", f.dialect, list)
		}
		fresh := row{id: strings.Replace(f.id(1), idIn(f.name(1)), idIn(res.Made[0].Name), 1), subject: "Élan", status: "pending", created: hasStep, updated: hasStep}
		if got := d.shoot()[res.Made[0].Name].text; got != f.text(fresh) {
			t.Errorf("%s: wrote\n%s\nwant\n%s", f.dialect, got, f.text(fresh))
		}
		d.close()
	}
}

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
				_, err = d.store.Batch().Apply(t.Context(), e)
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
