package watch

import "golang.org/x/sys/unix"

// remoteKinds names the file systems whose files another machine, or the other side of a virtual one, changes without this
// kernel hearing of it, by the magic numbers of statfs(2).
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

// RemoteFileSystem returns the kind of file system dir lies on if others can change its files without this system being
// told; "" if it is local.
func RemoteFileSystem(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return ""
	}
	return remoteKinds[uint32(st.Type)]
}
