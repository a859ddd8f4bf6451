package dialect

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// file is one parsed task file: its object, and the keys of its members. Its memory is reused.
type file struct {
	jsonedit.Object
	raw       []byte
	codes     []key       // the key of every member, as spelled
	at        [keys]int32 // index of the first member of a meaning, plus one
	mayRepeat bool        // a name may occur twice
	elems     []jsonedit.Elem
	scratch   []byte
}

// parse reads raw. The error is a *BrokenError.
func (f *file) parse(raw []byte) error {
	f.raw, f.codes, f.at, f.mayRepeat = raw, f.codes[:0], [keys]int32{}, false
	var seen uint64 // one bit for each key, and one for all others
	if err := f.Parse(raw); err != nil {
		return broken(raw, err)
	}
	for i, m := range f.Object.Members() {
		var k key
		if name := f.KeyBytes(m); name != nil {
			k = keyOf(string(name))
		} else {
			k = keyOf(f.Key(m))
		}
		f.codes = append(f.codes, k)
		f.mayRepeat = f.mayRepeat || seen&(1<<k) != 0
		seen |= 1 << k
		if mean := k.meaning(); f.at[mean] == 0 {
			f.at[mean] = int32(i) + 1
		}
	}
	return nil
}

// valueOf returns a JSON value as the one member of a file, a member without a Kind if raw is none.
func valueOf(raw []byte) (in *file, m jsonedit.Member) {
	in = new(file)
	if in.parse(slices.Concat([]byte(`{"":`), raw, []byte("}"))) == nil {
		m = in.Object.Members()[0]
	}
	return in, m
}

// duplicate returns a name that occurs twice, and whether there is one.
func (f *file) duplicate() (string, bool) {
	if !f.mayRepeat {
		return "", false
	}
	dups := f.Duplicates()
	if dups == nil {
		return "", false
	}
	return dups[0], true
}

// release drops the reference to the bytes.
func (f *file) release() {
	f.Release()
	f.raw = nil
}

func (f *file) has(k key) bool { return f.at[k.meaning()] != 0 }

// get returns the member of a key, in any spelling.
func (f *file) get(k key) (jsonedit.Member, bool) {
	i := f.at[k.meaning()]
	if i == 0 {
		return jsonedit.Member{}, false
	}
	return f.Object.Members()[i-1], true
}

// spelled returns the file's own spelling of a key, or the given one if the file does not have it.
func (f *file) spelled(k key) string {
	if i := f.at[k.meaning()]; i != 0 {
		return keyNames[f.codes[i-1]]
	}
	return keyNames[k]
}

// textOf returns the decoded string of a key, "" if it is absent or no string.
func (f *file) textOf(k key) string {
	m, _ := f.get(k)
	return f.stringOf(m)
}

// textNamed is textOf for a key by its name.
func (f *file) textNamed(name string) string {
	m, _ := f.Get(name)
	return f.stringOf(m)
}

func (f *file) stringOf(m jsonedit.Member) string {
	if m.Kind != jsonedit.KindString {
		return ""
	}
	return f.String(m)
}

// wordOf returns a decoded string, or the JSON text of any other value.
func (f *file) wordOf(m jsonedit.Member) string {
	if m.Kind == jsonedit.KindString {
		return f.String(m)
	}
	return string(f.Raw(m))
}

// isNobody reports whether a value says that there is no owner: it is empty, false or 0, or not there.
func (f *file) isNobody(m jsonedit.Member) bool {
	switch m.Kind {
	case jsonedit.KindString:
		return m.ValEnd-m.ValStart == len(`""`)
	case jsonedit.KindArray, jsonedit.KindObject, jsonedit.KindNumber:
		return slices.Contains([]string{"[]", "{}", "0"}, string(jsonedit.Canonical(f.Raw(m))))
	}
	return m.Kind != jsonedit.KindTrue
}

// nobody returns the JSON by which a file says that its task has no owner or worktree, "" if it has one, or no key for
// it.
func (f *file) nobody(k key) string {
	m, there := f.get(k)
	switch {
	case !there || !f.isNobody(m):
		return ""
	case m.Kind == jsonedit.KindString:
		return nobodyTexts[noneEmpty]
	case m.Kind == jsonedit.KindNull:
		return nobodyTexts[noneNull]
	}
	return string(jsonedit.Canonical(f.Raw(m)))
}

