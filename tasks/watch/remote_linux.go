package watch

import "golang.org/x/sys/unix"

// remoteFileSystem names the kind of file system dir lies on if other machines, or the other side of a virtual one, change
// it without this kernel being told; "" if it is local. The magic numbers are those of statfs(2).
func remoteFileSystem(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return ""
	}
	switch uint32(st.Type) {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB"
	case unix.V9FS_MAGIC:
		return "9p"
	case unix.CEPH_SUPER_MAGIC:
		return "Ceph"
	case unix.AFS_SUPER_MAGIC:
		return "AFS"
	}
	return ""
}
