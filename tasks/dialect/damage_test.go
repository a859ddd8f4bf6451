package dialect

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"sideboard/tasks"
)

// merging returns a file of s12 in which git left two sides of its members.
func merging(ours, between, theirs string) string {
	return "{\n  \"id\": \"task_1795219400_0001\",\n<<<<<<< HEAD\n" + ours + between + "=======\n" + theirs + ">>>>>>> feature/x\n}\n"
}

func TestWhatIsWrongWithAFileThatIsNotJSON(t *testing.T) {
	inUTF16 := func(s string, order string) string {
		var b strings.Builder
		for _, u := range utf16.Encode([]rune(s)) {
			two := [2]byte{byte(u), byte(u >> 8)}
			if order == "big endian" {
				two = [2]byte{byte(u >> 8), byte(u)}
			}
			b.Write(two[:])
		}
		return b.String()
	}
	member := func(status, owner string) string {
		return "  \"status\": \"" + status + "\",\n  \"owner\": " + owner + "\n"
	}
	for name, c := range map[string]struct {
		raw    string
		damage tasks.Damage
		words  string
		line   int
	}{
		"cut off":                     {s12File[:strings.Index(s12File, "pend")], tasks.CutOff, "the text ends", 5},
		"a fault in the middle":       {strings.Replace(s12File, `"pending"`, `"\d"`, 1), tasks.Malformed, "an escape that does not exist", 5},
		"UTF-16":                      {inUTF16("\ufeff"+s12File, "little endian"), tasks.NotUTF8, "UTF-16", 0},
		"UTF-16, big endian":          {inUTF16("\ufeff"+s12File, "big endian"), tasks.NotUTF8, "UTF-16", 0},
		"UTF-16 without a mark":       {inUTF16(s12File, "little endian"), tasks.NotUTF8, "UTF-16", 0},
		"git, two states":             {merging(member("completed", "null"), "", member("in_progress", `"zoe"`)), tasks.MergeConflict, "git conflict markers: HEAD says completed, feature/x says in progress by zoe", 3},
		"git, CRLF":                   {strings.ReplaceAll(merging(member("completed", "null"), "", member("pending", "null")), "\n", "\r\n"), tasks.MergeConflict, "HEAD says completed, feature/x says pending", 3},
		"git, with the ancestor":      {merging(member("completed", "null"), "||||||| 1234567\n"+member("pending", "null"), member("failed", "null")), tasks.MergeConflict, "HEAD says completed, feature/x says failed", 3},
		"git, one state":              {merging("  \"subject\": \"a\"\n", "", "  \"subject\": \"b\"\n"), tasks.MergeConflict, "HEAD and feature/x differ in subject", 3},
		"git, sides that are no JSON": {merging("  \"subject\": \n", "", "  \"subject\": \"b\"\n"), tasks.MergeConflict, "the sides HEAD and feature/x", 3},
		"git, unfinished":             {"<<<<<<< HEAD\n" + s12File, tasks.Malformed, "expected a value", 1},
	} {
		_, err := NewCodec("/p/.tasks").Decode(keyed("task_1795219400_0001.json"), []byte(c.raw), tasks.Stamp{})
		var broken *BrokenError
		if !errors.As(err, &broken) || broken.Damage != c.damage || !strings.Contains(broken.Text, c.words) || broken.Line != c.line {
			t.Errorf("%s: %+v", name, err)
		}
	}
}
