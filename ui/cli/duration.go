package cli

import (
	"errors"
	"strings"
	"time"
)

// positiveDuration is a time above zero, as a flag.
type positiveDuration time.Duration

// String returns it as the help shows it.
func (s *positiveDuration) String() string {
	text := time.Duration(*s).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return strings.TrimSuffix(text, "h0m")
}

// Type returns what the help calls it.
func (*positiveDuration) Type() string { return "time" }

// Set takes what was written.
func (s *positiveDuration) Set(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return errors.New("write a number with its unit, for instance 30m, 90s or 1h30m")
	case d <= 0:
		return errors.New("the time must be above zero, for instance 30m")
	}
	*s = positiveDuration(d)
	return nil
}