// id returns the task's own id, and whether there is one.
func (f *file) id(name string) (tasks.ID, bool) {
	switch m, _ := f.get(keyID); m.Kind {
	case jsonedit.KindNumber:
		return tasks.ID{Text: shareName(name, f.Raw(m)), Num: true}, true
	case jsonedit.KindString:
		if text, plain := f.Plain(m.ValStart, m.ValEnd); plain {
			return tasks.ID{Text: shareName(name, text)}, len(text) > 0
		}
		text := f.String(m)
		return tasks.ID{Text: text}, text != ""
	}
	return tasks.ID{}, false
}

// shareName returns text as a string, as a part of name if it is one: most ids are, and names are in memory anyway.
func shareName(name string, text []byte) string {
	stem := stemOf(name)
	if rest := len(stem) - len(text); rest >= 0 && stem[rest:] == string(text) {
		return stem[rest:]
	}
	return string(text)
}

// ids returns the ids of an array, not nil even for an empty one. An element that is no string or number is its own
// JSON text, so that a list of anything else is not an empty list.
func (f *file) ids(m jsonedit.Member) []tasks.ID {
	ids, _ := f.firstIDs(m, math.MaxInt)
	return ids
}

// firstIDs returns the first ids of a list, and the number of the others.
func (f *file) firstIDs(m jsonedit.Member, most int) (ids []tasks.ID, more int) {
	if m.Kind != jsonedit.KindArray {
		return nil, 0
	}
	elems := f.elemsOf(m)
	ids = make([]tasks.ID, min(len(elems), most))
	for i := range ids {
		ids[i] = f.elemID(elems[i])
	}
	return ids, len(elems) - len(ids)
}

// elemsOf returns the elements of an array, none of another value, until its next call.
func (f *file) elemsOf(m jsonedit.Member) []jsonedit.Elem {
	f.elems = f.Elems(f.elems[:0], m)
	return f.elems
}

// elemID returns the id that an element of a list is; one that is no text is its own JSON text.
func (f *file) elemID(e jsonedit.Elem) tasks.ID {
	if e.Kind == jsonedit.KindString {
		return tasks.ID{Text: f.TextAt(e.Start, e.End)}
	}
	return tasks.ID{Text: string(f.Bytes(e)), Num: true}
}

// idRaw returns an id as JSON.
func idRaw(id tasks.ID, st jsonedit.Escapes) []byte {
	if id.Num {
		return []byte(id.Text)
	}
	return jsonedit.Quote(id.Text, st)
}

// internal reports whether the metadata mark the task as internal.
func (f *file) internal() bool {
	m, _ := f.get(keyMetadata)
	if !bytes.Contains(f.Raw(m), []byte("_internal")) { // and most have not
		return false
	}
	mark, _ := f.object(m).Get("_internal")
	return mark.Kind == jsonedit.KindTrue
}

// whole returns a text as a whole number, and whether it is one.
func whole(text string) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 63)
	return n, err == nil
}

// clock returns the file's own time of last change in nanoseconds since 1970, or else its time of creation, 0 for none.
func (f *file) clock() int64 {
	for _, k := range [...]key{keyUpdated, keyCreated} {
		if m, ok := f.get(k); ok {
			if ns := f.timeAt(m); ns != 0 {
				return ns
			}
		}
	}
	return 0
}

// timeAt reads seconds, with or without a fraction, milliseconds (numbers too large for seconds), and ISO 8601.
func (f *file) timeAt(m jsonedit.Member) int64 {
	switch m.Kind {
	case jsonedit.KindNumber:
		return numberTime(string(f.Raw(m)))
	case jsonedit.KindString:
		if at, ok := isoTime(f.String(m)); ok {
			return at.UnixNano()
		}
	}
	return 0
}

// milliseconds is the limit from which a number is not seconds: these would be after the year 5000.
const milliseconds = 1e11

// numberTime returns the time of a JSON number of seconds or milliseconds, in nanoseconds since 1970; 0 for a number
// with an exponent.
func numberTime(raw string) int64 {
	whole, frac, _ := strings.Cut(raw, ".")
	sec, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case err != nil || strings.ContainsAny(frac, "eE"):
		return 0
	case sec > milliseconds:
		return time.UnixMilli(sec).UnixNano()
	}
	nano, _ := strconv.ParseInt((frac + "000000000")[:9], 10, 64)
	return sec*int64(time.Second) + nano
}

