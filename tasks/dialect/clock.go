package dialect

import (
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/jsonedit"
)

// clock gives the file's own time of last change in nanoseconds since 1970, its time of creation where it keeps no
// other, 0 where it keeps none.
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

// timeAt reads seconds (whole or not), milliseconds (whole numbers too large for seconds) and ISO 8601.
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

// milliseconds is where a number of seconds would lie beyond the year 5000.
const milliseconds = 1e11

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

// isoTime reads RFC 3339 and what Python's isoformat writes, with and without a zone (then UTC).
func isoTime(s string) (time.Time, bool) {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// timeLike spells a time as sample does: seconds with or without a fraction, milliseconds, or ISO 8601 with the
// sample's precision and zone. A nil sample means seconds with a fraction, as Python's time.time() prints them.
func timeLike(sample []byte, at time.Time) []byte {
	old := string(sample)
	switch {
	case strings.HasPrefix(old, `"`):
		return jsonedit.Quote(isoLike(strings.Trim(old, `"`), at), jsonedit.Raw)
	case old != "" && !strings.Contains(old, ".") && digits(old):
		if n, err := strconv.ParseInt(old, 10, 64); err == nil && n > milliseconds {
			return strconv.AppendInt(nil, at.UnixMilli(), 10)
		}
		return strconv.AppendInt(nil, at.Unix(), 10)
	}
	return floatSeconds(at)
}

// floatSeconds spells seconds as the shortest text of the nearest float, never without a fraction.
func floatSeconds(at time.Time) []byte {
	sec := float64(at.Unix()) + float64(at.Nanosecond())/1e9
	raw := strconv.AppendFloat(nil, sec, 'f', -1, 64)
	if !strings.Contains(string(raw), ".") {
		raw = append(raw, ".0"...)
	}
	return raw
}

// isoTimeLike spells a time as ISO 8601 as sample does; without a sample in milliseconds of UTC, as JavaScript does.
func isoTimeLike(sample []byte, at time.Time) []byte {
	old := strings.Trim(string(sample), `"`)
	if _, ok := isoTime(old); !ok {
		old = "2000-01-01T00:00:00.000Z"
	}
	return jsonedit.Quote(isoLike(old, at), jsonedit.Raw)
}

func isoLike(old string, at time.Time) string {
	zone := "Z07:00"
	at = at.UTC()
	if was, ok := isoTime(old); ok && !strings.HasSuffix(old, "Z") {
		if body := old[min(len(old), 19):]; strings.ContainsAny(body, "+-") {
			zone = "-07:00"
			_, offset := was.Zone()
			at = at.In(time.FixedZone("", offset))
		} else {
			zone = ""
		}
	}
	sep := "T"
	if len(old) > 10 && old[10] == ' ' {
		sep = " "
	}
	frac := ""
	if len(old) > 20 && old[19] == '.' {
		n := 0
		for n < 9 && 20+n < len(old) && '0' <= old[20+n] && old[20+n] <= '9' {
			n++
		}
		frac = "." + strings.Repeat("0", n)
	}
	return at.Format("2006-01-02" + sep + "15:04:05" + frac + zone)
}
