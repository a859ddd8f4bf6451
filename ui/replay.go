package ui

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/replay"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Replay is the replay to begin with.
type Replay struct {
	Since time.Duration // begin with the first event that is not older, 0 for all
	Speed float64       // play it that much faster than it happened, 0 to wait for a key
}

// player is a replay. The past is drawn by a program of its own, with the same views and a board of its own, which gets
// the keys. Whatever that program would do to the world is dropped: nothing of a replay can be written, reported or
// run. The live program goes on.
type player struct {
	live, past *Model
	run        *replay.Run
	at         int       // the number of steps that have happened
	arrived    time.Time // when the last of them was shown
	speed      float64   // how much faster than it happened it is played
	playing    bool      // else only keys step
	seq        int       // number of the tick that plays
	cmd        tea.Cmd   // what the live program does for a key
}

// inThePast is the answer to a key that would act on a task, noMore that to one that goes on after the last event.
const (
	inThePast = "This is the past: end returns to now"
	noMore    = "That was the last event: end returns to now"
)

// usualSpeed is the speed of a replay that is played by a key.
const usualSpeed = 20

// beginReplay begins the replay of the command line, once the history is read.
func (m *Model) beginReplay() tea.Cmd {
	o, from := m.o.Replay, time.Time{}
	if o == nil || !m.news.Recalled() {
		return nil
	}
	m.o.Replay = nil
	if o.Since > 0 {
		from = m.Now.Add(-o.Since)
	}
	if m.o.Film != nil && !slices.ContainsFunc(m.news.Happened(),
		func(e log.Event) bool { return !e.At.Before(from) }) {
		m.quitting.fatal = errors.New("nothing to record: what happens is kept while a board is open on these tasks")
		return tea.Quit
	}
	if all := m.news.Happened(); len(all) > 0 && all[len(all)-1].At.Before(from) {
		m.Warn("Nothing happened in the last " + board.Duration(o.Since) + ": " + m.KeyOf(keymap.StepBack) +
			" goes back to what happened before")
		return nil
	}
	return m.startReplay(func(r *player) {
		r.skipUntil(from)
		if o.Speed > 0 {
			r.speed = o.Speed
		}
		if o.Speed > 0 || m.o.Film != nil {
			r.togglePlaying()
		}
	})
}

// startReplay shows the board as it was before the first event that is recorded, or where begin goes from there.
func (m *Model) startReplay(begin func(r *player)) tea.Cmd {
	if len(m.news.Happened()) == 0 {
		m.Warn("Nothing to replay: what happens is recorded while a board is open on these tasks")
		return nil
	}
	return m.queue.EnqueueOpening(m.open.OfDirectory(effects.Deleted(m.Workspace,
		host.OnResult2(func(gone []store.Deleted, _ error) tea.Cmd {
			r := newPlayer(m, gone)
			m.replay = r
			begin(r)
			if k, ok := m.selected(); ok {
				r.past.cards.Select(k)
			}
			r.show()
			return r.handle(nil)
		}))))
}

// newPlayer returns a replay of everything that is recorded, before the first event.
func newPlayer(m *Model, gone []store.Deleted) *player {
	now := replay.Present{Traits: m.Board.Traits, Deleted: map[tasks.Key][]replay.Deleted{},
		Since: func(k tasks.Key) time.Time {
			since, _ := m.Board.Since(k)
			return since
		}}
	now.Tasks, _ = m.Board.Present()
	for _, d := range gone {
		now.Deleted[d.Task.Key] = append(now.Deleted[d.Task.Key], replay.Deleted{Task: d.Task, At: d.At})
	}
	r := &player{live: m, arrived: m.Now, speed: usualSpeed, run: replay.New(now, m.news.Happened(), m.news.Links())}
	o := m.o
	o.Now, o.Bell, o.OnEvent, o.Unread, o.Config.Wrong, o.Config.Commands, o.Config.NoStatus = r.now, false, nil, nil,
		nil, nil, true
	p := New(o)
	r.past, p.ofReplay = p, r
	p.screen, p.Sheet, p.Width, p.Height = m.screen, m.Sheet, m.Width, m.Height
	p.screen.bare = false // the header says that it is the past
	p.Workspace, p.open = m.Workspace, openDirectory{past: true, epoch: m.open.epoch}
	p.setLanes()
	p.cards.Reset()
	d, since := tasks.Delta{At: p.Now}, map[tasks.Key]time.Time{}
	for k, v := range r.run.First {
		d.Put, since[k] = append(d.Put, v.Task), v.Since
	}
	p.Board.Apply(d)
	p.Board.RecallSince(since)
	p.nowView.Show(m.nowView.Shown())
	p.cards.SetFilter(m.cards.FilterText())
	allowed := []keymap.Action{
		keymap.GoToBlocker, keymap.OpenDetail, keymap.ScrollDown, keymap.ScrollUp, keymap.Filter, keymap.Talk,
		keymap.Suspend, keymap.Help,
		keymap.Back, keymap.Quit, keymap.StepBack, keymap.ShowStage,
	}
	for _, s := range p.Keys.Scopes(keymap.TaskScope, keymap.EditsScope, keymap.MarkScope, keymap.ShowScope,
		keymap.ProgramScope) {
		for _, e := range s.Entries {
			if !slices.Contains(allowed, e.Action) {
				p.Keys.Disable(inThePast, e.Action)
			}
		}
	}
	return r
}