// isoTime reads RFC 3339 and the form of Python's isoformat, with and without a zone (then UTC).
func isoTime(s string) (time.Time, bool) {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999",
		"2006-01-02 15:04:05.999999999"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// timeLike returns a time in the form of a sample: seconds with or without a fraction, milliseconds, or ISO 8601.
// Without a sample it is seconds with a fraction, as Python prints time.time().
func timeLike(sample []byte, at time.Time) []byte {
	switch old := string(sample); {
	case strings.HasPrefix(old, `"`):
		return isoTimeLike(sample, at)
	case digits(old):
		if n, _ := strconv.ParseInt(old, 10, 64); n > milliseconds {
			return strconv.AppendInt(nil, at.UnixMilli(), 10)
		}
		return strconv.AppendInt(nil, at.Unix(), 10)
	}
	return floatSeconds(at)
}

// floatSeconds returns seconds as the shortest text of the nearest float, always with a fraction.
func floatSeconds(at time.Time) []byte {
	sec := float64(at.Unix()) + float64(at.Nanosecond())/1e9
	raw := strconv.AppendFloat(nil, sec, 'f', -1, 64)
	if !strings.Contains(string(raw), ".") {
		raw = append(raw, ".0"...)
	}
	return raw
}

// isoTimeLike returns a time as ISO 8601 with the separator, the precision and the zone of a sample; without one in
// milliseconds of UTC, as JavaScript does.
func isoTimeLike(sample []byte, at time.Time) []byte {
	const date, seconds = "2006-01-02", len("2006-01-02T15:04:05")
	old := strings.Trim(string(sample), `"`)
	was, ok := isoTime(old)
	if !ok || len(old) < seconds {
		old, was = "2006-01-02T15:04:05.000Z", time.Time{}
	}
	zone := strings.TrimLeft(old[seconds:], ".,0123456789")
	zeros := strings.Map(func(r rune) rune {
		return min(r, '0')
	}, strings.TrimSuffix(old[seconds:], zone)) // each digit is 0; a dot or a comma, which are less than 0, stay
	layout := date + old[len(date):len(date)+1] + "15:04:05" + zeros
	switch zone {
	case "", "Z":
		layout += zone
	default:
		layout += "-07:00"
	}
	return jsonedit.Quote(at.In(was.Location()).Format(layout), jsonedit.Raw)
}

// noneForm is how a file says that a task has no owner.
type noneForm uint8

const (
	noneEmpty  noneForm = iota // ""
	noneNull                   // null
	noneAbsent                 // the key is not there
)

// nobodyTexts are the same as JSON.
var nobodyTexts = [...]string{noneEmpty: `""`, noneNull: "null", noneAbsent: ""}

// hasSpelled reports whether the file has a key in exactly this spelling.
func (f *file) hasSpelled(k key) bool {
	i := f.at[k.meaning()]
	return i != 0 && f.codes[i-1] == k
}

// object returns the object that is the value of a member, without any members if it has another value.
func (f *file) object(m jsonedit.Member) *file {
	in := new(file)
	if m.Kind == jsonedit.KindObject {
		_ = in.parse(f.Raw(m)) // it was read without an error before
	}
	return in
}

// isObject reports whether the value of a key is an object.
func (f *file) isObject(k key) bool {
	m, _ := f.get(k)
	return m.Kind == jsonedit.KindObject
}

// idNamed returns the text of a key by its name as an id, the empty one if it is absent or no text.
func (f *file) idNamed(name string) tasks.ID { return tasks.ID{Text: f.textNamed(name)} }

// maxText is the largest number of bytes that a record keeps of one text. A subject may fill a file of a megabyte, and
// hundreds of those would fill the memory, although only the beginning is shown.
const maxText = 16 << 10

// waits sets what a task waits for.
func (f *file) waits(t *tasks.Task, m jsonedit.Member) {
	ids, more := f.firstIDs(m, tasks.MaxLinks)
	t.WaitsFor = ids
	t.DroppedLinks += uint32(more)
	t.DroppedBlockers = more > 0
}
