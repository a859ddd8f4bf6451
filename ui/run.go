package ui

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"

	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/style"
	"sideboard/ui/terminal"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// ErrInterrupted is returned if an interrupt from outside ended the program.
var ErrInterrupted = errors.New("interrupted")

// heapGrowth is the growth of the heap, in percent, that starts a garbage collection. A board is open all day next to
// programs that need the memory more, and its first reading of a large directory leaves much garbage.
const heapGrowth = 40

// Run shows the board until the person quits, a signal ends it, the terminal goes away or an error occurs. In every
// case it leaves the terminal as it found it. With a Film it needs no terminal.
func Run(o Options) error {
	if o.Film != nil {
		return o.record(o.Film)
	}
	debug.SetGCPercent(heapGrowth)
	if err := checkTerminal(); err != nil {
		return err
	}
	t := terminal.New(os.Stdin, os.Stdout)
	if terminal.Multiplexed(os.Getenv) {
		t.ReplaceRecent()
	}
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, endSignals...) // before the terminal is changed
	defer signal.Stop(ends)
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if terminal.Lendable {
		o.Terminal = t
		options = append(options, t.Options()...)
	}
	m := New(o)
	lost := make(chan struct{})
	if terminal.Lendable {
		if err := t.Begin(func() { close(lost) }); err != nil {
			m.Close()
			return fmt.Errorf("show the board: %w", err)
		}
	}
	r := runner{program: tea.NewProgram(m, options...), terminal: t, signals: ends, lost: lost, within: endWithin}
	err := r.run(m.Close)
	switch {
	case errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case t.Gone():
		return nil // nobody would see an error
	case errors.Is(err, errBusy):
		return err // the model is still at work
	case m.Err() != nil:
		return m.Err()
	case err != nil:
		return fmt.Errorf("show the board: %w", err)
	}
	return nil
}

// checkTerminal returns why a screen cannot be drawn here, nil if it can.
func checkTerminal() error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("the board needs a terminal to draw on; input or output is none")
	}
	if t := os.Getenv("TERM"); t == "dumb" {
		return errors.New("the board draws a full screen, and TERM=dumb says that this terminal cannot show one")
	}
	return nil
}

// terminalScreen is what is known of the terminal, and what the layout was computed from.
type terminalScreen struct {
	bare        bool            // only the cards
	focus       view.ColumnKind // the column with the selected card, as the layout has it
	deletedHead bool            // a line says what others deleted
	air         int             // the free rows around the news
	done        bool            // all is done
	background  color.Color     // nil until the terminal has reported it
	profile     colorprofile.Profile
	graphemes   bool // the terminal counts by cluster, not rune by rune
	ascii       bool // draw with plain characters
	theme       style.Theme
	title       string // the window's
}

func newScreen(o Options) terminalScreen {
	return terminalScreen{profile: colorprofile.TrueColor, bare: o.Bare, ascii: o.ASCII, theme: o.Theme,
		title: "sideboard"}
}

// learn stores what the terminal reports about itself.
func (s *terminalScreen) learn(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		s.background = msg.Color
	case tea.ColorProfileMsg:
		s.profile = msg.Profile
	case tea.ModeReportMsg:
		if msg.Mode != ansi.ModeUnicodeCore {
			return
		}
		// The renderer turns grapheme clustering on wherever it is known; text has to be measured as it is drawn.
		s.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
	}
}

// newSheet returns the styles for what is known of the terminal.
func (s *terminalScreen) newSheet() *style.Sheet {
	sheet := s.theme.Sheet(s.background, s.profile).WithGraphemes(s.graphemes)
	if s.ascii {
		return sheet.WithGlyphs(true)
	}
	return sheet
}

// lendTerminal gives the terminal to a command until it ends; then makes the message that is handled afterwards. If
// pauses is set, what the command wrote stays in sight until a key is pressed.
func (m *Model) lendTerminal(cmd *exec.Cmd, pauses bool, then func(error) tea.Msg) tea.Cmd {
	m.typed.held = nil // held input was meant for the command
	if m.o.Terminal == nil {
		cmd.Stdin = os.Stdin // the terminal itself: an editor must not see a pipe
		return tea.ExecProcess(cmd, then)
	}
	return m.lendTerminalTo(func(in *os.File, out io.Writer) error {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, out
		err := cmd.Run()
		if pauses && cmd.ProcessState != nil {
			m.o.Terminal.Pause("\r\n[press a key to go back to the board] ")
		}
		return err
	}, then)
}

// lendTerminalTo calls whom with the terminal; then makes the message that is handled afterwards.
func (m *Model) lendTerminalTo(whom func(in *os.File, out io.Writer) error, then func(error) tea.Msg) tea.Cmd {
	m.typed.lent = true
	t := m.o.Terminal
	return func() tea.Msg {
		came := then(t.Lend(whom))
		return host.Answer(func() tea.Cmd { return m.takeBack(came) })
	}
}

// suspend gives the terminal back to the shell until the program is continued.
func (m *Model) suspend() tea.Cmd {
	if m.o.Terminal == nil {
		return tea.Suspend
	}
	if !terminal.HasJobControl() {
		m.Warn("Not suspended: no shell is here to continue it")
		return nil
	}
	return m.lendTerminalTo(func(*os.File, io.Writer) error {
		return terminal.Suspend()
	}, func(error) tea.Msg { return tea.ResumeMsg{} })
}

// takeBack handles the result of a command that had the terminal, and draws the whole screen again at its present size.
func (m *Model) takeBack(came tea.Msg) tea.Cmd {
	late := len(m.typed.held)
	m.typed.held, m.typed.lent = nil, false
	if late > 0 {
		m.Warn(fmt.Sprintf("%d %s too late for the editor, too early for the board", late,
			phrase.Plural(late, "key came", "keys came")))
	}
	return tea.Batch(m.dispatch(came), tea.ClearScreen, tea.RequestWindowSize)
}
