package style

import "slices"

// Owners gives each owner on a board its own hue as long as there are enough. An owner keeps its hue until the board is
// closed.
type Owners struct {
	hues map[string]int
	used [Hues]int // by how many owners
}

// NewOwners returns the hues of the owners that are known at the start, given out in the order of their names.
func NewOwners(names ...string) *Owners {
	o := &Owners{hues: map[string]int{}}
	o.Add(names...)
	return o
}

// Add gives hues to owners who have none, in the order of their names: the hue that a name has by itself (see
// OwnerHue), or if others have that more often than another one, the next that is among the least used.
func (o *Owners) Add(names ...string) {
	for _, name := range slices.Sorted(slices.Values(names)) {
		if _, known := o.hues[name]; known || name == "" {
			continue
		}
		least := slices.Min(o.used[:])
		hue := int(OwnerHue(name) - owner0)
		for o.used[hue] > least {
			hue = (hue + 1) % Hues
		}
		o.hues[name] = hue
		o.used[hue]++
	}
}

// Hue returns the hue of an owner: Nobody for an empty name, and the name's own hue for one who was not added.
func (o *Owners) Hue(name string) Style {
	if hue, known := o.hues[name]; known {
		return owner0 + Style(hue)
	}
	return OwnerHue(name)
}

// Shared reports whether another owner has the same hue, so that more than the colour is needed to tell them apart.
func (o *Owners) Shared(name string) bool {
	hue, known := o.hues[name]
	return known && o.used[hue] > 1
}
