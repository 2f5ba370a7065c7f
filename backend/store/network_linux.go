package store

import "syscall"

// networkFilesystems are the superblock numbers (statfs(2), linux/magic.h) of
// filesystems that another machine, or another kernel, may share with us: the
// shared memory of a write-ahead log does not reach there. All of FUSE is
// included, as sshfs and cloud drives cannot be told from the local ones.
var networkFilesystems = map[uint32]string{
	0x6969:     "nfs",
	0x517B:     "smb",
	0xFF534D42: "cifs",
	0xFE534D42: "smb2",
	0x65735546: "fuse",
	0x5346414F: "afs",
	0x6B414653: "afs (kernel)",
	0x00C36400: "ceph",
	0x01021997: "9p",
	0x73757245: "coda",
	0x0BD00BD0: "lustre",
	0x47504653: "gpfs",
	0x786F4256: "vboxsf",
	0x19830326: "beegfs",
	0x7461636F: "ocfs2",
	0x01161970: "gfs2",
}

// onNetwork reports whether dir is on a network filesystem. When the system
// does not tell, it is taken for one: the rollback journal works everywhere.
func onNetwork(dir string) bool {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return true
	}
	return isNetwork(int64(stat.Type))
}

// isNetwork takes the number as the kernel gives it, which is sign-extended
// from 32 bits on some architectures.
func isNetwork(magic int64) bool {
	_, found := networkFilesystems[uint32(magic)]
	return found
}
