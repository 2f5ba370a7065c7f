package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"clankergrid/backend/errs"
)

// methods is the table of bound methods, "Service.Method", built once.
type methods map[string]method

type method struct {
	fn       reflect.Value
	params   []reflect.Type
	hasValue bool
	hasError bool
}

var errorType = reflect.TypeFor[error]()

// newMethods collects the exported methods of the services. A method that no
// client could call is a defect of ours and panics at start.
func newMethods(services []any) methods {
	table := methods{}
	for _, service := range services {
		v := reflect.ValueOf(service)
		name := reflect.Indirect(v).Type().Name()
		for i := range v.NumMethod() {
			full := name + "." + v.Type().Method(i).Name
			if _, taken := table[full]; taken {
				panic("serve: two services offer " + full)
			}
			table[full] = newMethod(full, v.Method(i))
		}
	}
	return table
}

func newMethod(name string, fn reflect.Value) method {
	t := fn.Type()
	m := method{fn: fn}
	for i := range t.NumIn() {
		m.params = append(m.params, t.In(i))
	}
	results := t.NumOut()
	if results > 0 && t.Out(results-1) == errorType {
		m.hasError = true
		results--
	}
	if results > 1 || t.IsVariadic() {
		panic("serve: " + name + " must return at most one value and an error")
	}
	m.hasValue = results == 1
	return m
}

// call runs a method with strictly decoded parameters: their number must be
// exact and a field that the method does not know is refused.
func (t methods) call(name string, params []json.RawMessage) (any, error) {
	const op = "serve.call"
	m, ok := t[name]
	if !ok {
		return nil, errs.New(op, errs.Unsupported, "The application has no such operation.", "Reload the page; it may be older than the application.")
	}
	if len(params) != len(m.params) {
		return nil, errs.New(op, errs.Invalid, fmt.Sprintf("%s takes %d values, not %d.", name, len(m.params), len(params)), "")
	}
	in := make([]reflect.Value, len(params))
	for i, raw := range params {
		value := reflect.New(m.params[i])
		if m.params[i].Kind() == reflect.Pointer && string(raw) == "null" {
			in[i] = value.Elem() // what may be left out
			continue
		}
		if err := decodeStrict(raw, value.Interface()); err != nil {
			return nil, errs.Wrap(op, errs.Invalid, fmt.Sprintf("Value %d of %s is not of its form.", i+1, name), "", err)
		}
		in[i] = value.Elem()
	}
	out := m.fn.Call(in)
	if m.hasError {
		if err, _ := out[len(out)-1].Interface().(error); err != nil {
			return nil, err
		}
	}
	if m.hasValue {
		return out[0].Interface(), nil
	}
	return nil, nil
}

// decodeStrict decodes exactly one JSON value and refuses unknown fields. null
// is refused too: no parameter of ours is optional.
func decodeStrict(raw []byte, into any) error {
	if bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return fmt.Errorf("null")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("more than one value")
	}
	return nil
}
