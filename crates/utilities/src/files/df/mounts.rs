//! The table of mounts (proc_pid_mountinfo(5)), and which of them df shows where nobody asks for one.

use rustix::io::Errno;

/// Types of file systems with files on a device or in memory. What is made up by the kernel is
/// shown only where nothing else is in its place.
const TYPES: &[&[u8]] = &[
    b"btrfs",
    b"devtmpfs",
    b"ext2",
    b"ext3",
    b"ext4",
    b"f2fs",
    b"overlay",
    b"tmpfs",
    b"vfat",
    b"xfs",
];

/// Types that df never shows, and does not look at.
const DUMMIES: &[&[u8]] =
    &[b"autofs", b"debugfs", b"devpts", b"fusectl", b"mqueue", b"proc", b"rpc_pipefs", b"sysfs"];

/// Types made up by the kernel, which df looks at and finds to have no blocks.
const WITHOUT_BLOCKS: &[&[u8]] = &[
    b"binfmt_misc",
    b"bpf",
    b"cgroup",
    b"cgroup2",
    b"configfs",
    b"hugetlbfs",
    b"nsfs",
    b"pstore",
    b"ramfs",
    b"securityfs",
    b"selinuxfs",
    b"tracefs",
];

/// What is mounted somewhere.
pub struct Mount<'t> {
    number: u64,
    /// The directory of the file system that is seen at the place.
    root: Vec<u8>,
    pub device: Vec<u8>,
    pub place: Vec<u8>,
    pub kind: &'t [u8],
}

impl Mount<'_> {
    /// Whether it is shown, should it have blocks: it is of a usual kind, and its names are shown as they are.
    pub fn is_usual(&self) -> bool {
        let is_plain =
            |text: &[u8]| !text.is_empty() && text.iter().all(|byte| (33..127).contains(byte));
        TYPES.contains(&self.kind) && is_plain(&self.device) && is_plain(&self.place)
    }

    fn is_dummy(&self) -> bool {
        DUMMIES.contains(&self.kind)
    }

    /// Whether df takes it for one of another machine, or shows what a link with a UUID leads to.
    fn is_elsewhere(&self) -> bool {
        let end = &self.device[self.device.len().saturating_sub(36)..];
        let is_uuid = end.len() == 36
            && end.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
            && end.contains(&b'-');
        self.device.contains(&b':') || self.device.starts_with(b"//") || is_uuid
    }

    /// Whether df shows this one of two of the same device, and not `seen`, which comes before it.
    fn wins_over(&self, seen: &Mount) -> bool {
        let is_path = |mount: &Mount| mount.device.contains(&b'/');
        let is_nearer = self.place.len() < seen.place.len();
        let is_below = self.root.len() > seen.root.len();
        is_path(self) && !is_path(seen)
            || is_nearer && !is_below
            || self.device != seen.device && self.place == seen.place
    }
}

/// The mounts of a table, as far as they can be read.
fn mounts(table: &[u8]) -> impl Iterator<Item = Mount<'_>> {
    table.split(|byte| *byte == b'\n').filter_map(|line| {
        let mut fields = line.split(|byte| *byte == b' ');
        let number = number(fields.nth(2)?)?;
        let (root, place) = (unescaped(fields.next()?), unescaped(fields.next()?));
        let kind = fields.by_ref().skip_while(|field| *field != b"-").nth(1)?;
        Some(Mount { number, root, device: unescaped(fields.next()?), place, kind })
    })
}

/// A device, `MAJOR:MINOR`.
fn number(text: &[u8]) -> Option<u64> {
    let (major, minor) = std::str::from_utf8(text).ok()?.split_once(':')?;
    Some(rustix::fs::makedev(major.parse().ok()?, minor.parse().ok()?))
}

/// The last mount of the longest place that a path lies in.
pub fn mount_of<'t>(path: &[u8], table: &'t [u8]) -> Option<Mount<'t>> {
    let contains = |mount: &Mount| match path.strip_prefix(&mount.place[..]) {
        Some(rest) => mount.place == b"/" || rest.is_empty() || rest.starts_with(b"/"),
        None => false,
    };
    mounts(table).filter(contains).max_by_key(|mount| mount.place.len())
}

