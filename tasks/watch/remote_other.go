//go:build !linux

package watch

// RemoteFileSystem returns "": it is known on Linux only. Elsewhere the regular comparison finds changes that are not
// reported.
func RemoteFileSystem(string) string { return "" }
