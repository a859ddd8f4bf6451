package uitest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sideboard/ui/notify"
	"sideboard/ui/verbs"
)

// The manual's tables of what programs get are those of the types it is made of.
func TestReadmeDescribesTheJSONOfCommands(t *testing.T) {
	for name, form := range map[string]any{
		"list": verbs.List{}, "task": verbs.Task{}, "detail": verbs.Detail{}, "ref": verbs.Ref{}, "fact": verbs.Fact{}, "member": verbs.Member{}, "worktrees": verbs.Worktrees{}, "worktree": verbs.Worktree{}, "next": verbs.Next{},
		"choice": verbs.Choice{}, "change": verbs.Change{}, "log": verbs.Log{}, "edited": verbs.Edited{}, "file": verbs.File{}, "draft": verbs.Draft{}, "failure": verbs.Failure{},
		"status": verbs.Status{}, "need": verbs.Need{}, "event": verbs.Event{}, "told": notify.Payload{}, "happening": notify.Happening{},
	} {
		var b strings.Builder
		b.WriteString("| member | |\n|---|---|")
		for f := range reflect.TypeOf(form).Fields() {
			if !f.IsExported() {
				continue
			}
			if f.Tag.Get("about") == "" {
				t.Errorf("%s.%s says nothing of itself", name, f.Name)
			}
			fmt.Fprintf(&b, "\n| `%s` | %s |", f.Tag.Get("json"), f.Tag.Get("about"))
		}
		part(t, "json-"+name, b.String())
	}
}
