package view

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

// TestDumpPictures writes the dependency pictures as a terminal would get them, to be looked at, where VIEW_DUMP names
// a directory.
func TestDumpPictures(t *testing.T) {
	dir := os.Getenv("VIEW_DUMP")
	if dir == "" {
		t.Skip("VIEW_DUMP names no directory")
	}
	themes := map[string]*style.Sheet{
		"dark": style.New(true, colorprofile.TrueColor), "light": style.New(false, colorprofile.TrueColor),
		"ansi": style.New(true, colorprofile.ANSI), "ascii": style.New(true, colorprofile.Ascii).WithGlyphs(true),
	}
	for name, sample := range pictures() {
		for _, size := range [][2]int{{40, 12}, {40, 20}, {80, 24}, {120, 34}, {160, 45}, {250, 70}} {
			s, l := sample(size[0], size[1])
			for theme, sheet := range themes {
				frame := NewPainter().Draw(l, &s, sheet)
				file := filepath.Join(dir, fmt.Sprintf("%s-%dx%d-%s.ansi", name, size[0], size[1], theme))
				if err := os.WriteFile(file, []byte(frame.Content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
