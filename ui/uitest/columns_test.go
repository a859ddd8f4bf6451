package uitest

import (
	"fmt"
	"testing"
)

// A column that is longer than the screen gets cells of a short one, and keeps them while the user looks for a task.
func TestScenarioALongColumnGetsCellsOfAShortOne(t *testing.T) {
	t.Parallel()
	files := map[string]string{"task_1.json": s07by("1", "Running", "in_progress", "bob", "[]")}
	for i := range 30 {
		files[fmt.Sprintf("task_%d.json", 10+i)] = s07(fmt.Sprint(10+i), fmt.Sprintf("%02d a title of so many letters as this", i), "pending", "[]")
	}
	h := Open(t, Options{W: 120, H: 40, Before: files})
	h.SeesRow("● 00 a title of so many letters as this").Press("/").Type("title").SeesRow("● 00 a title of so many letters as this").Type(" 29").SeesRow("● 29 a title of so many letters as this")
}
