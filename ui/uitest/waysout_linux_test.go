package uitest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
	"sideboard/ui/terminal"
)

// wide is a subject that terminals draw differently.
const wide = "Ship ✅ 🚀 日本語 🏳️‍🌈"

const silent = "answers nothing"

// terminals are the answers of terminals to queries, and their states before the program starts.
var terminals = map[string]struct{ clusters, before string }{
	silent:                      {},
	"does not count by cluster": {clusters: "\x1b[?2027;0$y"},
	"can count by cluster":      {clusters: "\x1b[?2027;2$y"},
	"counts by cluster already": {clusters: "\x1b[?2027;1$y", before: "\x1b[?2027h"},
}

func TestEveryExitRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	script := func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "away")
		put(t, path, "#!/bin/sh\nprintf 'with %s\\n' them\nread line\n")
		testdir.Must(t, os.Chmod(path, 0o755))
		return path
	}
	lent := func(key, returns string) func(*ptyProgram) {
		return func(s *ptyProgram) {
			s.types(key).sees("with them").left()
			s.forget()
			s.types("\r")
			if returns != "" {
				s.sees("press a key to go back").types(returns)
			}
			s.sees("Ship").types("q")
		}
	}
	ways := map[string]func(*ptyProgram){
		"q":                      func(s *ptyProgram) { s.types("q") },
		"ctrl+c":                 func(s *ptyProgram) { s.types("\x03") },
		"q after what is typed":  func(s *ptyProgram) { s.types("/shi").sees("Ship").types("\x1b[27u\x1b[27uq") },
		"a signal in a form":     func(s *ptyProgram) { s.types("n").sees("Subject").signal(syscall.SIGTERM) },
		"SIGTERM":                func(s *ptyProgram) { s.signal(syscall.SIGTERM) },
		"SIGHUP":                 func(s *ptyProgram) { s.signal(syscall.SIGHUP) },
		"SIGINT":                 func(s *ptyProgram) { s.signal(syscall.SIGINT) },
		"quit by a signal":       func(s *ptyProgram) { s.signal(syscall.SIGQUIT) }, // the name of the test is in paths on the screen, that of the signal would be in a trace
		"an editor":              lent("E", ""),
		"a command":              lent("\x1b[20~", "x"),
		"ctrl+z without a shell": func(s *ptyProgram) { s.types("\x1a").sees("Not suspended").types("q") },
		"ctrl+z": func(s *ptyProgram) {
			s.types("\x1a").so("the shell's own terminal", func() bool {
				s.mu.Lock()
				defer s.mu.Unlock()
				return s.state.changed() == ""
			})
			s.sees("stopped").left() // the shell takes the terminal once the program has stopped
			s.forget()
			s.types("\r").sees("Ship").types("q")
		},
	}
	for kind, is := range terminals {
		for way, out := range ways {
			if kind != silent && way != "q" && way != "an editor" {
				continue // the others take the same path
			}
			t.Run(kind+", "+way, func(t *testing.T) {
				t.Parallel()
				dir, away := taskDir(t), script(t)
				put(t, filepath.Join(dir, "task_1.json"), s07("1", wide, "pending", "[]"))
				cmd := program(t, dir)
				config := filepath.Join(cmd.Dir, "sideboard")
				mkdir(t, config)
				put(t, filepath.Join(config, "config.toml"), "[[commands]]\nkey = \"F9\"\nname = \"away\"\nrun = [\""+away+"\"]\nscreen = true\n")
				if way == "ctrl+z" { // under a shell with job control
					cmd.Args = append([]string{"sh", "-mc", `"$@"; echo stopped; read line; fg`, "sh", cmd.Path}, cmd.Args[1:]...)
					cmd.Path = "/bin/sh"
				}
				cmd.Env = append(cmd.Env, "VISUAL=", "EDITOR="+away, "XDG_CONFIG_HOME="+cmd.Dir)
				s := inTerminalThat(t, cmd, func(s *ptyProgram) {
					s.state = newTerminalState(t, 100, 30, is.before)
					if is.clusters != "" {
						s.answers(0, is.clusters)
					}
				}).sees("Ship").sees("7501;")
				out(s)
				s.exit()
				s.left()
			})
		}
	}
}

// breaks is a program that shows a word and panics at a key.
type breaks struct{}

func (breaks) Init() tea.Cmd { return nil }

func (m breaks) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		panic("a mistake of ours")
	}
	return m, nil
}

func (breaks) View() tea.View {
	v := tea.NewView(wide)
	v.AltScreen, v.ReportFocus, v.MouseMode, v.WindowTitle, v.Cursor = true, true, tea.MouseModeCellMotion, "breaks", tea.NewCursor(0, 0)
	v.ProgressBar, v.ProgramStatus = tea.NewProgressBar(tea.ProgressBarDefault, 40), &tea.ProgramStatus{ID: "sideboard", State: tea.ProgramStateWorking}
	return v
}

func TestAPanicRestoresTheTerminal(t *testing.T) {
	in, keys, err := os.Pipe()
	testdir.Must(t, err)
	defer func() { _ = errors.Join(in.Close(), keys.Close()) }()
	out := &wire{screen: emulator(40, 5), keep: true, answer: func(string) {}}
	go func() { _, _ = io.Copy(io.Discard, out.screen) }()
	defer func() { _ = out.screen.InputPipe().(io.Closer).Close() }()
	h := &Driver{T: t, out: out}
	lends := terminal.New(in, out)
	p := tea.NewProgram(breaks{}, append(lends.Options(), tea.WithWindowSize(40, 5), tea.WithoutSignals(), tea.WithEnvironment([]string{"TERM=xterm-256color"}))...)
	go func() {
		testdir.Soon(func() bool { return bytes.Contains(h.Sent(), []byte("Ship")) })
		_, _ = io.WriteString(keys, "x")
	}()
	if _, err := p.Run(); !errors.Is(err, tea.ErrProgramPanic) {
		t.Fatalf("it ended with %v", err)
	}
	lends.End()
	s := newTerminalState(t, 40, 5)
	s.write(h.Sent())
	if changed := s.changed(); changed != "" || !bytes.Contains(h.Sent(), []byte("Ship")) {
		t.Errorf("the terminal is not as it was found: %s; it was sent %q", changed, h.Sent())
	}
}
