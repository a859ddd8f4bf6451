package ui

import (
	"errors"
	"strings"
	"time"

	"sideboard/ui/record"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// lastShot is how long the end of a story or a replay is recorded, in its time.
const lastShot = 4 * time.Second

// camera is the program while its story or a replay is recorded: each beat of the story, each step of the replay, is a
// part of the film.
type camera struct {
	*Model
	film  *record.Film
	beat  int
	last  string    // the screen that was drawn last
	since time.Time // when it was drawn first
	still string    // the latest screen of this beat, before last, that rested; "" for none
}

// record runs the program on a terminal in memory until the end of its story or of its replay.
func (o Options) record(f *record.Film) error {
	m := New(o)
	c := &camera{Model: m, film: f}
	_, err := tea.NewProgram(c, tea.WithInput(nil), tea.WithOutput(f), tea.WithWindowSize(f.W, f.H),
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithEnvironment([]string{"TERM=xterm-256color"})).Run()
	m.Close()
	f.Shoot(c.last)
	switch {
	case errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case m.Err() != nil:
		return m.Err()
	}
	return err
}

// Update handles a message, and begins the next part of the film if there is a new beat.
func (c *camera) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := c.Model.Update(msg)
	words, beat, of := c.part()
	if beat == 0 || beat == c.beat {
		return c, cmd
	}
	if c.beat > 0 {
		c.shoot()
	}
	c.beat = beat
	c.film.Mark(words)
	if beat == of {
		end := time.Duration(float64(lastShot) / c.film.Speed)
		cmd = tea.Batch(cmd, tea.Tick(end, func(time.Time) tea.Msg { return tea.QuitMsg{} }))
	}
	return c, cmd
}

// part returns what the present part of the film is called, its number and that of the last part; 0 for no part.
func (c *camera) part() (words string, n, last int) {
	if r := c.replay; r != nil {
		var line strings.Builder
		for _, s := range r.past.news.News.Line {
			line.WriteString(s.Text.String())
		}
		return line.String(), r.at, len(r.run.Steps)
	}
	if caption := c.stage.Caption(); caption != nil {
		return caption.Text.String(), caption.Step, caption.Of
	}
	return "", 0, 0
}

// View draws the screen, and keeps it.
func (c *camera) View() tea.View {
	v := c.Model.View()
	if v.Content != c.last {
		if c.rested() {
			c.still = c.last
		}
		c.last, c.since = v.Content, time.Now()
	}
	return v
}

// rest is how long a screen must stay unchanged, in the story's time, to show its beat. One that changes sooner may
// already show the next beat: files change before the caption that tells of it arrives.
const rest = 250 * time.Millisecond

// rested reports whether the last screen was unchanged for that long.
func (c *camera) rested() bool { return time.Since(c.since).Seconds()*c.film.Speed > rest.Seconds() }

// shoot adds the screen that shows the present beat best to the film.
func (c *camera) shoot() {
	if c.rested() || c.still == "" {
		c.still = c.last
	}
	c.film.Shoot(c.still)
	c.last, c.still, c.since = "", "", time.Now()
}
