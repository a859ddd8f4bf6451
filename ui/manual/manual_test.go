package manual

import (
	"io/fs"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestEveryPageIsOfferedAndSaysWhatItIsAbout(t *testing.T) {
	names, err := fs.Glob(files, "*.md")
	testdir.Must(t, err)
	for _, name := range names {
		page, ok := Find(strings.TrimSuffix(name, ".md"))
		if !ok {
			t.Errorf("%s is not offered", name)
			continue
		}
		if page.About == "" || !strings.HasPrefix(page.Text, "# ") {
			t.Errorf("%s does not begin with '# Name: what it is about'", name)
		}
		if strings.Contains(page.Text, "<!--") {
			t.Errorf("%s shows a comment", name)
		}
	}
	if len(names) != len(Pages()) {
		t.Errorf("%d pages are offered, %d there are", len(Pages()), len(names))
	}
	if _, ok := Find("nothing"); ok {
		t.Error("a page that is not there was found")
	}
}
