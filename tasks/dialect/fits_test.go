package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestATypedValueItsAgentsCannotWorkWithIsRefusedAndSaysWhy(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		typed := map[string]struct{ raw, why string }{
			"subject": {"null", "must be a text"}, "description": {"7", "must be a text"}, "status": {"[]", "must be a text"},
			"owner": {"{}", "must be a text"}, "id": {`"other"`, "must stay"}, "blocks": {"null", "must be a list"},
			"blockedBy": {"[[]]", "must be a list of ids"}, "blocked_by": {`"1"`, "must be a list"},
		}
		if f.name == "s10" || f.name == "s13" || f.name == "claude-code" {
			typed["status"] = struct{ raw, why string }{`"done"`, "not one its agents know"}
		}
		name := f.file(1)
		for member, v := range typed {
			if !strings.Contains(d.files[name], `"`+member+`"`) {
				continue
			}
			c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: member, To: tasks.Value{Kind: tasks.RawVal, Text: v.raw}}
			if _, err := d.book.Render(d.task(name), []byte(d.files[name]), []tasks.Change{c}, noon); err == nil || !strings.Contains(err.Error(), v.why) {
				t.Errorf("%s %s: %v", member, v.raw, err)
			}
		}
	})
}
