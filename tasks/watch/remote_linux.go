package watch

import "golang.org/x/sys/unix"

// remoteKinds are the names of file systems whose files another machine, or the host of a virtual one, can change
// without an event in this kernel, by their magic numbers of statfs(2).
var remoteKinds = map[uint32]string{
	unix.NFS_SUPER_MAGIC:  "NFS",
	unix.SMB_SUPER_MAGIC:  "SMB",
	unix.CIFS_SUPER_MAGIC: "SMB",
	unix.SMB2_SUPER_MAGIC: "SMB",
	unix.V9FS_MAGIC:       "9p",
	unix.CEPH_SUPER_MAGIC: "Ceph",
	unix.AFS_SUPER_MAGIC:  "AFS",
	unix.FUSE_SUPER_MAGIC: "FUSE", // sshfs, virtiofs, shares of containers
	0x786f4256:            "vboxsf",
	0xbacbacbc:            "vmhgfs",
	0x7c7c6673:            "prl_fs",
}

// RemoteFileSystem returns the kind of the file system of dir if others can change its files without an event in this
// system; "" if it is local.
func RemoteFileSystem(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return ""
	}
	return remoteKinds[uint32(st.Type)]
}
