package ui

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui/terminal"

	tea "charm.land/bubbletea/v2"
)

// busyModel handles a message until the test ends.
type busyModel struct{ until chan struct{} }

func (m busyModel) Init() tea.Cmd { return nil }

func (m busyModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.FocusMsg); ok {
		<-m.until
	}
	return m, nil
}

func (m busyModel) View() tea.View {
	v := tea.NewView("a board")
	v.AltScreen = true
	return v
}

// sent collects what is written to a terminal.
type sent struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *sent) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *sent) has(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.b.String(), what)
}

func TestAProgramEndsHoweverBusyItIs(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(signals chan os.Signal, lost chan struct{})
		busy bool
		want error
	}{
		"a signal":              {func(signals chan os.Signal, _ chan struct{}) { signals <- endSignals[1] }, false, nil},
		"an interrupt":          {func(signals chan os.Signal, _ chan struct{}) { signals <- os.Interrupt }, false, tea.ErrInterrupted},
		"no terminal":           {func(_ chan os.Signal, lost chan struct{}) { close(lost) }, false, nil},
		"a signal, busy":        {func(signals chan os.Signal, _ chan struct{}) { signals <- endSignals[1] }, true, errBusy},
		"an interrupt, busy":    {func(signals chan os.Signal, _ chan struct{}) { signals <- os.Interrupt }, true, errBusy},
		"no terminal, busy":     {func(_ chan os.Signal, lost chan struct{}) { close(lost) }, true, errBusy},
		"several signals, busy": {func(signals chan os.Signal, lost chan struct{}) { signals <- endSignals[1]; signals <- endSignals[1] }, true, errBusy},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, keys, err := os.Pipe()
			testdir.Must(t, err)
			defer in.Close()
			defer keys.Close()
			out, until, closed := &sent{}, make(chan struct{}), make(chan struct{})
			screen := terminal.New(in, out)
			program := tea.NewProgram(busyModel{until}, append(screen.Options(), tea.WithoutSignals(), tea.WithWindowSize(20, 5), tea.WithEnvironment([]string{"TERM=xterm"}))...)
			signals, lost := make(chan os.Signal), make(chan struct{})
			r := runner{program: program, terminal: screen, signals: signals, lost: lost, within: time.Minute}
			if c.busy {
				r.within = time.Second // also the time to put the terminal back, which a busy machine needs
			}
			ended := make(chan error)
			go func() { ended <- r.run(func() { close(closed) }) }()
			if !testdir.Soon(func() bool { return out.has("a board") }) {
				t.Fatal("no board is drawn")
			}
			if c.busy {
				program.Send(tea.FocusMsg{})
			}
			c.end(signals, lost)
			if err := <-ended; !errors.Is(err, c.want) {
				t.Errorf("it ended with %v", err)
			}
			if !out.has("\x1b[?1049l") {
				t.Error("the terminal is not put back")
			}
			select {
			case <-closed:
				if c.busy {
					t.Error("what is still at work was closed")
				}
			default:
				if !c.busy {
					t.Error("nothing was closed")
				}
			}
			close(until)
			<-closed
		})
	}
}
