package uitest

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/record"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// The moving picture of the README is made by: go run . demo --story --svg ui/manual/story.svg
func TestTheStoryIsRecordedAndItsPictureIsCurrent(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	testdir.Must(t, err)
	f := record.New(100, 30, 20, style.Usual)
	testdir.Must(t, ui.Run(ui.Options{
		As: "ann", Stalled: 30 * time.Minute, Film: f, DemoNow: true,
		Finder: workspace.Finder{Env: locate.Env{Cwd: t.TempDir()}},
		Demo: func(ctx context.Context) (*demo.Demo, error) {
			return demo.Start(ctx, demo.Config{Exe: exe, Story: true, Speed: f.Speed})
		},
	}))

	var captions []string
	screen, seconds := emulator(f.W, f.H), 0.0
	lines := strings.Split(strings.TrimSpace(string(f.Cast("x"))), "\n")
	for i, line := range lines[1:] {
		var event [3]any
		testdir.Must(t, json.Unmarshal([]byte(line), &event))
		seconds += event[0].(float64)
		switch code, data := event[1], event[2].(string); {
		case code == "m":
			captions = append(captions, data)
		case code == "o" && !strings.Contains(data, "\x1b[?1049l"): // which leaves the screen of the board
			_, _ = screen.Write([]byte(data))
		case i == len(lines)-2 && code != "x":
			t.Errorf("the cast ends with %s", line)
		}
	}
	if len(captions) != len(storyBeats) || f.Shots() != len(captions) || seconds < 90 {
		t.Errorf("%d captions, %d pictures and %.1f s of a story of %d beats", len(captions), f.Shots(), seconds, len(storyBeats))
	}
	if played, still := screen.String(), rowsOf(t, f.SVG("x", f.Shots()-1, f.Shots())); squeezed(played) != squeezed(still) {
		t.Errorf("the cast ends at\n%s\nand the last picture is\n%s", played, still)
	}

	picture, err := os.ReadFile(filepath.Join("..", "manual", "story.svg"))
	testdir.Must(t, err)
	if len(picture) > 300<<10 {
		t.Errorf("the picture of the story has %d bytes", len(picture))
	}
	shown := html.UnescapeString(string(picture))
	for i, caption := range captions {
		for _, text := range append(storyBeats[i], caption) {
			if !strings.Contains(shown, text) {
				t.Errorf("the picture of the story does not show %q: make it again", text)
			}
		}
	}
}

// rowsOf returns the text of an SVG, row by row.
func rowsOf(t *testing.T, svg []byte) string {
	var picture struct {
		Rows []struct {
			Texts []string `xml:"text"`
		} `xml:"g"`
	}
	testdir.Must(t, xml.Unmarshal(svg, &picture))
	var b strings.Builder
	for _, row := range picture.Rows {
		b.WriteString(strings.Join(row.Texts, " ") + "\n")
	}
	return b.String()
}

// squeezed returns a text without blanks.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }
