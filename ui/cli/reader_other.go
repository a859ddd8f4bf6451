//go:build !unix

package cli

import "io"

// awaitReaderEnd never returns: where the system does not tell of it, the next write does.
func awaitReaderEnd(io.Writer) { select {} }
