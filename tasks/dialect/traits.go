package dialect

import "sideboard/tasks"

// specs are all dialects in display order, then variants without a name of their own.
var specs = []*spec{
	s07, s07Blocks, sFull, s12wt, s12, s12Blocks, s18, s10, s13, v6Early, v6Mid, v6, v9, claudeCode,
	ccw10, ccw5, ccw, ccwFree, maestro, clawTeam, omc, omo, storybloq, trellis, gemini, unknown,
	s07NoOwner, s07BlocksNoOwner, s12wtBlocks,
}

// specsByTraits are the dialects by what a record has of them.
var specsByTraits = func() map[*tasks.Traits]*spec {
	by := map[*tasks.Traits]*spec{}
	for _, sp := range specs {
		by[&sp.traits] = sp
	}
	return by
}()

// The dialects. Records have these pointers; compare with ==.
var (
	S12       = &s12.traits
	S18       = &s18.traits
	S10       = &s10.traits
	S13       = &s13.traits
	V9        = &v9.traits
	CCW10     = &ccw10.traits
	CCW5      = &ccw5.traits
	Maestro   = &maestro.traits
	S12Blocks = &s12Blocks.traits
	ClawTeam  = &clawTeam.traits
	OMC       = &omc.traits
	OMO       = &omo.traits
	Storybloq = &storybloq.traits
	Trellis   = &trellis.traits
	Gemini    = &gemini.traits
	Unknown   = &unknown.traits
)

// All returns every dialect whose tasks can be edited, in a fixed order.
func All() []*tasks.Traits {
	var all []*tasks.Traits
	for _, sp := range specs { // without the variants that have no name of their own
		if sp.flow != nil || sp.traits.ReadOnly == "" && sp != s12wtBlocks && sp.traits.HasOwner {
			all = append(all, &sp.traits)
		}
	}
	return all
}

// specOf returns the dialect of a record, unknown (which refuses every edit) for traits of no dialect.
func specOf(t *tasks.Traits) *spec {
	if sp := specsByTraits[t]; sp != nil {
		return sp
	}
	return unknown
}
