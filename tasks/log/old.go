package log

import (
	"bufio"
	"bytes"
	"errors"
	"hash/crc32"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
)

// This file reads a history as it was kept before its lines were JSON, once: the newest two of its segments, which is all that was ever
// read of them, become one of the present form, and the files are removed. Old journals have the present form. It can go when nobody
// updates from such a version any more: what happened before is not known then, and nothing else is lost.

// oldSuffix is that of the name of an old segment.
const oldSuffix = ".log"

// oldKinds are the letters for kinds of events, in their order.
const oldKinds = "-cbmetsorpduxwg"

// oldText undoes what was escaped in a field.
var oldText = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`, `\=`, "=")

// takeOver makes of an old history, where there is one, one of ours, and removes what a process left that was killed while it wrote the
// file anew.
func (h *History) takeOver() error {
	entries, err := h.disk.List(h.path(""))
	var old []string // by their numbers
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), beginPrefix):
			_ = h.disk.Remove(h.path(e.Name()))
		case strings.HasSuffix(e.Name(), oldSuffix) && e.Type().IsRegular():
			old = append(old, e.Name())
		}
	}
	if _, missing := h.disk.Stat(h.path(eventsName)); len(old) > 0 && errors.Is(missing, fs.ErrNotExist) {
		err = h.convert(old[max(0, len(old)-2):])
	}
	for _, name := range old {
		if err == nil {
			err = h.disk.Remove(h.path(name))
		}
	}
	return err
}

// convert writes a history with the lines of old segments.
func (h *History) convert(old []string) error {
	to, err := h.begin(h.path(eventsName), func(f File) error {
		out, line := bufio.NewWriterSize(f, 1<<16), []byte(nil)
		for _, name := range old {
			from, err := h.disk.Open(h.path(name))
			if err != nil {
				return err
			}
			err = eachLine(from, maxEventLine, func(raw []byte) {
				if r, ok := oldRecord(raw); ok {
					line = appendRecord(line[:0], &r)
					_, _ = out.Write(line) // Flush has the error
				}
			})
			if err = errors.Join(err, from.Close()); err != nil {
				return err
			}
		}
		return errors.Join(out.Flush(), f.Sync())
	})
	if err != nil {
		return err
	}
	return to.Close()
}

// oldRecord reads a line of an old segment, with its newline. Between tabs it has its checksum, the time in milliseconds, the kind and
// flags, the states before and after, the name, the owner after and before, "=" for the same, the subject, and what it unblocked. Numbers
// are in base 36.
func oldRecord(line []byte) (r record, ok bool) {
	sum, body, _ := bytes.Cut(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\t'})
	f := strings.Split(string(body), "\t")
	if n, err := strconv.ParseUint(string(sum), 36, 64); err != nil || n != uint64(crc32.ChecksumIEEE(body)) || len(f) < 3 || f[1] == "" {
		return r, false
	}
	at, _ := strconv.ParseInt(f[0], 36, 64)
	r.At = time.UnixMilli(at)
	number := func(i int) int64 { n, _ := strconv.ParseInt(f[i], 36, 64); return n }
	switch kind, flags := f[1][0], f[1][1:]; {
	case kind == 'h' && len(f) > 3:
		r.word, r.count = headWord, int(number(3))
		return r, true
	case kind == 'l':
		r.word, r.looked = lookedWord, time.UnixMilli(number(2))
		return r, true
	case len(f) < 6 || len(f[2]) != 2:
		return r, false
	case kind == '=':
		r.word, r.atLeast = stateWord, strings.Contains(flags, "L")
	default:
		r.Kind = tasks.EventKind(max(0, strings.IndexByte(oldKinds, kind)))
		r.Ours, r.Found = strings.Contains(flags, "O"), strings.Contains(flags, "F")
	}
	was := f[4]
	if f[5] != "=" {
		was = f[5]
	}
	state := func(status byte, owner string) State {
		if status == '-' {
			return State{}
		}
		return State{true, tasks.Status(min(status-'0', byte(tasks.Container))), oldText.Replace(owner)}
	}
	r.Key.Name, r.From, r.To = oldText.Replace(f[3]), state(f[2][0], was), state(f[2][1], f[4])
	if len(f) > 6 {
		r.Subject = oldText.Replace(f[6])
	}
	if len(f) > 7 {
		r.More = int(number(7))
		for _, name := range f[8:] {
			r.Unblocked = append(r.Unblocked, tasks.Key{Name: oldText.Replace(name)})
		}
	}
	return r, r.Key.Name != "" && (r.Kind != 0 || r.word == stateWord)
}
