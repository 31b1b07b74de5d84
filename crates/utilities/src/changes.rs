//! What versions of the reproduced programs do otherwise than the ones before.
//!
//! The utilities are written after the versions of Debian 12. Where a later one does something
//! else, that is a row here, with the sentence of its NEWS (or where NEWS say nothing, what was
//! seen); a utility asks [`Program::has`](crate::program::Program::has) and does likewise, or
//! steps aside.

use crate::program::{Family, Version};

/// One change.
pub struct Row {
    /// The change.
    pub change: Change,
    /// Whose it is.
    pub family: Family,
    /// The first version that has it.
    pub from: Version,
    /// What its NEWS say, shortened.
    pub news: &'static str,
}

macro_rules! changes {
    ($($change:ident: $family:ident($major:literal, $minor:literal), $news:literal;)*) => {
        /// A change of behaviour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Change {
            $(#[doc = $news] $change),*
        }

        /// All changes, in the order of their names.
        pub const CHANGES: &[Row] = &[$(Row {
            change: Change::$change,
            family: Family::$family,
            from: Version::new($major, $minor, 0),
            news: $news,
        }),*];
    };
}

changes! {
    CommTotalNul: Coreutils(9, 2),
        "comm --output-delimiter='' --total now delimits columns in the total line with NUL";
    LongPrefixes: Coreutils(9, 2), "support the new Ronna (R), and Quetta (Q) SI prefixes";
    VersionOrder: Coreutils(9, 2), "'ls -v' and 'sort -V' go back to sorting \".0\" before \".A\"";
    PrintfAnyCharacter: Coreutils(9, 2),
        "printf unicode \\uNNNN, \\UNNNNNNNN syntax, now supports all valid unicode code points";
    RmUnreadable: Coreutils(9, 2),
        "rm -d (--dir) now properly handles unreadable empty directories";
    LsTimeModification: Coreutils(9, 2), "ls now supports the --time=modification option";
    ApparentSizes: Coreutils(9, 2),
        "'du --apparent' now counts apparent sizes only of regular files and symbolic links";
    CopyModes: Coreutils(9, 2), "(unsaid) permissions are copied by chmod first, then access lists";
    WcOffset: Coreutils(9, 3), "`wc -c` will again correctly update the read offset of inputs";
    CksumReadErrors: Coreutils(9, 4),
        "cksum again diagnoses read errors in its default CRC32 mode";
    DigestEscapes: Coreutils(9, 4),
        "filenames with a leading backslash character are escaped appropriately in the status";
    LsLoops: Coreutils(9, 4),
        "ls now shows symlinks specified on the command line that can't be traversed";
    MoveBlames: Coreutils(9, 4),
        "it says \"mv: cannot overwrite 'x/d': Directory not empty\"";
    OverwriteNamesBoth: Coreutils(9, 4),
        "(unsaid) cannot overwrite directory X with non-directory Y";
    UsersSessions: Coreutils(9, 4), "users and who can be built to ask systemd for logins";
    EndsUnwritten: Coreutils(9, 4),
        "comm, cut, join, od, and uniq will now exit immediately upon receiving a write error";
    BaseUnpadded: Coreutils(9, 5),
        "base32 and base64 no longer require padding when decoding";
    CopySetGroup: Coreutils(9, 5),
        "cp --no-preserve=mode will correctly maintain set-group-ID bits for created directories";
    WideFields: Coreutils(9, 5), "join and uniq now support multi-byte characters better";
    JoinBlanks: Coreutils(9, 5), "(unsaid) blanks at the end of a line begin no field (join)";
    WcErrors: Coreutils(9, 5), "(unsaid) wc shows what it has counted before it says what failed";
    WcWords: Coreutils(9, 5),
        "wc no longer fails to count unprintable characters as parts of words";
    TailDevices: Coreutils(9, 6), "'tail -c 4096 /dev/zero' no longer loops forever";
    CsplitEmpty: Coreutils(9, 6), "csplit no longer creates empty files given empty input";
    CatToItself: Coreutils(9, 6),
        "(unsaid) cat copies a file to itself where its output is not ahead of its input";
    LsUnsorted: Coreutils(9, 6), "ls's -f option now simply acts like -aU";
    LsSortName: Coreutils(9, 6), "ls now supports the --sort=name option";
    QuoteEdges: Coreutils(9, 6),
        "fix shell quoted output in the edge case of escaped first and last characters";
    PrintfEmptyNumber: Coreutils(9, 6),
        "printf now diagnoses attempts to treat empty strings as numbers";
    PrintfIndexed: Coreutils(9, 6), "printf now supports indexed arguments";
    TestOrder: Coreutils(9, 6), "test supports the operators '<' and '>' with strings";
    NumfmtCharacters: Coreutils(9, 5),
        "numfmt no longer outputs invalid characters with multi-byte blanks in input (9.9; from 9.5 it did)";
    NumfmtSuffixes: Coreutils(9, 7),
        "numfmt has k for 1000 (9.5), and needs no i behind a number without a letter (9.6)";
    ReadReasons: Coreutils(9, 7), "(unsaid) errors of reading come with their reason (uniq)";
    WriteErrorOnce: Coreutils(9, 7), "(unsaid) an error of writing is reported once";
    DdEmptyInput: Coreutils(9, 7),
        "(unsaid) dd skips what is beyond the end of an empty file without a word";
    EmptyNames: Coreutils(9, 7),
        "(unsaid) cp, mv and install take an empty destination for a directory";
    OdErrors: Coreutils(9, 7), "(unsaid) od shows what it had before a file that fails";
    ShortName: Coreutils(9, 7), "(unsaid) messages begin with the last part of the name";
    BaseNewlines: Coreutils(9, 8),
        "base32 and base64 when decoding will again diagnose partially padded data that ends with a newline";
    FoldCharacters: Coreutils(9, 8), "fold now supports multi-byte characters";
    InstallDirectories: Coreutils(9, 8),
        "'install -d' now produces the correct diagnostic upon failure to create a directory";
    TestLength: Coreutils(9, 8), "(unsaid) test has no -l STRING any more";
    NprocQuotas: Coreutils(9, 8), "nproc now honors any cgroup v2 configured CPU quotas";
    WriteErrorsAtOnce: Coreutils(9, 10),
        "'cksum', 'du', and 'wc' now exit promptly upon receiving a write error";
    CksumOptions: Coreutils(9, 10), "'cksum' now validates its options more consistently";
    NumfmtKeepsSuffixes: Coreutils(9, 10),
        "numfmt no longer drops custom suffixes from numbers it cannot fully parse";
    FmtReadReasons: Coreutils(9, 10), "(unsaid) fmt says what it cannot read, and why";
    LinesAreLookedAt: Coreutils(9, 10),
        "(unsaid) fmt, nl and pr end at the first line that cannot be written";
    FmtWidth: Coreutils(9, 10), "(unsaid) a line of fmt may be as long as the width";
    PasteCharacters: Coreutils(9, 10), "'paste' now supports multi-byte --delimiters characters";
    FindLoops: Findutils(4, 10),
        "'find -xtype l' no longer fails on symbolic links that point to themselves";
    FindMount: Findutils(4, 11),
        "the -mount option now makes find(1) ignore files on another device";
    FindRegex: Findutils(4, 11),
        "'find -regex' with the default regextype now supports character classes";
    FindQuoteEdges: Findutils(4, 10),
        "(unsaid) the quotes of names with escaped ends and apostrophes are repaired";
    FindCycles: Findutils(4, 11),
        "(unsaid) a loop is reported as the following directory is part of the cycle";
    XargsAborts: Findutils(4, 10),
        "(unsaid) xargs ends with 124 or 125 whatever the commands before did, and leaves no input";
    XargsNames: Findutils(4, 11),
        "xargs now gives a better error diagnostic when executing the given command failed";
    DiffQuotes: Diffutils(3, 11), "Programs now quote file names more consistently";
    DiffCharacters: Diffutils(3, 11),
        "--ignore-case (-i) now supports multi-byte characters; so does white space";
    CmpKernelFiles: Diffutils(3, 11),
        "cmp -s no longer mishandles /proc files, for which the Linux kernel reports a zero size";
    CmpToNobody: Diffutils(3, 11), "(unsaid) cmp whose output is /dev/null says nothing of ends";
    HexdumpWriteErrors: UtilLinux(2, 42),
        "(unsaid) hexdump looks for errors of writing as it goes";
    NulEndsLines: Busybox(1, 35),
        "(unsaid) a NUL ends a line of cut, sed, sort and uniq, and is a byte like another to grep";
    GrepPipesAreText: Toybox(0, 8),
        "(unsaid) grep looks only at the beginning of files whether there is text";
    CutEndsAtNul: Toybox(0, 8),
        "(unsaid) a NUL ends what cut sees of a line, but for one at its beginning";
    SedDotLacksNul: Toybox(0, 8), "(unsaid) to sed `.` is any character but NUL";
    SedEndsLines: Busybox(1, 35), "(unsaid) sed's p, P and G end a last line that has no end";
    XxdOffset: Xxd(20260616, 0),
        "(unsaid) xxd -l leaves its input behind what it has shown (of the C library beside it)";
    RevErrors: UtilLinux(2, 41), "(unsaid) rev ends where reading fails: fgetwc() failed";
    RevNul: UtilLinux(2, 41), "(unsaid) rev takes NUL for a character like another";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_change() {
        for (place, row) in CHANGES.iter().enumerate() {
            assert_eq!(row.change as usize, place, "{}", row.news);
        }
    }
}
