package archive

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// An RPM is a lead, a header with digests, a header with everything else and a
// compressed cpio archive. The format is that of rpm 4,
// https://rpm-software-management.github.io/rpm/manual/format_v4.html.

// rpmMachines are RPM's names for Go's.
var rpmMachines = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// WriteRPM writes a binary package. Like the Debian one it has no scripts.
func WriteRPM(w io.Writer, t *Tree, d Description) error {
	machine, known := rpmMachines[d.Machine]
	if !known {
		return fmt.Errorf("no RPM is known for the processor %s", d.Machine)
	}
	entries := rpmEntries(t)
	var cpio, payload bytes.Buffer
	if err := writeCpio(&cpio, t, entries); err != nil {
		return err
	}
	if err := compressed(&payload, func(w io.Writer) error {
		_, err := w.Write(cpio.Bytes())
		return err
	}); err != nil {
		return err
	}
	header := rpmHeader(t, d, machine, entries, payload.Bytes())
	signature := rpmDigests(header, payload.Bytes(), cpio.Len())
	for _, part := range [][]byte{rpmLead(d, machine), signature, header, payload.Bytes()} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// rpmEntries are what the package owns: files, links and its own folders. A
// folder that belongs to the system must not be in a package, or removing the
// package would try to take it along.
func rpmEntries(t *Tree) []Entry {
	return slices.DeleteFunc(t.sorted(false), func(e Entry) bool { return e.Mode.IsDir() && !e.Ours })
}

// rpmRelease is counted up when the same version is packaged again; ours is
// packaged once.
const rpmRelease = "1"

// rpmLead is what the file type is recognized by; everything in it stands in the
// headers again, and only the magic is still read.
func rpmLead(d Description, machine string) []byte {
	const magic, major, binaryPackage, linux, headerSignature = 0xedabeedb, 3, 0, 1, 5
	var name [66]byte
	copy(name[:len(name)-1], d.Name+"-"+d.Version+"-"+rpmRelease)
	number := uint16(1)
	if machine == "aarch64" {
		number = 19
	}
	var b bytes.Buffer
	for _, field := range []any{uint32(magic), uint8(major), uint8(0), uint16(binaryPackage), number, name, uint16(linux), uint16(headerSignature), [16]byte{}} {
		binary.Write(&b, binary.BigEndian, field) // a buffer takes everything
	}
	return b.Bytes()
}

// Tags of the first header.
const (
	sigRegion      = 62
	sigSHA1        = 269
	sigSHA256      = 273
	sigSize        = 1000
	sigMD5         = 1004
	sigPayloadSize = 1007
)

// rpmDigests is the header that proves the rest. There is no signature in it: a
// package is signed by whoever publishes it.
func rpmDigests(header, payload []byte, unpacked int) []byte {
	sum1, sum256 := sha1.Sum(header), sha256.Sum256(header)
	both := md5.New()
	both.Write(header)
	both.Write(payload)
	h := newRPMHeader(sigRegion)
	h.text(sigSHA1, hex.EncodeToString(sum1[:]))
	h.text(sigSHA256, hex.EncodeToString(sum256[:]))
	h.int32s(sigSize, int32(len(header)+len(payload)))
	h.bytes(sigMD5, both.Sum(nil))
	h.int32s(sigPayloadSize, int32(unpacked))
	out := h.encode()
	return append(out, make([]byte, (8-len(out)%8)%8)...) // the next header begins at a multiple of 8
}

// Tags of the second header, named as in the format's description.
const (
	tagRegion            = 63
	tagI18NTable         = 100
	tagName              = 1000
	tagVersion           = 1001
	tagRelease           = 1002
	tagSummary           = 1004
	tagDescription       = 1005
	tagBuildTime         = 1006
	tagSize              = 1009
	tagVendor            = 1011
	tagLicense           = 1014
	tagGroup             = 1016
	tagOS                = 1021
	tagArch              = 1022
	tagFileSizes         = 1028
	tagFileModes         = 1030
	tagFileRdevs         = 1033
	tagFileTimes         = 1034
	tagFileDigests       = 1035
	tagFileLinks         = 1036
	tagFileFlags         = 1037
	tagFileUsers         = 1039
	tagFileGroups        = 1040
	tagSourceRPM         = 1044
	tagFileVerify        = 1045
	tagProvideName       = 1047
	tagRequireFlags      = 1048
	tagRequireName       = 1049
	tagRequireVersion    = 1050
	tagFileDevices       = 1095
	tagFileInodes        = 1096
	tagFileLangs         = 1097
	tagProvideFlags      = 1112
	tagProvideVersion    = 1113
	tagDirIndexes        = 1116
	tagBaseNames         = 1117
	tagDirNames          = 1118
	tagPayloadFormat     = 1124
	tagPayloadCompressor = 1125
	tagPayloadFlags      = 1126
	tagFileDigestAlgo    = 5011
	tagRecommendName     = 5046
	tagRecommendVersion  = 5047
	tagRecommendFlags    = 5048
	tagEncoding          = 5062
	tagPayloadDigest     = 5092
	tagPayloadDigestAlgo = 5093
)

const sha256Algorithm = 8 // as in OpenPGP

func rpmHeader(t *Tree, d Description, machine string, entries []Entry, payload []byte) []byte {
	h := newRPMHeader(tagRegion)
	h.texts(tagI18NTable, "C")
	h.text(tagName, d.Name)
	h.text(tagVersion, d.Version)
	h.text(tagRelease, rpmRelease)
	h.translated(tagSummary, d.Summary)
	h.translated(tagDescription, strings.Join(d.Text, "\n\n"))
	h.int32s(tagBuildTime, int32(t.Time.Unix()))
	h.int32s(tagSize, int32(t.size()))
	h.text(tagVendor, d.Maintainer)
	h.text(tagLicense, d.License)
	h.translated(tagGroup, "Unspecified")
	h.text(tagOS, "linux")
	h.text(tagArch, machine)
	// Without the name of a source package it would be taken for one.
	h.text(tagSourceRPM, d.Name+"-"+d.Version+"-"+rpmRelease+".src.rpm")
	rpmFiles(h, t, entries)
	rpmRelations(h, d, machine)
	h.text(tagPayloadFormat, "cpio")
	h.text(tagPayloadCompressor, "gzip")
	h.text(tagPayloadFlags, "9")
	h.text(tagEncoding, "utf-8")
	sum := sha256.Sum256(payload)
	h.texts(tagPayloadDigest, hex.EncodeToString(sum[:]))
	h.int32s(tagPayloadDigestAlgo, sha256Algorithm)
	return h.encode()
}

// rpmFiles describes every file in parallel arrays.
func rpmFiles(h *rpmHeaderWriter, t *Tree, entries []Entry) {
	var sizes, times, flags, verify, devices, inodes, dirs []int32
	var modes, rdevs []int16
	var digests, links, users, groups, langs, bases, dirNames []string
	for i, e := range entries {
		dir := "/" + path.Dir(e.Path) + "/"
		at := slices.Index(dirNames, dir)
		if at < 0 {
			at = len(dirNames)
			dirNames = append(dirNames, dir)
		}
		digest, link, size := "", "", len(e.Data)
		switch e.Mode.Type() {
		case fs.ModeDir:
			size = 0
		case fs.ModeSymlink:
			link = string(e.Data)
		default:
			sum := sha256.Sum256(e.Data)
			digest = hex.EncodeToString(sum[:])
		}
		sizes, times = append(sizes, int32(size)), append(times, int32(t.Time.Unix()))
		flags, verify = append(flags, rpmFileFlags(e.Path)), append(verify, -1) // verify everything
		devices, inodes, dirs = append(devices, 1), append(inodes, int32(i+1)), append(dirs, int32(at))
		modes, rdevs = append(modes, int16(unixMode(e.Mode))), append(rdevs, 0)
		digests, links, langs = append(digests, digest), append(links, link), append(langs, "")
		users, groups, bases = append(users, "root"), append(groups, "root"), append(bases, path.Base(e.Path))
	}
	h.int32s(tagFileSizes, sizes...)
	h.int16s(tagFileModes, modes...)
	h.int16s(tagFileRdevs, rdevs...)
	h.int32s(tagFileTimes, times...)
	h.texts(tagFileDigests, digests...)
	h.texts(tagFileLinks, links...)
	h.int32s(tagFileFlags, flags...)
	h.texts(tagFileUsers, users...)
	h.texts(tagFileGroups, groups...)
	h.int32s(tagFileVerify, verify...)
	h.int32s(tagFileDevices, devices...)
	h.int32s(tagFileInodes, inodes...)
	h.texts(tagFileLangs, langs...)
	h.int32s(tagDirIndexes, dirs...)
	h.texts(tagBaseNames, bases...)
	h.texts(tagDirNames, dirNames...)
	h.int32s(tagFileDigestAlgo, sha256Algorithm)
}

// rpmFileFlags lets rpm leave documents out where its user wants none.
func rpmFileFlags(name string) int32 {
	const document = 1 << 1
	if strings.HasPrefix(name, "usr/share/doc/") || strings.HasPrefix(name, "usr/share/man/") {
		return document
	}
	return 0
}

// rpmRelations says what the package needs, and that it is itself.
func rpmRelations(h *rpmHeaderWriter, d Description, machine string) {
	const less, equal, forRPM = 1 << 1, 1 << 3, 1 << 24
	own := d.Version + "-" + rpmRelease
	h.texts(tagProvideName, d.Name, d.Name+"("+strings.ReplaceAll(machine, "_", "-")+")")
	h.int32s(tagProvideFlags, equal, equal)
	h.texts(tagProvideVersion, own, own)

	// What rpm itself has to understand of this format.
	features := [][2]string{{"CompressedFileNames", "3.0.4-1"}, {"FileDigests", "4.6.0-1"}, {"PayloadFilesHavePrefix", "4.0-1"}}
	if strings.Contains(d.Version, "~") {
		features = append(features, [2]string{"TildeInVersions", "4.10.0-1"})
	}
	var names, versions []string
	var flags []int32
	for _, name := range d.Requires {
		names, versions, flags = append(names, name), append(versions, ""), append(flags, 0)
	}
	for _, feature := range features {
		names, versions, flags = append(names, "rpmlib("+feature[0]+")"), append(versions, feature[1]), append(flags, less|equal|forRPM)
	}
	h.texts(tagRequireName, names...)
	h.texts(tagRequireVersion, versions...)
	h.int32s(tagRequireFlags, flags...)
	if len(d.Recommends) > 0 {
		h.texts(tagRecommendName, d.Recommends...)
		h.texts(tagRecommendVersion, make([]string, len(d.Recommends))...)
		h.int32s(tagRecommendFlags, make([]int32, len(d.Recommends))...)
	}
}

// unixMode is a mode as stat(2) has it.
func unixMode(mode fs.FileMode) uint16 {
	const regular, folder, link = 0o100000, 0o040000, 0o120000
	bits := uint16(mode.Perm())
	switch mode.Type() {
	case fs.ModeDir:
		return folder | bits
	case fs.ModeSymlink:
		return link | bits
	}
	return regular | bits
}

// writeCpio writes the files in the "newc" form of cpio(5).
func writeCpio(w io.Writer, t *Tree, entries []Entry) error {
	write := func(inode int, mode uint16, links int, name string, data []byte, at int64) error {
		head := fmt.Sprintf("070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%s\x00",
			inode, mode, 0, 0, links, at, len(data), 0, 1, 0, 0, len(name)+1, 0, name)
		_, err := w.Write(slices.Concat(toFour([]byte(head)), toFour(data)))
		return err
	}
	for i, e := range entries {
		links := 1
		if e.Mode.IsDir() {
			links = 2
		}
		if err := write(i+1, unixMode(e.Mode), links, "./"+e.Path, e.Data, t.Time.Unix()); err != nil {
			return err
		}
	}
	return write(0, 0, 1, "TRAILER!!!", nil, 0)
}

// toFour pads to a multiple of four bytes.
func toFour(data []byte) []byte {
	return slices.Concat(data, make([]byte, (4-len(data)%4)%4))
}