/// The mounts that df may show without operands: one of each device.
///
/// # Errors
/// Where there is one that df may ask another machine about, or show in another way.
pub fn wanted(table: &[u8]) -> Result<Vec<Mount<'_>>, &'static str> {
    let is_known = |mount: &Mount| {
        TYPES.contains(&mount.kind) || WITHOUT_BLOCKS.contains(&mount.kind) && !mount.is_elsewhere()
    };
    let all: Vec<Mount> = mounts(table).collect();
    if !all.iter().all(|mount| mount.is_dummy() || is_known(mount) && !mount.is_elsewhere()) {
        return Err("a file system of another kind");
    }
    Ok(one_of_each(all, |place| rustix::fs::stat(place).map(|stat| stat.st_dev)))
}

/// One mount of each device. `device_at` says which one is at a place.
fn one_of_each(
    all: Vec<Mount<'_>>,
    device_at: impl Fn(&[u8]) -> Result<u64, Errno>,
) -> Vec<Mount<'_>> {
    let mut kept: Vec<(u64, Mount)> = Vec::new();
    for mount in all {
        let there = if mount.is_dummy() { None } else { device_at(&mount.place).ok() };
        let seen = kept.iter_mut().rev().find(|(device, _)| Some(*device) == there);
        match seen {
            Some((_, seen)) if mount.wins_over(seen) => *seen = mount,
            Some(_) => {}
            None => kept.push((there.unwrap_or(mount.number), mount)),
        }
    }
    kept.into_iter().map(|(_, mount)| mount).filter(|mount| !mount.is_dummy()).collect()
}

/// A text with `\040` for a blank, and its like.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let octal = after.get(..3).filter(|_| byte == b'\\');
        let code = octal.and_then(|it| std::str::from_utf8(it).ok());
        match code.and_then(|code| u8::from_str_radix(code, 8).ok()) {
            Some(code) => {
                plain.push(code);
                rest = &after[3..];
            }
            None => plain.push(byte),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_that_a_path_lies_in() {
        let table =
            b"1 0 8:1 / / rw - ext4 /dev/a rw\n2 1 0:1 / /a\\040b rw shared:1 - tmpfs none rw\n\
            3 1 0:2 / /a\\040b rw - tmpfs other rw\n";
        let device = |path: &[u8]| mount_of(path, table).map(|mount| mount.device);
        assert_eq!(device(b"/a b/c").as_deref(), Some(&b"other"[..]));
        assert_eq!(device(b"/a b").as_deref(), Some(&b"other"[..]));
        assert_eq!(device(b"/a bc").as_deref(), Some(&b"/dev/a"[..]));
        assert_eq!(mount_of(b"x", table).map(|mount| mount.place), None);
    }

    #[test]
    fn one_mount_of_each_device() {
        let places = |table: &[u8], devices: &[(&str, u64)]| {
            let device_at = |place: &[u8]| {
                let found = devices.iter().find(|(path, _)| path.as_bytes() == place);
                found.map(|(_, device)| *device).ok_or(Errno::ACCESS)
            };
            let kept = one_of_each(mounts(table).collect(), device_at);
            kept.into_iter().map(|mount| mount.device).collect::<Vec<_>>().join(&b' ')
        };
        // A bind mount of a part, before and behind the whole.
        let table = b"1 0 8:1 /x /y rw - ext4 a rw\n2 0 8:1 / /home rw - ext4 b rw\n\
            3 0 8:1 / / rw - ext4 c rw\n4 0 0:1 / /proc rw - proc proc rw\n";
        assert_eq!(places(table, &[("/y", 1), ("/home", 1), ("/", 1)]), b"c");
        // Two at one place: what is asked of it is that on top.
        let table = b"1 0 0:1 / /m rw - tmpfs a rw\n2 0 0:2 / /m rw - tmpfs b rw\n";
        assert_eq!(places(table, &[("/m", 2)]), b"b");
        // A path is what counts, and what nobody may look at is what the table says.
        let table = b"1 0 0:1 / /m rw - tmpfs /a rw\n2 0 0:1 / / rw - tmpfs b rw\n";
        assert_eq!(places(table, &[("/m", 1), ("/", 1)]), b"b");
        assert_eq!(places(table, &[]), b"/a b");
    }
}
