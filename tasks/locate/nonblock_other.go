//go:build !unix

package locate

// nonblock is nothing here: an open does not wait.
const nonblock = 0
