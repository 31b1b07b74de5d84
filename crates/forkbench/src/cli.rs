//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::output::format::parse_size;

/// What starting a process costs, on your machine, shown.
#[derive(Debug, Parser)]
#[command(name = "forkbench", version, about, max_term_width = 90, subcommand_required = true)]
#[command(
    after_help = "Exit status: 0 all is well; 1 something failed, a script's outputs differ, \
or compare found something slower; 2 the command line or a file is no good; 130 interrupted."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub task: Task,

    /// How and where to.
    #[command(flatten)]
    pub options: Options,
}

/// The most seconds that may be asked for.
const A_WEEK: u64 = 7 * 24 * 3600;

/// Options that every sub-command takes.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// Measure less, and be done within 60 seconds
    #[arg(long, global = true)]
    pub quick: bool,

    /// Seconds to measure for, about, in all
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=A_WEEK))]
    pub time: Option<u64>,

    /// Go so often through all there is to measure; as there is time, up to 8, if not given
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: Option<u32>,

    /// Compare with this row or column instead of the usual one
    #[arg(long, global = true, value_name = "NAME")]
    pub reference: Option<String>,

    /// Let launchers run on any processor instead of keeping them on one
    #[arg(long, global = true)]
    pub no_pin: bool,

    /// Show percentiles and outliers in the tables as well
    #[arg(long, global = true)]
    pub details: bool,

    /// A library with the functions of popen_noshell (.a, .so, .o or its .c), to be measured too
    #[arg(long, global = true, value_name = "PATH")]
    pub popen_noshell: Option<PathBuf>,

    /// aspawn's library, or the directory of its sources, to be measured too
    #[arg(long, global = true, value_name = "PATH")]
    pub aspawn: Option<PathBuf>,

    /// libforkless.a, libforkless.so or the directory that has it, to be measured by its C
    /// interface; looked for beside the program
    #[arg(long, global = true, value_name = "PATH")]
    pub libforkless: Option<PathBuf>,

    /// Write everything, every sample included
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,

    /// Write a line of figures for each cell
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,

    /// Write the tables for a README
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    pub markdown: Option<PathBuf>,

    /// Write the charts, one file each
    #[arg(long, global = true, value_name = "DIR", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    /// Write a report with charts and tables, complete in one file
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
}

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Every way to start a program, next to vfork and exec
    Launch {
        /// Memory of the process that launches; half of it is in use
        #[arg(long, value_name = "SIZE", default_value = "200M", value_parser = parse_size)]
        parent: u64,
        /// A program of your own that launches, to be measured too: see "Own programs" in docs/forkbench.md
        #[arg(long, value_name = "PROGRAM")]
        own: Vec<PathBuf>,
    },
    /// Launches by several threads and by several processes at the same time
    Parallel {
        /// Numbers of launchers, with commas between them; 1 to twice the processors if not given
        #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
        launchers: Vec<u16>,
        /// Memory of a process that launches; half of it is in use
        #[arg(long, value_name = "SIZE", default_value = "20M", value_parser = parse_size)]
        parent: u64,
    },
    /// What the size of the parent costs: memory, mappings, descriptors, threads
    Memory {
        /// Sizes to measure, with commas between them (64M,1G); others than the usual ones
        #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_size)]
        sizes: Vec<u64>,
    },
    /// What dynamic linking costs a fork and an exec, by C library
    Linking,
    /// Shells: start-up, subshells, substitutions, pipelines, loops, strings, read
    Shells {
        /// Which shells, and with what
        #[command(flatten)]
        shells: ShellOptions,
    },
    /// Your own script under several shells: output, time, processes, memory
    Script {
        /// The script
        file: PathBuf,
        /// Arguments of the script; one that begins with a hyphen is an option of this program
        #[arg(value_name = "ARGUMENT")]
        arguments: Vec<String>,
        /// Shells, after two hyphens: names, paths, or with arguments in one word ("busybox sh")
        #[arg(last = true, value_name = "SHELL", value_parser = shell)]
        shells: Vec<String>,
        /// Time shells whose output differs from the first one's as well; the status still counts
        #[arg(long)]
        ignore_output: bool,
        /// Seconds that a single run may take
        #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = clap::value_parser!(u64).range(1..=A_WEEK))]
        limit: u64,
    },
    /// UnixBench 5's tests of processes with any shells: shell1, shell8, execl, spawn
    Unixbench {
        /// Shells: names, paths, or with arguments in one word ("busybox sh"); those found if none is given
        #[arg(value_name = "SHELL", value_parser = shell)]
        shells: Vec<String>,
        /// Seconds that a single run may take
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=A_WEEK))]
        limit: u64,
    },
    /// Pipelines of utilities over much text, by the clock, with any shells
    Pipelines {
        /// Shells: names, paths, or with arguments in one word ("busybox sh"); those found if none is given
        #[arg(value_name = "SHELL", value_parser = shell)]
        shells: Vec<String>,
        /// Megabytes of text
        #[arg(long, value_name = "MB", default_value = "25", value_parser = clap::value_parser!(u64).range(1..=10_000))]
        size: u64,
        /// Seconds that a single run may take
        #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = clap::value_parser!(u64).range(1..=A_WEEK))]
        limit: u64,
    },
    /// Some 300 calls of utilities and 150 constructs, by processor time: what is behind comes first
    Calls {
        /// Shells: names, paths, or with arguments in one word ("busybox sh"); the last one is judged
        #[arg(value_name = "SHELL", value_parser = shell)]
        shells: Vec<String>,
        /// Only those that have this text in their names; may be repeated
        #[arg(long, value_name = "TEXT")]
        only: Vec<String>,
        /// Seconds that a single run may take
        #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=A_WEEK))]
        limit: u64,
    },
    /// launch, memory, linking and shells, one after the other
    All {
        /// Which shells, and with what
        #[command(flatten)]
        shells: ShellOptions,
    },
    /// What changed between two kept results, and whether it means anything
    Compare {
        /// The older result (--json)
        before: PathBuf,
        /// The newer one
        after: PathBuf,
        /// Changes up to so many per cent are none
        #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percentage)]
        threshold: f64,
        /// Compare the times themselves, where usually the ratios to the references are compared
        #[arg(long)]
        times: bool,
    },
    /// Show kept results again, in any form
    Report {
        /// Put the results of scripts into one table, by elapsed or by processor time, which a busy
        /// machine sways less: a row for each script, a column for each shell
        #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true, default_missing_value = "elapsed")]
        together: Option<By>,
        /// Results (--json); those of several files become one report
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// The launching process, as the program starts it for itself
    #[command(hide = true)]
    Serve,
}