// noticeTime is how long time goes on after a step: so long a notice is shown, and what changed fades.
const noticeTime = 15 * time.Second

// now returns the time of the last step, or of the first event, and a few seconds more while the person looks at it.
func (r *player) now() time.Time {
	return r.time().Add(min(r.live.o.Now().Sub(r.arrived), noticeTime))
}

// time returns the time of the last step, or of the first event.
func (r *player) time() time.Time { return r.run.Steps[max(r.at-1, 0)].At }

// replayActions returns what the keys do in a replay.
func (m *Model) replayActions() host.Actions {
	do := func(f func(r *player)) host.Handler { return host.Do(func() { f(m.ofReplay) }) }
	return host.Actions{
		keymap.StepBack:     do(func(r *player) { r.walk(-1, false) }),
		keymap.StepOn:       do(func(r *player) { r.walk(1, false) }),
		keymap.EarlierEvent: do(func(r *player) { r.walk(-1, true) }),
		keymap.LaterEvent:   do(func(r *player) { r.walk(1, true) }),
		keymap.Pause:        do((*player).togglePlaying),
		keymap.Suspend:      do(func(r *player) { r.cmd = r.live.suspend() }),
		keymap.Quit:         do(func(r *player) { r.cmd = r.live.quit() }),
		keymap.ToNow: do(func(r *player) {
			r.live.replay = nil
			r.live.arrange()
		}),
	}
}

// walk pauses and goes a step on or back, or with skip to the next event that moves a card.
func (r *player) walk(by int, skip bool) {
	r.playing = false
	if at := r.at + by; at < 0 {
		r.past.Info("Nothing before this is recorded")
	} else if at > len(r.run.Steps) {
		r.past.Info(noMore)
	}
	movesNothing := []tasks.EventKind{tasks.EventBroke, tasks.EventRepaired, tasks.EventEdited, tasks.EventUnblocked,
		tasks.EventLinked}
	for r.step(by) && skip && r.at > 0 && slices.Contains(movesNothing, r.run.Steps[r.at-1].Kind) {
	}
	r.show()
}

// step changes the board by one step, on or back, and reports whether there is one.
func (r *player) step(by int) bool {
	p, back := r.past, by < 0
	i := r.at + min(by, 0)
	if i < 0 || i == len(r.run.Steps) {
		return false
	}
	s := &r.run.Steps[i]
	d, since := tasks.Delta{At: s.At, Loading: back}, map[tasks.Key]time.Time{} // going back is no event
	for _, c := range s.Changes {
		version := c.After
		if back {
			version = c.Before
		}
		since[c.Key] = version.Since
		if version.Task == nil {
			d.Gone = append(d.Gone, c.Key)
		} else {
			d.Put = append(d.Put, version.Task)
		}
	}
	r.at, r.arrived = r.at+by, r.live.o.Now()
	p.Now = r.now()
	diff := p.Board.Apply(d)
	p.Board.RecallSince(since)
	p.cards.HandleDiff(diff)
	p.deps.MarkStale()
	if back {
		p.cards.ForgetChanges()
		p.deps.ForgetChanges()
	}
	p.deps.HandleDiff(diff)
	return true
}

// skipUntil goes on to the first step that is not older than a time.
func (r *player) skipUntil(from time.Time) {
	for r.at < len(r.run.Steps) && r.run.Steps[r.at].At.Before(from) {
		r.step(1)
	}
}

// skipToLast goes on to the newest step, and stays before it: after it the past looks like the present.
func (r *player) skipToLast() {
	for r.at < len(r.run.Steps)-1 {
		r.step(1)
	}
}

// show updates what depends on the board, after some steps.
func (r *player) show() {
	r.past.news.ShowStep(r.run, r.at)
	r.past.boardChanged()
	r.follow()
}

// follow selects the task of the last step if it is still open. While the replay is played nobody moves the cursor: the
// top of the board is visible, as on one that nobody touches.
func (r *player) follow() {
	cards := r.past.cards
	if r.at > 0 {
		k := r.run.Steps[r.at-1].Key
		if s := r.past.Board.State(k); s == board.Running || s == board.Ready || s.Blocked() {
			cards.Select(k)
		}
	}
	cards.ShowTop(r.playing)
}

// togglePlaying plays or pauses. At the end it begins again.
func (r *player) togglePlaying() {
	if r.playing = !r.playing; !r.playing {
		return
	}
	for again := r.at == len(r.run.Steps); again; {
		again = r.step(-1)
	}
	r.show()
	r.cmd = r.tick()
}

