package workspace

import (
	"testing"

	"sideboard/tasks"
)

func TestTheLinesOfATodoListThatSayOtherThanTheFilesAreMarked(t *testing.T) {
	task := func(id string, s tasks.Status) *tasks.Task {
		return &tasks.Task{Key: tasks.Key{Name: id + ".json"}, ID: tasks.ID{Text: id}, Status: s}
	}
	list := "# Tasks\n▸ **IMPL-1**: Sign in\n  - [ ] **IMPL-1.1**: Token\n  - [x] **IMPL-1.2**: Refresh\n- [x] **IMPL-A2**: Pages\n- [ ] **IMPL-9**\n"
	all := []*tasks.Task{
		task("IMPL-1", tasks.Container), task("IMPL-1.1", tasks.Completed), task("IMPL-1.2", tasks.Completed), task("IMPL-A2", tasks.Pending), task("IMPL-4", tasks.Pending),
	}
	want := "# Tasks\n▸ **IMPL-1**: Sign in\n  - [ ] **IMPL-1.1**: Token **! its file says completed**\n  - [x] **IMPL-1.2**: Refresh\n" +
		"- [x] **IMPL-A2**: Pages **! its file says pending**\n- [ ] **IMPL-9** **! no file has this id**\n\n\n**! The list does not have IMPL-4**\n"
	if got := string(markTodo([]byte(list), all)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := string(markTodo([]byte("# Notes\n- [ ] call mum\n"), all)); got != "# Notes\n- [ ] call mum\n" {
		t.Error(got)
	}
}
