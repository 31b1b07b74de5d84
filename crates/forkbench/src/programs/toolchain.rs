//! Which compilers are there, and which C library each builds against.

use std::path::PathBuf;

use crate::measure::find_in_path;

/// A C library and how it is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// The system's, dynamically, position-independent: what distributions ship.
    Dynamic,
    /// The system's, statically.
    Static,
    /// The system's, statically, position-independent.
    StaticPie,
    /// musl, dynamically.
    MuslDynamic,
    /// musl, statically.
    Musl,
    /// dietlibc, which is always static.
    Diet,
    /// None at all: system calls only.
    Raw,
}

impl Flavour {
    /// All of them, the usual one first.
    pub const ALL: [Flavour; 7] = [
        Flavour::Dynamic,
        Flavour::Static,
        Flavour::StaticPie,
        Flavour::MuslDynamic,
        Flavour::Musl,
        Flavour::Diet,
        Flavour::Raw,
    ];

    /// A name for files.
    pub fn key(self) -> &'static str {
        match self {
            Flavour::Dynamic => "dynamic",
            Flavour::Static => "static",
            Flavour::StaticPie => "static-pie",
            Flavour::MuslDynamic => "musl-dynamic",
            Flavour::Musl => "musl",
            Flavour::Diet => "diet",
            Flavour::Raw => "raw",
        }
    }

    /// Options for the compiler.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Flavour::Dynamic => &["-fPIE", "-pie"],
            Flavour::Static => &["-static", "-fno-pie", "-no-pie"],
            Flavour::StaticPie => &["-static-pie", "-fPIE"],
            Flavour::MuslDynamic => &[],
            Flavour::Musl => &["-static", "-fno-pie", "-no-pie"],
            Flavour::Diet => &["-fno-pie", "-no-pie", "-static"],
            Flavour::Raw => &[
                "-DRAW",
                "-static",
                "-nostdlib",
                "-ffreestanding",
                "-fno-stack-protector",
                "-fno-asynchronous-unwind-tables",
                "-fno-pie",
                "-no-pie",
                "-Wl,--build-id=none",
                "-Wl,-z,noseparate-code",
            ],
        }
    }
}

/// The compilers found.
#[derive(Clone, Debug, Default)]
pub struct Toolchains {
    /// The system's: cc, gcc or clang, or what CC says.
    pub system: Option<PathBuf>,
    /// musl's wrapper.
    pub musl: Option<PathBuf>,
    /// dietlibc's wrapper.
    pub diet: Option<PathBuf>,
}

impl Toolchains {
    /// Looks in the directories of `path`; `chosen` is the value of CC.
    pub fn find(path: &[u8], chosen: Option<&str>) -> Self {
        let first = |names: &[&str]| names.iter().find_map(|name| find_in_path(name, path));
        Toolchains {
            system: chosen
                .and_then(|name| find_in_path(name, path))
                .or_else(|| first(&["cc", "gcc", "clang"])),
            musl: first(&["musl-gcc", "musl-clang"]),
            diet: first(&["diet"]),
        }
    }

    /// The words that begin a compilation for a flavour.
    ///
    /// # Errors
    /// The name of the compiler that is missing.
    pub fn compiler(&self, flavour: Flavour) -> Result<Vec<PathBuf>, &'static str> {
        let system = || self.system.clone().ok_or("no C compiler (cc, gcc, clang)");
        match flavour {
            Flavour::MuslDynamic | Flavour::Musl => {
                Ok(vec![self.musl.clone().ok_or("no musl-gcc")?])
            }
            Flavour::Diet => {
                let diet = self.diet.clone().ok_or("no diet (dietlibc)")?;
                // diet works by the name of a compiler it knows, which is gcc.
                let gcc = system()?;
                Ok(vec![diet, gcc.with_file_name("gcc")])
            }
            _ => Ok(vec![system()?]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let none = Toolchains::default();
        assert_eq!(none.compiler(Flavour::Musl), Err("no musl-gcc"));
        assert_eq!(none.compiler(Flavour::Diet), Err("no diet (dietlibc)"));
        assert_eq!(none.compiler(Flavour::Static), Err("no C compiler (cc, gcc, clang)"));
    }

    #[test]
    fn nothing_is_found_in_an_empty_path() {
        assert!(Toolchains::find(b"/nonexistent", Some("no-such-cc")).system.is_none());
    }
}
