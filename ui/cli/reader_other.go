//go:build !unix

package cli

import "io"

// awaitReaderEnd never returns: on this system the next write fails when the reader has ended.
func awaitReaderEnd(io.Writer) { select {} }
