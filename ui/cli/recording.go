package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sideboard/tasks/demo"
	"sideboard/ui/record"
	"sideboard/ui/style"
)

// recording is what the flags of the demo say about recording its story. The paths are "" for none.
type recording struct {
	cast, svg, stills string
	size              string
}

const filmTitle = "sideboard: a live kanban board for the tasks of your AI agents"

// film returns the recording that the flags ask for, nil for none. Everything that could fail at the end of a story is an error now.
func (r *recording) film(c demo.Config, theme style.Theme) (*record.Film, error) {
	paths := []string{r.cast, r.svg, r.stills}
	if strings.Join(paths, "") == "" {
		return nil, nil
	}
	if !c.Story {
		return nil, errors.New("--cast, --svg and --stills record the story: add --story")
	}
	w, h := 0, 0
	if n, err := fmt.Sscanf(r.size+"!", "%dx%d!", &w, &h); n != 2 || err != nil || w < 40 || w > 400 || h < 12 || h > 200 {
		return nil, fmt.Errorf("--size %s: give columns and rows, from 40x12 to 400x200", r.size)
	}
	for _, path := range paths {
		if fi, err := os.Stat(filepath.Dir(path)); path != "" && (err != nil || !fi.IsDir()) {
			return nil, fmt.Errorf("%s cannot be written: there is no directory %s", path, filepath.Dir(path))
		}
	}
	return record.New(w, h, c.Speed, theme), nil
}

// write writes the files of a recording.
func (r *recording) write(f *record.Film) error {
	files := map[string][]byte{}
	if r.cast != "" {
		files[r.cast] = f.Cast(filmTitle)
	}
	if r.svg != "" {
		files[r.svg] = f.SVG(filmTitle, 0, f.Shots())
	}
	ext := filepath.Ext(r.stills)
	for i := range f.Shots() {
		if r.stills != "" {
			files[fmt.Sprintf("%s-%02d%s", strings.TrimSuffix(r.stills, ext), i+1, ext)] = f.SVG(filmTitle, i, i+1)
		}
	}
	for path, text := range files {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return fmt.Errorf("write the recording: %w", err)
		}
	}
	return nil
}
