package dialect

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Members gives every member of the object in raw, in file order; the Raw slices point into raw.
func (b *Codec) Members(raw []byte) ([]tasks.Member, error) {
	f := b.open()
	defer b.done(f)
	if err := f.parse(raw); err != nil {
		return nil, err
	}
	known := func(name string, _ []byte) bool { return inWords(keyOf(name)) }
	switch sp := b.classify(f, "", b.folder.Load()); {
	case sp.titled():
		known = toldInFacts
	case sp.isForeign():
		known = func(name string, _ []byte) bool { return inForeignWords(keyOf(name)) }
	}
	out := make([]tasks.Member, 0, len(f.codes))
	for _, m := range f.Object.Members() {
		out = append(out, tasks.Member{Name: f.Name(m), Raw: f.Raw(m), Known: known(f.Name(m), f.Raw(m))})
	}
	return out, nil
}

// maxNameSets bounds the interned sets of names, against a directory where every file has members of its own.
const maxNameSets = 1024

// members returns the members of a record, nil where there is nothing to keep of them. Where none has a checksum, one copy
// is kept for all files of the same members.
func (b *Codec) members(f *file, sp *spec) *tasks.Members {
	shared := b.sharedMembers(f, sp)
	var sums []uint32
	n := 0
	for i, m := range f.Object.Members() {
		k := f.codes[i]
		if inWords(k) {
			continue
		}
		if summed(k) {
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

// sharedMembers returns the one copy of the names of a file's members, nil where no name is to be kept.
func (b *Codec) sharedMembers(f *file, sp *spec) *tasks.Members {
	f.scratch = f.scratch[:0]
	for i, m := range f.Object.Members() {
		other, surplus := !inWords(f.codes[i]), f.isSurplus(i, sp)
		if !other && !surplus {
			continue
		}
		name := f.NameBytes(m)
		if name == nil {
			name = []byte(f.Name(m))
		}
		f.scratch = append(binary.AppendUvarint(f.scratch, uint64(len(name))), name...)
		f.scratch = strconv.AppendBool(f.scratch, surplus)
	}
	if len(f.scratch) == 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if set, ok := b.names[string(f.scratch)]; ok {
		return set
	}
	set, keys := &tasks.Members{}, &tasks.Keys{}
	for i, m := range f.Object.Members() {
		if !inWords(f.codes[i]) {
			set.Names = append(set.Names, f.Name(m))
		}
		if f.isSurplus(i, sp) {
			keys.Names, set.Surplus = append(keys.Names, f.Name(m)), keys
		}
	}
	if b.names == nil || len(b.names) >= maxNameSets {
		b.names = map[string]*tasks.Members{}
	}
	b.names[string(f.scratch)] = set
	return set
}

// isSurplus reports whether the agents of a file have no place for its i-th member. Where they take any every member is
// one: the file may stand among others whose agents do not.
func (f *file) isSurplus(i int, sp *spec) bool {
	if f.codes[i] == keyOwner && sp.none == noneAbsent {
		return f.Object.Members()[i].Kind == jsonedit.KindNull // no key is how they say that
	}
	return !sp.traits.FixedKeys || sp.isSurplus(f.codes[i])
}

// summed reports whether a change of a member's value is told by its name: nothing else tells it.
func summed(k key) bool {
	switch k {
	case keyOther, keyMetadata, keyConvergence, keyImplementation, keyAgent, keyPaths:
		return true
	}
	return false
}

// checksum returns a checksum of a JSON value without the blanks between its tokens, and never 0. A text has none, and is often
// long: there the processor's own is twenty times as fast.
func checksum(raw []byte) uint32 {
	if len(raw) > 0 && raw[0] == '"' {
		return max(crc32.ChecksumIEEE(raw), 1)
	}
	h := uint32(2166136261)
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

// textSum returns a checksum of a file's description.
func textSum(f *file) uint16 {
	m, ok := f.get(keyDescription)
	if !ok {
		return 0
	}
	h := checksum(f.Raw(m))
	return uint16(h ^ h>>16)
}
