package bucket

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
	"sideboard/tasks/worktree"
)

// refuse returns the error for a directory or a bucket that is not served.
func refuse(format string, args ...any) error {
	return &store.RefusedError{Why: fmt.Sprintf(format, args...)}
}

// refuseTracked returns an error if git tracks task files of a directory: a checkout would send old states
// everywhere, and what comes back would stop the next checkout.
func refuseTracked(ctx context.Context, path string) error {
	for _, name := range worktree.Tracked(ctx, path) {
		if !dialect.Noise(name) {
			return refuse("git tracks %s, and a checkout would change it on every host: "+
				"tell git to leave the tasks alone (git rm --cached -r %s, and a line in .gitignore), "+
				"or serve another directory", filepath.Join(path, name), path)
		}
	}
	return nil
}

// leastHistory is the least number of values of a key that a bucket must keep, so that changes in two places can be
// merged.
const leastHistory = 8

// refuseForgetful returns an error if a bucket forgets by itself what is in it. It waits for servers that do not answer
// any more, until ctx ends, and reports that.
func (b *Bucket) refuseForgetful(ctx context.Context, report func(string)) error {
	said := false
	for ; ctx.Err() == nil; time.Sleep(againAfter) {
		s, err := b.stream(ctx)
		if err == nil {
			return b.checkKeeps(s.CachedInfo().Config)
		}
		if api, answered := errors.AsType[*jetstream.APIError](err); answered && api.Code < 500 {
			return b.Address.explain(err)
		}
		if !said {
			report(fmt.Sprintf("%s does not answer, and is asked again: %v", b.Address, err))
		}
		said = true
	}
	return nil
}

// checkKeeps returns an error if a bucket with this configuration forgets values.
func (b *Bucket) checkKeeps(c jetstream.StreamConfig) error {
	switch {
	case c.MaxAge > 0:
		return refuse("%s forgets each value after %v, and tasks with it: serve into a bucket without an age limit",
			b.Address, c.MaxAge)
	case c.MaxMsgsPerSubject > 0 && c.MaxMsgsPerSubject < leastHistory:
		return refuse("%s keeps only %d values of a file, too few to merge what two hosts change: "+
			"serve into a bucket that keeps %d (a new one does)", b.Address, c.MaxMsgsPerSubject, history)
	}
	return nil
}
