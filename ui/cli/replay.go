package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// Replay is the replay with which the board begins.
type Replay struct {
	Since time.Duration // from the first event that is not older, 0 for all
	Speed float64       // how much faster than it happened, 0 to wait for a key
}

func replayCommand(p Program, f *flags) *cobra.Command {
	var r Replay
	var rec recording
	cmd := &cobra.Command{
		Use:   "replay [DIR]",
		Short: "Show the board as it was, event by event",
		Long: `replay opens the board before the first event that is recorded and walks through what happened: [ and ] step, space plays, and
end goes to the board as it is now. Nothing can be changed in the past. With --speed it plays at once, without it waits for a key.

A board that is open records what happens, at most the newest 10,000 events. Pauses are cut to three seconds.

With --cast, --svg or --stills it plays the replay into files, without a terminal.`,
		Example: `  sideboard replay --since 2h
  sideboard replay --since 24h --speed 60x`,
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
		RunE: func(_ *cobra.Command, args []string) error {
			b, err := boardOptions(p, *f, strings.Join(args, ""))
			if other, elsewhere := errors.AsType[*otherHost](err); elsewhere {
				return usageError(fmt.Errorf("a replay needs a terminal there: ssh -t %s sideboard replay %s",
					other.Host, other.Dir))
			}
			if err != nil {
				return err
			}
			if err := b.Finder.Check(); err != nil {
				return usageError(err)
			}
			film, err := rec.film(1, f.Theme)
			if err != nil {
				return usageError(err)
			}
			b.Replay, b.Film = &r, film
			if film == nil {
				return p.Show(b)
			}
			b.ASCII = b.ASCII && f.ascii.said != nil // the locale here says nothing of where a recording is played
			if err := p.Show(b); err != nil {
				return err
			}
			return rec.write(film)
		},
	}
	cmd.Flags().Var((*positiveDuration)(&r.Since), "since", "begin this long ago (default all that is recorded)")
	cmd.Flags().Func("speed", "play it this much faster than it happened, such as `20x`",
		func(text string) (err error) {
			if r.Speed, err = strconv.ParseFloat(strings.TrimSuffix(text, "x"), 64); err != nil || r.Speed < 1 ||
				r.Speed > 1000 {
				return errors.New("choose a factor from 1x to 1000x")
			}
			return nil
		})
	rec.flags(cmd, "the replay", "event")
	placeFlags(cmd, p, f, &f.list, "to replay")
	return cmd
}
