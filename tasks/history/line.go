package history

import (
	"bytes"
	"hash/crc32"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
)

// Lines that tell of no event.
const (
	headLine   Kind = 'h' // how many tasks there were, a line each, when a segment was begun
	stateLine  Kind = '=' // what one of them was
	lookedLine Kind = 'l' // a board ended, and until when a person had looked at it
)

// version is that of the form of the lines.
const version = "1"

// The fields of a line stand between tabs: its checksum, the time in milliseconds, the kind and flags, the states before and after, the
// name, the owner after and before, the subject, and what it unblocked. Numbers are in base 36.
const (
	flagOurs    = 'O'
	flagFound   = 'F'
	flagAtLeast = 'L'
	noTask      = '-'
	sameOwner   = "="
)

// record is one line.
type record struct {
	Event
	atLeast bool      // of a stateLine
	count   int       // of a headLine
	looked  time.Time // of a lookedLine
}

// appendRecord appends a line.
func appendRecord(to []byte, r *record) []byte {
	begin := len(to)
	to = append(to, "0000000\t"...)
	body := len(to)
	to = strconv.AppendInt(to, r.At.UnixMilli(), 36)
	to = append(to, '\t', byte(r.Kind))
	if r.Ours {
		to = append(to, flagOurs)
	}
	if r.Found {
		to = append(to, flagFound)
	}
	if r.atLeast {
		to = append(to, flagAtLeast)
	}
	to = append(to, '\t')
	switch r.Kind {
	case headLine:
		to = append(to, version...)
		to = strconv.AppendInt(append(to, '\t'), int64(r.count), 36)
	case lookedLine:
		to = strconv.AppendInt(to, r.looked.UnixMilli(), 36)
	default:
		to = appendStatus(appendStatus(to, r.From), r.To)
		to = appendText(append(to, '\t'), r.Key.Name)
		to = appendText(append(to, '\t'), r.To.Owner)
		to = append(to, '\t')
		switch {
		case r.From.Owner == r.To.Owner:
			to = append(to, sameOwner...)
		default:
			to = appendText(to, r.From.Owner)
		}
		if r.Subject != "" || len(r.Unblocked) > 0 {
			to = appendText(append(to, '\t'), r.Subject)
		}
		if len(r.Unblocked) > 0 {
			to = strconv.AppendInt(append(to, '\t'), int64(r.More), 36)
		}
		for _, k := range r.Unblocked {
			to = appendText(append(to, '\t'), k.Name)
		}
	}
	var sum [7]byte
	copy(to[begin:], appendPadded(sum[:0], crc32.ChecksumIEEE(to[body:])))
	return append(to, '\n')
}

// appendPadded appends a number in seven digits.
func appendPadded(to []byte, n uint32) []byte {
	var digits [8]byte
	s := strconv.AppendUint(digits[:0], uint64(n), 36)
	return append(append(to, "0000000"[len(s):]...), s...)
}

func appendStatus(to []byte, s State) []byte {
	if !s.There {
		return append(to, noTask)
	}
	return append(to, '0'+byte(s.Status))
}

// appendText appends a text of a file so that it is one field: what would end one, and what stands for an owner that stayed, is
// escaped.
func appendText(to []byte, s string) []byte {
	if s == sameOwner {
		return append(to, '\\', '=')
	}
	for {
		i := strings.IndexAny(s, "\t\n\\")
		if i < 0 {
			return append(to, s...)
		}
		by := s[i]
		switch by {
		case '\t':
			by = 't'
		case '\n':
			by = 'n'
		}
		to = append(append(to, s[:i]...), '\\', by)
		s = s[i+1:]
	}
}

// reader makes records of lines. Texts that come again and again are kept once.
type reader struct {
	texts  map[string]string
	fields [][]byte
}

// record reads a line without its end, false where it is none.
func (d *reader) record(line []byte) (r record, ok bool) {
	if len(line) < 9 || line[7] != '\t' {
		return r, false
	}
	sum, err := strconv.ParseUint(string(line[:7]), 36, 64)
	if err != nil || sum != uint64(crc32.ChecksumIEEE(line[8:])) {
		return r, false
	}
	f := d.fields[:0]
	for rest, more := line[8:], true; more; {
		var one []byte
		one, rest, more = bytes.Cut(rest, []byte{'\t'})
		f = append(f, one)
	}
	d.fields = f
	if len(f) < 3 || len(f[1]) == 0 {
		return r, false
	}
	at, err := strconv.ParseInt(string(f[0]), 36, 64)
	if err != nil {
		return r, false
	}
	r.At, r.Kind = time.UnixMilli(at), Kind(f[1][0])
	for _, flag := range f[1][1:] {
		r.Ours, r.Found, r.atLeast = r.Ours || flag == flagOurs, r.Found || flag == flagFound, r.atLeast || flag == flagAtLeast
	}
	switch r.Kind {
	case headLine:
		if len(f) != 4 || string(f[2]) != version {
			return r, false
		}
		n, err := strconv.ParseUint(string(f[3]), 36, 31)
		r.count = int(n)
		return r, err == nil
	case lookedLine:
		looked, err := strconv.ParseInt(string(f[2]), 36, 64)
		r.looked = time.UnixMilli(looked)
		return r, err == nil
	}
	if len(f) < 6 || len(f[2]) != 2 || !strings.ContainsRune(kinds, rune(r.Kind)) {
		return r, false
	}
	var from, to bool
	r.From, from = statusOf(f[2][0])
	r.To, to = statusOf(f[2][1])
	if r.To.Owner = d.text(f[4]); r.Kind == stateLine { // each task has one
		r.Key.Name = unescaped(f[3])
	} else {
		r.Key.Name = d.text(f[3])
	}
	r.From.Owner = r.To.Owner
	if string(f[5]) != sameOwner {
		r.From.Owner = d.text(f[5])
	}
	if !r.From.There {
		r.From.Owner = ""
	}
	if !r.To.There {
		r.To.Owner = ""
	}
	if len(f) > 6 {
		r.Subject = unescaped(f[6])
	}
	if len(f) > 7 {
		more, err := strconv.ParseUint(string(f[7]), 36, 31)
		if r.More = int(more); err != nil {
			return r, false
		}
		for _, name := range f[8:] {
			r.Unblocked = append(r.Unblocked, tasks.Key{Name: d.text(name)})
		}
	}
	return r, from && to && r.Key.Name != ""
}

// kinds are the letters of the lines that tell of a task.
const kinds = "cbmetsorpduxwg="

func statusOf(b byte) (State, bool) {
	if b == noTask {
		return State{}, true
	}
	s := tasks.Status(b - '0')
	return State{There: true, Status: s}, b >= '0' && s <= tasks.Container
}

// text returns a field as it was before it was escaped, the same text for the same field: names and owners come again.
func (d *reader) text(raw []byte) string {
	if s, known := d.texts[string(raw)]; known {
		return s
	}
	s := unescaped(raw)
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	known := s // one text for both
	if len(s) != len(raw) {
		known = string(raw)
	}
	d.texts[known] = s
	return s
}

// unescaped returns a field as it was before it was escaped.
func unescaped(raw []byte) string {
	s := string(raw)
	if strings.IndexByte(s, '\\') >= 0 {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && i+1 < len(s) {
				i++
				switch s[i] {
				case 't':
					b.WriteByte('\t')
					continue
				case 'n':
					b.WriteByte('\n')
					continue
				}
			}
			b.WriteByte(s[i])
		}
		s = b.String()
	}
	return s
}
