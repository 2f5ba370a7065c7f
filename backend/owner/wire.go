package owner

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"clankergrid/backend/errs"
)

// Protocol is the version of the control protocol that this build speaks. It
// answers clients of this version and of the one before.
//
// Every message is one line of JSON. First the client and then the owner says
// hello; then the client sends requests and the owner answers each in turn. An
// owner that refuses a client answers with an error in place of its hello.
//
//	→ {"protocol":1,"version":"1.2.3","kind":"client","pid":4711}
//	← {"protocol":1,"version":"1.2.3","kind":"desktop","pid":4242}
//	→ {"method":"focus","params":{"path":"/home/me/src"}}
//	← {}
//	→ {"method":"url"}
//	← {"value":"http://127.0.0.1:1234/#token=…"}
//	→ {"method":"quit","params":{"force":false}}
//	← {"error":{"kind":"running","message":"…","hint":"…"}}
const Protocol = 1

// accepted reports whether a peer of that version is understood. Version 0 was
// never released.
func accepted(protocol int) bool {
	return protocol >= 1 && (protocol == Protocol || protocol == Protocol-1)
}

const (
	// requestLimit bounds one line to the owner. A path is the longest thing in
	// one, and no system takes paths of more than 32 KiB. A longer line ends the
	// connection.
	requestLimit = 64 << 10
	// responseLimit bounds one line from the owner: the status of 200 terminals
	// takes some 200 KiB. A longer one fails the call.
	responseLimit = 8 << 20
)

// hello is the first line each way.
type hello struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
	Kind     string `json:"kind"`
	Pid      int    `json:"pid"`
}

type request struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

type response struct {
	Value json.RawMessage `json:"value,omitempty"`
	Error *errs.Public    `json:"error,omitempty"`
}

type focusParams struct {
	Path string `json:"path"`
}

type quitParams struct {
	Force bool `json:"force"`
}

var errLineTooLong = errors.New("line too long")

// readLine reads one line of at most limit bytes, its end not counted, into
// value. An end of input before the line's end is io.ErrUnexpectedEOF, and
// io.EOF when the line had not begun.
func readLine(from *bufio.Reader, limit int, value any) error {
	var line []byte
	for {
		part, err := from.ReadSlice('\n')
		if len(line)+len(part) > limit+1 {
			return errLineTooLong
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return json.Unmarshal(line, value)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return io.ErrUnexpectedEOF
		default:
			return err
		}
	}
}

func writeLine(to io.Writer, value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = to.Write(append(line, '\n'))
	return err
}

// strange is the sentence for a peer of a protocol that we do not speak.
func strange(protocol int) *errs.Error {
	return errs.New("owner.Serve", errs.Unsupported,
		fmt.Sprintf("The running program speaks control protocol %d, and %d was asked for.", Protocol, protocol),
		"Quit the running program and start the version that you want to use.")
}

func unknownMethod(method string) *errs.Error {
	return errs.New("owner.Serve", errs.Unsupported,
		"The running program has no request "+errs.Quote(method)+".", "Quit it and start this version.")
}
