package archive

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Types of values in an RPM header.
const (
	rpmInt16      = 3
	rpmInt32      = 4
	rpmText       = 6
	rpmBytes      = 7
	rpmTexts      = 8
	rpmTranslated = 9 // a text in every language of the table; ours has one
)

// rpmHeaderWriter builds one header: an index of tags and a store of values.
type rpmHeaderWriter struct {
	// region is the tag of the entry that covers all others and makes them
	// immutable; rpm refuses to check digests of a header without one.
	region uint32
	values []rpmValue
}

type rpmValue struct {
	tag   uint32
	kind  uint32
	count uint32
	data  []byte
}

func newRPMHeader(region uint32) *rpmHeaderWriter { return &rpmHeaderWriter{region: region} }

func (h *rpmHeaderWriter) add(tag, kind uint32, count int, data []byte) {
	h.values = append(h.values, rpmValue{tag, kind, uint32(count), data})
}

func (h *rpmHeaderWriter) text(tag uint32, text string) { h.add(tag, rpmText, 1, terminated(text)) }

func (h *rpmHeaderWriter) translated(tag uint32, text string) {
	h.add(tag, rpmTranslated, 1, terminated(text))
}

func (h *rpmHeaderWriter) texts(tag uint32, texts ...string) {
	h.add(tag, rpmTexts, len(texts), terminated(texts...))
}

func (h *rpmHeaderWriter) bytes(tag uint32, data []byte) { h.add(tag, rpmBytes, len(data), data) }

func (h *rpmHeaderWriter) int32s(tag uint32, numbers ...int32) {
	h.add(tag, rpmInt32, len(numbers), bigEndian(numbers))
}

func (h *rpmHeaderWriter) int16s(tag uint32, numbers ...int16) {
	h.add(tag, rpmInt16, len(numbers), bigEndian(numbers))
}

func terminated(texts ...string) []byte {
	var b bytes.Buffer
	for _, text := range texts {
		b.WriteString(text)
		b.WriteByte(0)
	}
	return b.Bytes()
}

// bigEndian encodes numbers of a fixed size, which cannot fail.
func bigEndian(numbers any) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.BigEndian, numbers)
	return b.Bytes()
}

// rpmIndexEntry is one entry of the index, as it stands in the file.
type rpmIndexEntry struct {
	Tag, Kind uint32
	Offset    int32
	Count     uint32
}

const rpmIndexEntrySize = 16

// encode returns the header: a magic, two counts, the index in the order of
// tags with the region first, and the store, which ends with the region's value.
// That value is an index entry itself and points back to where the index begins.
func (h *rpmHeaderWriter) encode() []byte {
	values := slices.Clone(h.values)
	slices.SortStableFunc(values, func(a, b rpmValue) int { return int(a.tag) - int(b.tag) })
	var store bytes.Buffer
	index := []rpmIndexEntry{{}} // the region's, known at the end
	for _, v := range values {
		size := map[uint32]int{rpmInt16: 2, rpmInt32: 4}[v.kind]
		for size > 0 && store.Len()%size != 0 {
			store.WriteByte(0)
		}
		index = append(index, rpmIndexEntry{v.tag, v.kind, int32(store.Len()), v.count})
		store.Write(v.data)
	}
	index[0] = rpmIndexEntry{h.region, rpmBytes, int32(store.Len()), rpmIndexEntrySize}
	store.Write(bigEndian(rpmIndexEntry{h.region, rpmBytes, int32(-rpmIndexEntrySize * len(index)), rpmIndexEntrySize}))

	out := bytes.NewBuffer([]byte{0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0})
	out.Write(bigEndian([]uint32{uint32(len(index)), uint32(store.Len())}))
	out.Write(bigEndian(index))
	out.Write(store.Bytes())
	return out.Bytes()
}
