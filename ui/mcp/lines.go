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

// maxLine is the size of the longest message that is read.
const maxLine = 16 << 20

// lineReader hands on the lines of a client that are messages. The library ends the connection at any other line, so
// the reader answers those itself.
type lineReader struct {
	io.Closer
	in   *bufio.Reader
	out  io.Writer
	rest []byte // of the line that is being handed on
}

// Read hands on the next bytes of a message.
func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.next()
		if err != nil {
			return 0, err
		}
		if id, refused := check(line); refused != nil {
			if err := r.answer(id, refused); err != nil {
				return 0, err
			}
			continue
		}
		r.rest = line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next returns the next line that is not blank, with a line feed at its end. Of a line that is too long it returns only so much that
// check refuses it.
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
		if text := bytes.TrimSpace(line); len(text) > 0 {
			return append(text, '\n'), nil
		}
		if err != nil {
			return nil, err
		}
		line = line[:0]
	}
}

// answer tells the client which request is refused, and why. Where no id can be read, id is nil.
func (r *lineReader) answer(id json.RawMessage, refused *jsonrpc.Error) error {
	text, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", id, refused})
	if err != nil {
		return err
	}
	_, err = r.out.Write(append(text, '\n'))
	return err
}

// check returns why a line is no message, nil for one that the library reads, and the id of the request if it has one.
func check(line []byte) (id json.RawMessage, refused *jsonrpc.Error) {
	invalid := func(why string) *jsonrpc.Error {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: " + why}
	}
	switch {
	case len(line) > maxLine:
		return nil, invalid(fmt.Sprintf("a message has at most %d MB", maxLine>>20))
	case !utf8.Valid(line) || !json.Valid(line):
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "parse error: a line is one message in JSON"}
	case line[0] != '{':
		return nil, invalid("a message is an object, and batches are not served")
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(line, &m); err != nil {
		return nil, invalid(err.Error())
	}
	id, hasID := m["id"]
	number, err := strconv.ParseFloat(string(id), 64)
	isNumber, isText := err == nil || errors.Is(err, strconv.ErrRange), hasID && id[0] == '"'
	if !isNumber && !isText {
		id = nil
	}
	switch {
	case hasID && !isText && (!isNumber || number != math.Trunc(number) || math.Abs(number) >= 1<<53):
		return id, invalid("an id is a text or a whole number")
	case m["method"] == nil && m["result"] == nil && m["error"] == nil:
		return id, invalid("it has no method")
	case m["method"] != nil && m["method"][0] != '"':
		return id, invalid("a method is a text")
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
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
