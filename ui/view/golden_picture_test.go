package view

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

func TestPicturesLookAsTheyDid(t *testing.T) {
	colour := style.New(true, colorprofile.TrueColor)
	all := [][2]int{{40, 12}, {80, 24}, {160, 45}, {250, 70}}
	type view struct {
		name  string
		look  string
		sheet *style.Sheet
		sizes [][2]int
	}
	var views []view
	for _, name := range []string{"graph", "focus", "log", "link"} {
		views = append(views,
			view{name, "", colour, all},
			view{name, "-ascii", plainSheet().WithGlyphs(true), all[1:2]},
			view{name, "-plain", plainSheet(), all[1:2]})
	}
	for _, name := range []string{"tangled", "linkfocus", "unlink", "splice", "spark"} {
		views = append(views, view{name, "", colour, [][2]int{{120, 34}}})
	}
	for _, v := range views {
		for _, size := range v.sizes {
			name := fmt.Sprintf("%s%s-%dx%d", v.name, v.look, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				s, l := pictures()[v.name](size[0], size[1])
				got := picture(NewPainter().Draw(l, &s, v.sheet).Content)
				file := filepath.Join("testdata", "picture-"+name+".golden")
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("differs from %s; look at it, then run with -update:\n%s", file, difference(string(want), got))
				}
			})
		}
	}
}
