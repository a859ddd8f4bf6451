package style

import (
	"fmt"
	"testing"
)

func TestOwnersHaveHuesOfTheirOwn(t *testing.T) {
	var names []string
	for i := range Hues {
		names = append(names, fmt.Sprintf("agent-%d", i+1))
	}
	o := NewOwners(names...)
	seen := map[Style]string{}
	for _, name := range names {
		hue := o.Hue(name)
		if other, taken := seen[hue]; taken || hue < owner0 || hue >= owner0+Hues || o.Shared(name) {
			t.Errorf("%s has hue %d, taken by %q, shared: %v", name, hue, other, o.Shared(name))
		}
		seen[hue] = name
	}
	o.Add("one too many")
	shares := seen[o.Hue("one too many")]
	if shares == "" || !o.Shared("one too many") || !o.Shared(shares) {
		t.Errorf("one too many shares a hue with %q", shares)
	}
	if o.Hue("") != Nobody || o.Shared("") {
		t.Error("no name has a hue")
	}
}

func TestAnOwnerKeepsTheHueWhenOthersCome(t *testing.T) {
	o := NewOwners("lead", "backend", "infra")
	if other := NewOwners("infra", "lead", "backend"); other.Hue("lead") != o.Hue("lead") || other.Hue("infra") != o.Hue("infra") {
		t.Error("the order of the tasks decides about hues")
	}
	before := map[string]Style{}
	for _, name := range []string{"lead", "backend", "infra"} {
		before[name] = o.Hue(name)
	}
	for i := range 40 {
		o.Add(fmt.Sprint("a", i), "lead", "")
	}
	for name, hue := range before {
		if o.Hue(name) != hue {
			t.Errorf("%s changed from %d to %d", name, hue, o.Hue(name))
		}
	}
	if o.Hue("a stranger") != OwnerHue("a stranger") {
		t.Error("one who was not added has another hue than the name's own")
	}
}
