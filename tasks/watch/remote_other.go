//go:build !linux

package watch

// remoteFileSystem is not asked on this system; the regular comparison covers what its watches do not tell.
func remoteFileSystem(string) string { return "" }