/// The times that scripts are compared by.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// From start to end.
    Elapsed,
    /// Of the processors.
    Cpu,
}

/// What the shells experiment takes.
#[derive(Args, Clone, Debug, Default)]
pub struct ShellOptions {
    /// Shells: names, paths, or with arguments in one word ("busybox sh"); those found if none is given
    #[arg(value_name = "SHELL", value_parser = shell)]
    pub shells: Vec<String>,

    /// A directory of shbench (github.com/ksh-community/shbench): its programs are run too
    #[arg(long, value_name = "DIR")]
    pub shbench: Option<PathBuf>,

    /// A source tree with a configure script: a copy of it is configured by each shell
    #[arg(long, value_name = "DIR")]
    pub configure: Option<PathBuf>,

    /// Seconds that a single run may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=A_WEEK))]
    pub limit: u64,
}

/// A shell: what looks like an option after `--` was meant to be one.
fn shell(text: &str) -> Result<String, String> {
    match text.starts_with('-') {
        true => Err("options stand before --; after it come shells".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// The command line's description. The help of a sub-command has those of the options for all that have
/// an effect there.
pub fn command() -> clap::Command {
    let mut command = <Cli as clap::CommandFactory>::command();
    command.build();
    let names: Vec<String> =
        command.get_subcommands().map(|task| task.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(&name, |task| {
            task.mut_args(|option| {
                let hidden = option.is_global_set() && !has_effect(&name, option.get_id().as_str());
                option.hide(hidden)
            })
        });
    }
    command
}

/// Whether a sub-command heeds an option that all of them take.
fn has_effect(task: &str, option: &str) -> bool {
    match (task, option) {
        // It measures nothing, and writes no report.
        ("compare", _) => false,
        // What it shows has been measured.
        ("report", "quick" | "time" | "passes" | "no_pin") => false,
        (_, "popen_noshell" | "aspawn" | "libforkless") => {
            matches!(task, "launch" | "parallel" | "memory" | "all")
        }
        _ => true,
    }
}

fn percentage(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(value) if value.is_finite() && (0.0..=1000.0).contains(&value) => Ok(value),
        _ => Err("a number of per cent is needed, 0 to 1000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(words: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("forkbench").chain(words.iter().copied()))
    }

    #[test]
    fn the_description_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_may_stand_anywhere() {
        let cli = parse(&["--quick", "launch", "--json", "a.json", "--parent", "1.5G"]).unwrap();
        assert!(cli.options.quick);
        assert_eq!(cli.options.json, Some("a.json".into()));
        assert!(matches!(cli.task, Task::Launch { parent: 1_610_612_736, .. }));
    }

    #[test]
    fn shells_of_a_script_follow_two_dashes() {
        let cli = parse(&["script", "a.sh", "--", "dash", "busybox sh"]).unwrap();
        let Task::Script { file, shells, .. } = cli.task else { panic!("not script") };
        assert_eq!(file, PathBuf::from("a.sh"));
        assert_eq!(shells, ["dash", "busybox sh"]);
    }

    #[test]
    fn a_script_has_arguments() {
        let cli =
            parse(&["script", "--ignore-output", "a.sh", "one", "two", "--", "dash"]).unwrap();
        let Task::Script { arguments, shells, ignore_output, .. } = cli.task else {
            panic!("not script")
        };
        assert_eq!((arguments.len(), shells.len(), ignore_output), (2, 1, true));
    }

    #[test]
    fn the_help_of_a_task_has_what_has_an_effect_there() {
        for (task, shown, hidden) in [
            ("compare", "--threshold", "--quick"),
            ("report", "--reference", "--quick"),
            ("report", "--together", "--aspawn"),
            ("shells", "--no-pin", "--popen-noshell"),
            ("memory", "--popen-noshell", "--limit"),
        ] {
            let error = command().try_get_matches_from(["forkbench", task, "--help"]).unwrap_err();
            let text = error.to_string();
            assert!(text.contains(shown) && !text.contains(hidden), "{text}");
        }
    }

    #[test]
    fn bad_command_lines() {
        for words in [
            &["script", "a.sh", "--", "dash", "--json", "x"][..],
            &["lunch"],
            &[],
            &["memory", "--sizes", "1Q"],
            &["launch", "--time", "0"],
            &["launch", "--time", "18446744073709551615"],
            &["script", "a", "--limit", "18446744073709551615"],
            &["compare", "one.json"],
            &["compare", "a", "b", "--threshold", "-1"],
            &["report"],
            &["script"],
        ] {
            let error = parse(words).unwrap_err();
            assert!(error.exit_code() == 2, "{words:?}");
        }
        let text = parse(&["lunch"]).unwrap_err().to_string();
        assert!(text.contains("lunch") && text.contains("launch"), "{text}");
    }

    #[test]
    fn lists_of_sizes() {
        let Task::Memory { sizes } = parse(&["memory", "--sizes", "64M,1G"]).unwrap().task else {
            panic!("not memory")
        };
        assert_eq!(sizes, [64 << 20, 1 << 30]);
    }

    #[test]
    fn completions_and_the_manual_page_name_every_task_and_option() {
        // A hyphen is written `\-` there.
        let page = include_str!("../../../docs/man/forkbench.1").replace('\\', "");
        let files = [
            page.as_str(),
            include_str!("../../../completions/forkbench.bash"),
            include_str!("../../../completions/forkbench.zsh"),
            include_str!("../../../completions/forkbench.fish"),
        ];
        let mut command = Cli::command();
        command.build();
        let mut words = Vec::new();
        for task in command.get_subcommands().filter(|task| !task.is_hide_set()).chain([&command]) {
            words.push(task.get_name().to_owned());
            words.extend(
                task.get_arguments().filter_map(|option| option.get_long().map(str::to_owned)),
            );
        }
        assert!(words.len() > 30, "{words:?}");
        for word in words {
            for (number, file) in files.iter().enumerate() {
                // The page need not say what -h, -V and help do.
                if number == 0 && ["help", "version"].contains(&word.as_str()) {
                    continue;
                }
                let mut found = file.split(|c: char| !c.is_alphanumeric() && c != '-');
                assert!(found.any(|other| other.trim_start_matches('-') == word), "{word}");
            }
        }
    }
}
