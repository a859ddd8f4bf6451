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
	for _, name := range []string{"nothing", "", "# reference"} {
		if _, ok := Find(name); ok {
			t.Errorf("a page %q is found", name)
		}
	}
	if page, ok := Find("graph"); !ok || page.Name != "dependencies" {
		t.Errorf("the old name graph leads to %q", page.Name)
	}
	for _, section := range strings.Fields("lists formats workflows worktrees doctor troubleshooting demo json mcp figures") {
		page, ok := Find(section)
		if !ok || page.Name != "reference" || !strings.HasPrefix(strings.ToLower(page.Text), "## "+section+": ") || strings.Contains(page.Text, "\n## ") {
			t.Errorf("%s does not lead to its section of the reference: %q", section, page.Text[:min(len(page.Text), 80)])
		}
	}
}
