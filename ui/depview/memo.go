package depview

// memo is what was worked out last, and the key of what.
type memo[K comparable, V any] struct {
	key   K
	value V
	made  bool
}

// get returns what is worked out for a key, and reports whether it was worked out now.
func (m *memo[K, V]) get(key K, work func() V) (value V, anew bool) {
	if m.made && m.key == key {
		return m.value, false
	}
	m.key, m.value, m.made = key, work(), true
	return m.value, true
}
