package view

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestColoursAndEscapesLiveInOnePackage(t *testing.T) {
	colour := regexp.MustCompile(`"#[0-9a-fA-F]{6}"`)
	escape := regexp.MustCompile(`\\x1b\[|\\033|\\u001b|\\e\[`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "style") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if found := colour.Find(source); found != nil {
			t.Errorf("%s holds the colour %s", path, found)
		}
		drawing := strings.Contains(path, "safetext") || !strings.HasPrefix(path, "../")
		if found := escape.Find(source); drawing && found != nil {
			t.Errorf("%s holds the escape %s", path, found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
