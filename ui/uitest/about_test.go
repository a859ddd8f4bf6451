package uitest

import "testing"

func TestScenarioAFocusShowsTheDescriptionOfItsTask(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 40})
	task := func(id, subject, description, by string) string {
		return `{"id":` + id + `,"subject":"` + subject + `","description":"` + description + `","status":"pending","blockedBy":[` + by + `],"blocks":[],"owner":""}`
	}
	h.Write("task_1.json", task("1", "Parse", "Read every byte.", "")).SeesRow("Parse")
	h.Write("task_2.json", task("2", "Draw", "Paint every cell.", "1")).SeesRow("Draw")
	h.Write("task_3.json", task("3", "Ship", "", "2")).SeesRow("Ship")
	h.Choose("Draw").Press("3").Sees("#2 ┃", "Paint every cell.")
	h.Press("h").Sees("#1 ┃", "Read every byte.").SeesNot("Paint every cell.")
	h.Write("task_1.json", task("1", "Parse", "Keep every byte.", "")).Sees("Keep every byte.")
	h.Press("l").Press("l").Sees("#3 ┃").SeesNot("every byte.", "every cell.")
}
