//! Where cp and mv copy to: the options about the target directory, which the two have in common
//! (GNU coreutils manual, Target directory).

use crate::options::{Option_, Takes};

/// The options; `--strip-trailing-slashes` has no letter.
pub(super) const TARGET_DIRECTORY: Option_ = ('t', "target-directory", Takes::Argument);
/// See [`TARGET_DIRECTORY`].
pub(super) const NO_TARGET_DIRECTORY: Option_ = ('T', "no-target-directory", Takes::Nothing);
/// See [`TARGET_DIRECTORY`].
pub(super) const STRIP_SLASHES: Option_ = ('\u{7}', "strip-trailing-slashes", Takes::Nothing);

/// The operands, and what the options say of them.
pub(super) struct Target<'a> {
    /// -t: the directory that all operands go to.
    pub(super) directory: Option<&'a [u8]>,
    /// -T: the last operand is no directory to copy into.
    pub(super) none: bool,
    /// --strip-trailing-slashes, from the sources.
    pub(super) strip: bool,
    /// The sources, and the destination where there is no -t.
    pub(super) operands: Vec<&'a [u8]>,
}

impl<'a> Target<'a> {
    /// The target where no option names one.
    pub(super) fn new(operands: Vec<&'a [u8]>) -> Self {
        Target { directory: None, none: false, strip: false, operands }
    }

    /// Takes the option `letter`; false where it is none of these.
    ///
    /// # Errors
    ///
    /// The reason why the call steps aside: -t twice.
    pub(super) fn take(
        &mut self,
        letter: char,
        value: Option<&'a [u8]>,
    ) -> Result<bool, &'static str> {
        match letter {
            't' if self.directory.is_some() => return Err("usage"),
            't' => self.directory = value,
            'T' => self.none = true,
            '\u{7}' => self.strip = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Checks the number of operands.
    ///
    /// # Errors
    ///
    /// The reason why the call steps aside: too few operands, too many, or -t with -T.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let least = if self.directory.is_some() { 1 } else { 2 };
        let few = self.operands.len() < least;
        if few || self.none && (self.directory.is_some() || self.operands.len() > 2) {
            return Err("usage");
        }
        Ok(())
    }
}