// The limits of the time between two steps while a replay is played. Steps that are closer are shown together.
const (
	longestGap  = 3 * time.Second
	shortestGap = 50 * time.Millisecond
)

// gap returns how long after the last step the next one is played.
func (r *player) gap() time.Duration {
	gap := r.run.Steps[min(r.at, len(r.run.Steps)-1)].At.Sub(r.time())
	return min(time.Duration(float64(gap)/r.speed), longestGap)
}

// least returns the shortest time between two frames of a replay that is played.
func (r *player) least() time.Duration { return max(shortestGap, r.past.gatherTime(tasks.Delta{})) }

// playMsg plays what is due.
type playMsg struct{ seq int }

// tick waits for the next step.
func (r *player) tick() tea.Cmd {
	r.seq++
	seq := r.seq
	return tea.Tick(max(r.gap(), r.least()), func(time.Time) tea.Msg { return playMsg{seq} })
}

// apply plays the next step, and those that follow within a frame.
func (msg playMsg) apply(m *Model) tea.Cmd {
	r := m.replay
	if r == nil || !r.playing || msg.seq != r.seq {
		return nil
	}
	for rest := r.least(); rest > 0 && r.step(1); {
		rest -= r.gap()
	}
	r.show()
	r.cmd = r.tick()
	if r.at == len(r.run.Steps) {
		r.playing = false
		r.past.Info(noMore)
	}
	return r.handle(nil)
}

// pastMsg is a message for the program that draws the past.
type pastMsg struct{ msg tea.Msg }

// apply handles a message that comes after the end of the replay.
func (pastMsg) apply(*Model) tea.Cmd { return nil }

// update handles a message, and reports whether it was only for the replay.
func (r *player) update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		return r.handle(msg), true
	case pastMsg:
		return r.handle(msg.msg), true
	case tea.WindowSizeMsg, tea.BackgroundColorMsg, tea.ColorProfileMsg, tea.ModeReportMsg:
		return r.handle(msg), false
	}
	return nil, false
}

// handle handles a message as Update does. Of what follows it keeps only the tick that draws the past again, and what a
// key asks of the live program.
func (r *player) handle(msg tea.Msg) tea.Cmd {
	p := r.past
	p.Now = r.now()
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg:
		p.cards.ShowTop(false) // until the next step
	}
	p.dispatch(msg)
	p.settle()
	cmd := r.cmd
	r.cmd = nil
	if wake := p.wakeUp(); wake != nil {
		return tea.Batch(cmd, func() tea.Msg { return pastMsg{wake()} })
	}
	return cmd
}

// describe says in the header which moment is shown, and how far its links are known. Where the news has no room for
// it, the header also counts the events.
func (r *player) describe(h *view.Header) {
	at, sign := r.time(), r.past.Sheet.Glyphs.TipLeft
	clock := at.Format("15:04")
	if at.Format(time.DateOnly) != r.live.o.Now().Format(time.DateOnly) {
		clock = at.Format("2 Jan 15:04")
	}
	if r.playing {
		sign = r.past.Sheet.Glyphs.Tip
	}
	h.Fresh, h.Needs = view.Past, safetext.Text{} // nobody can be helped in the past
	h.Mode = safetext.Line(sign + " PAST " + clock)
	switch {
	case r.past.Layout.Breadth != view.Wide:
		h.Since = safetext.Line(fmt.Sprintf("%d of %d", r.at, len(r.run.Steps)))
		return
	case r.past.NoticeText() != "" || r.past.stage.Staged():
		h.Since = r.count()
		return
	}
	if from := r.run.LinksFrom; from.IsZero() {
		h.Since = safetext.Const("links as today")
	} else if at.Before(from) {
		h.Since = safetext.Line("links as of " + from.Format("15:04"))
	}
}

// count says which of its events the replay shows.
func (r *player) count() safetext.Text {
	return safetext.Line(fmt.Sprintf("event %d of %d", r.at, len(r.run.Steps)))
}

// way returns the time that the replay goes through, with the tasks that were completed.
func (r *player) way() *view.Way {
	first, now := r.run.Steps[0].At, r.live.o.Now()
	share := func(at time.Time) float64 { return float64(at.Sub(first)) / float64(max(now.Sub(first), 1)) }
	w := &view.Way{From: phrase.Clock(first), To: safetext.Const("now"), At: share(r.time())}
	for i := range r.run.Steps {
		if s := &r.run.Steps[i]; s.Kind == tasks.EventCompleted {
			_, hue := r.past.Owner(cmp.Or(s.To.Owner, s.From.Owner))
			if hue == style.Nobody {
				hue = style.Ready
			}
			w.Marks = append(w.Marks, view.WayMark{At: share(s.At), Hue: hue})
		}
	}
	return w
}
