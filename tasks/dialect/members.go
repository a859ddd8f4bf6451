package dialect

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Members returns every member of the object in raw, in file order; the Raw slices point into raw.
func (c *Codec) Members(raw []byte) ([]tasks.Member, error) {
	f := c.open()
	defer c.done(f)
	if err := f.parse(raw); err != nil {
		return nil, err
	}
	known := func(name string, _ []byte) bool { return isField(keyOf(name)) }
	switch sp := c.specFor(f, nil); {
	case sp.form != nil:
		known = func(name string, _ []byte) bool { return sp.form.understands(name) }
	case sp.usesTitle():
		known = isShownAsFact
	case sp.foreign:
		known = func(name string, _ []byte) bool { return isForeignField(keyOf(name)) }
	}
	out := make([]tasks.Member, 0, len(f.codes))
	for _, m := range f.Object.Members() {
		out = append(out, tasks.Member{Name: f.Key(m), Raw: f.Raw(m), Known: known(f.Key(m), f.Raw(m))})
	}
	return out, nil
}

// maxNameSets bounds the interned sets of names, in case every file has members of its own.
const maxNameSets = 1024

// members returns the members of a record, nil for none. Those without checksums are shared by all files with the same
// names.
func (c *Codec) members(f *file, sp *spec) *tasks.Members {
	shared := c.sharedMembers(f, sp)
	var sums []uint32
	n := 0
	for i, m := range f.Object.Members() {
		k := f.codes[i]
		if isField(k) {
			continue
		}
		if hasSum(k) {
			if sums == nil {
				sums = make([]uint32, len(shared.Names))
			}
			sums[n] = checksum(f.Raw(m))
		}
		n++
	}
	if sums == nil {
		return shared
	}
	return &tasks.Members{Names: shared.Names, Sums: sums, Surplus: shared.Surplus}
}

// sharedMembers returns the one copy of the names of a file's members, nil for none.
func (c *Codec) sharedMembers(f *file, sp *spec) *tasks.Members {
	f.scratch = f.scratch[:0]
	for i, m := range f.Object.Members() {
		other, surplus := !isField(f.codes[i]), f.isSurplus(i, sp)
		if !other && !surplus {
			continue
		}
		name := f.KeyBytes(m)
		if name == nil {
			name = []byte(f.Key(m))
		}
		f.scratch = append(binary.AppendUvarint(f.scratch, uint64(len(name))), name...)
		f.scratch = strconv.AppendBool(f.scratch, surplus)
	}
	if len(f.scratch) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if set, ok := c.names[string(f.scratch)]; ok {
		return set
	}
	set, keys := &tasks.Members{}, &tasks.Keys{}
	for i, m := range f.Object.Members() {
		if !isField(f.codes[i]) {
			set.Names = append(set.Names, f.Key(m))
		}
		if f.isSurplus(i, sp) {
			keys.Names, set.Surplus = append(keys.Names, f.Key(m)), keys
		}
	}
	if c.names == nil || len(c.names) >= maxNameSets {
		c.names = map[string]*tasks.Members{}
	}
	c.names[string(f.scratch)] = set
	return set
}

// isSurplus reports whether the design of a file does not have its i-th member. If its agents accept any, every member
// is surplus: the file may be among others whose agents do not.
func (f *file) isSurplus(i int, sp *spec) bool {
	if f.codes[i] == keyOwner && sp.none == noneAbsent {
		return f.Object.Members()[i].Kind == jsonedit.KindNull // they write no key instead
	}
	return !sp.traits.FixedKeys || sp.isSurplus(f.codes[i])
}

// withRefusals returns members with what of their task is not edited.
func withRefusals(m *tasks.Members, no tasks.Refusals) *tasks.Members {
	of := tasks.Members{}
	if m != nil {
		of = *m
	}
	of.Refusals = no
	return &of
}

// hasSum reports whether a record has a checksum of a member's value, because nothing else in it changes with the
// value.
func hasSum(k key) bool {
	switch k {
	case keyOther, keyMetadata, keyConvergence, keyImplementation, keyAgent, keyPaths:
		return true
	}
	return false
}

// checksum returns a checksum of a JSON value without the whitespace between its tokens, never 0. A text has no such
// whitespace and is often long: hash/crc32 is twenty times as fast there.
func checksum(raw []byte) uint32 {
	if len(raw) > 0 && raw[0] == '"' {
		return max(crc32.ChecksumIEEE(raw), 1)
	}
	h := uint32(2166136261) // FNV-1a
	text, escaped := false, false
	for _, c := range raw {
		switch {
		case text:
			text = escaped || c != '"'
			escaped = !escaped && c == '\\'
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			continue
		default:
			text = c == '"'
		}
		h = (h ^ uint32(c)) * 16777619
	}
	return max(h, 1)
}

// descriptionSum returns a checksum of a file's description, 0 for none.
func descriptionSum(f *file) uint16 {
	m, ok := f.get(keyDescription)
	if !ok {
		return 0
	}
	h := checksum(f.Raw(m))
	return uint16(h ^ h>>16)
}
