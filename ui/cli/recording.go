package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/ui/record"
	"sideboard/ui/style"
)

// recording is what the flags of a demo or a replay say about recording it. The paths are "" for none.
type recording struct {
	cast, svg, stills string
	size              string
}

const filmTitle = "sideboard: a live kanban board for the tasks of your AI agents"

// flags adds the flags to a command. The usages name what is recorded, and the part of it of which each still is drawn.
func (r *recording) flags(cmd *cobra.Command, what, part string) {
	r.size = "100x30"
	cmd.Flags().StringVar(&r.cast, "cast", "", "record "+what+" into `FILE`, as an asciicast, in place of showing it")
	cmd.Flags().StringVar(&r.svg, "svg", "", "draw "+what+" into `FILE`, as one moving SVG")
	cmd.Flags().StringVar(&r.stills, "stills", "", "draw each "+part+" as an SVG, `FILE` with a number in its name")
	cmd.Flags().StringVar(&r.size, "size", r.size, "how large a recording is: `COLUMNSxROWS`")
}

// wanted reports whether the flags ask for a recording.
func (r *recording) wanted() bool { return r.cast+r.svg+r.stills != "" }

// film returns the recording that the flags ask for, nil for none. Everything that could fail at the end is an error
// now.
func (r *recording) film(speed float64, theme style.Theme) (*record.Film, error) {
	if !r.wanted() {
		return nil, nil
	}
	paths := []string{r.cast, r.svg, r.stills}
	w, h := 0, 0
	// with an end mark, because Sscanf accepts what follows its format
	if n, err := fmt.Sscanf(r.size+"!", "%dx%d!", &w, &h); n != 2 || err != nil || w < 40 || w > 400 || h < 12 ||
		h > 200 {
		return nil, fmt.Errorf("--size %s: give columns and rows, from 40x12 to 400x200", r.size)
	}
	for _, path := range paths {
		if fi, err := os.Stat(filepath.Dir(path)); path != "" && (err != nil || !fi.IsDir()) {
			return nil, fmt.Errorf("%s cannot be written: there is no directory %s", path, filepath.Dir(path))
		}
	}
	return record.New(w, h, speed, theme), nil
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
