package view

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

// TestDumpFrames writes the sample screens as a terminal would get them, to be looked at, where VIEW_DUMP names a
// directory.
func TestDumpFrames(t *testing.T) {
	dir := os.Getenv("VIEW_DUMP")
	if dir == "" {
		t.Skip("VIEW_DUMP names no directory")
	}
	themes := map[string]*style.Sheet{
		"dark": style.New(true, colorprofile.TrueColor), "light": style.New(false, colorprofile.TrueColor),
		"plain": style.New(true, colorprofile.Ascii), "ansi": style.New(true, colorprofile.ANSI),
		"ascii": style.New(true, colorprofile.Ascii).WithGlyphs(true), "lightansi": style.New(false, colorprofile.ANSI),
	}
	for name, sample := range samples() {
		for _, size := range [][2]int{{40, 12}, {40, 20}, {80, 24}, {120, 34}, {120, 40}, {200, 60}, {160, 42}} {
			s, o := sample()
			l := Arrange(size[0], size[1], o)
			for k := range s.Board.Columns {
				s.Board.Columns[k].First = l.Scroll(ColumnKind(k), &s.Board.Columns[k])
			}
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
