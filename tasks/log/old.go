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

// This file converts a history from before its lines were JSON, once: its newest two segments become the present file, and all old
// files are removed. Journals need no conversion. Without it, only what happened before the update would be forgotten.

// oldSuffix is the suffix of the name of an old segment.
const oldSuffix = ".log"

// oldKinds are the letters of the kinds of events, in the order of tasks.EventKind.
const oldKinds = "-cbmetsorpduxwg"

// oldText unescapes a field.
var oldText = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`, `\=`, "=")

// convertOld converts an old history, if there is one and no present file yet.
func (h *History) convertOld() error {
	entries, err := h.disk.List(h.path(""))
	var old []string // in the order of their numbers
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), oldSuffix) && e.Type().IsRegular() {
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

// convert writes the present file with the lines of old segments.
func (h *History) convert(old []string) error {
	to, err := h.create(h.path(eventsName), func(f File) error {
		out := bufio.NewWriterSize(f, 1<<16)
		w := newLineWriter(out)
		for _, name := range old {
			from, err := h.disk.Open(h.path(name))
			if err != nil {
				return err
			}
			err = eachLine(from, maxEventLine, func(raw []byte) {
				if r, ok := oldRecord(raw); ok {
					_ = w.write(&r) // Flush has the error
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

// oldRecord parses a line of an old segment, with its newline. Its fields, separated by tabs, are a checksum, the time in milliseconds,
// the kind and flags, the states before and after, the file name, the owner after and before ("=" if equal), the subject, and the
// tasks that it unblocked. Numbers are in base 36.
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
		r.word, r.lastVisit = visitWord, time.UnixMilli(number(2))
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
