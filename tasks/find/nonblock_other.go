//go:build !unix

package find

// nonblock is nothing here: an open does not wait.
const nonblock = 0
