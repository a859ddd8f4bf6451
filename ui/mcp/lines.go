package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxLine limits the size of a message, in bytes.
const maxLine = 16 << 20

// lineReader passes the messages of a client to the library. The library ends the connection at any other line, so the
// reader answers those itself.
type lineReader struct {
	io.Closer
	in   *bufio.Reader
	out  *lineWriter
	rest []byte // of the current line
}

// Read returns the next bytes of a message.
func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.next()
		if err != nil {
			return 0, err
		}
		id, refused := check(line)
		if refused == nil {
			r.rest = append(line, '\n')
			continue
		}
		text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": refused})
		if err == nil {
			_, err = r.out.Write(append(text, '\n'))
		}
		if err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next returns the next line that is not blank. Of one that is too long it returns the beginning, which is still longer
// than maxLine, so that check refuses it.
func (r *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		} else if err != nil {
			return nil, err
		}
	}
}

// check returns why a line is no message that the library accepts, nil if it is one, and the id to refuse it with: that
// of the line if it has a valid one, else nil.
func check(line []byte) (id json.RawMessage, refused *jsonrpc.Error) {
	invalid := func(why string) *jsonrpc.Error {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: " + why}
	}
	var m map[string]json.RawMessage
	err := json.Unmarshal(line, &m)
	_, isBad := errors.AsType[*json.SyntaxError](err)
	switch {
	case len(line) > maxLine:
		return nil, invalid(fmt.Sprintf("a message has at most %d MB", maxLine>>20))
	case isBad || !utf8.Valid(line):
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "parse error: a line is one message in JSON"}
	case m == nil:
		return nil, invalid("a message is an object, and batches are not served")
	}
	id, hasID := m["id"]
	// ParseFloat refuses a number that is too large for it: that is a number as well
	number, err := strconv.ParseFloat(string(id), 64)
	isNumber, isText := err == nil || errors.Is(err, strconv.ErrRange), hasID && id[0] == '"'
	if !isNumber && !isText {
		id = nil
	}
	_, err = jsonrpc.DecodeMessage(line)
	const exact = 1 << 53 // from here on a float64 does not have every whole number
	switch {
	case hasID && !isText && (!isNumber || number != math.Trunc(number) || math.Abs(number) >= exact):
		return id, invalid("an id is a text or a whole number")
	case m["method"] == nil && m["result"] == nil && m["error"] == nil:
		return id, invalid("it has no method")
	case m["method"] != nil && m["method"][0] != '"':
		return id, invalid("a method is a text")
	case err != nil:
		return id, invalid(err.Error())
	}
	return id, nil
}

// lineWriter writes the lines of the library and of a lineReader, one at a time.
type lineWriter struct {
	io.WriteCloser
	turn sync.Mutex
}

// Write writes a line.
func (w *lineWriter) Write(p []byte) (int, error) {
	w.turn.Lock()
	defer w.turn.Unlock()
	return w.WriteCloser.Write(p)
}
