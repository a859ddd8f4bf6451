package graph

import mb "math/bits"

// bits is a set of small numbers.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(i int32) bool { return b[i>>6]>>(uint(i)&63)&1 == 1 }

func (b bits) add(i int32) { b[i>>6] |= 1 << (uint(i) & 63) }

func (b bits) drop(i int32) { b[i>>6] &^= 1 << (uint(i) & 63) }

func (b bits) len() int {
	n := 0
	for _, w := range b {
		n += mb.OnesCount64(w)
	}
	return n
}

// Set is a set of nodes.
type Set struct{ bits bits }

// Has reports whether a node is in the set.
func (s Set) Has(i int32) bool { return i >= 0 && int(i)/64 < len(s.bits) && s.bits.has(i) }

// Len returns how many are in it.
func (s Set) Len() int { return s.bits.len() }
