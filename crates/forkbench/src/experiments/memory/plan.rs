//! Which conditions are measured.

use crate::model::Chart;
use crate::output::format::size;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// One axis: a table and a chart.
pub(super) struct Axis {
    /// Last part of the section's name.
    pub id: &'static str,
    pub title: &'static str,
    pub heading: &'static str,
    pub notes: &'static [&'static str],
    pub chart: Chart,
    /// Whether the hidden costs are measured on the way.
    pub hidden: bool,
    pub conditions: Vec<Condition>,
}

/// One condition of the launching process.
pub(super) struct Condition {
    /// What it is called.
    pub name: String,
    /// Its place on the axis.
    pub x: f64,
    /// The launcher's arguments.
    pub orders: Vec<String>,
    /// Bytes that it will use.
    pub in_use: u64,
    /// fork's time over vfork's in the third text.
    pub seed: Option<f64>,
}

fn memory(name: String, x: f64, bytes: u64, percent: u64, kind: &str) -> Condition {
    Condition {
        name,
        x,
        orders: vec![format!("memory {bytes} {percent} {kind}")],
        in_use: bytes / 100 * percent,
        seed: None,
    }
}

fn of_size(bytes: u64, kind: &str) -> Condition {
    memory(size(bytes as f64), bytes as f64, bytes, 100, kind)
}

fn counted(order: &str, count: u64) -> Condition {
    Condition {
        name: count.to_string(),
        x: count as f64,
        orders: vec![format!("{order} {count}")],
        in_use: 0,
        seed: None,
    }
}

/// The conditions of the third text: 20 and 40 MB, half or all in use.
fn seed_conditions() -> Vec<Condition> {
    [
        ("20 MB, half in use", 20, 50, 12.08 / 1.49),
        ("40 MB, half in use", 40, 50, 21.60 / 1.53),
        ("40 MB, all in use", 40, 100, 21.23 / 1.59),
    ]
    .into_iter()
    .enumerate()
    .map(|(place, (name, mb, percent, seed))| Condition {
        seed: Some(seed),
        ..memory(name.into(), place as f64, mb * 1_000_000, percent, "small")
    })
    .collect()
}

/// The axes; with `sizes` the sizes of the memory axes are these.
pub(super) fn axes(quick: bool, sizes: &[u64]) -> Vec<Axis> {
    let mut axes = memory_axes(quick, sizes);
    axes.extend(kernel_axes(quick));
    axes
}

/// The quick measurement's values or those of the whole one.
fn pick(quick: bool, few: &[u64], many: &[u64]) -> Vec<u64> {
    if quick { few.to_vec() } else { many.to_vec() }
}

/// The axes of the memory that the parent has.
fn memory_axes(quick: bool, sizes: &[u64]) -> Vec<Axis> {
    let used = if sizes.is_empty() {
        pick(
            quick,
            &[4 * MIB, 32 * MIB, 128 * MIB],
            &[4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB, GIB, 4 * GIB, 16 * GIB],
        )
    } else {
        sizes.to_vec()
    };
    let huge = if sizes.is_empty() {
        pick(quick, &[16 * MIB, 64 * MIB], &[64 * MIB, 256 * MIB, GIB, 4 * GIB, 16 * GIB])
    } else {
        sizes.to_vec()
    };
    let share_of = if quick { 64 * MIB } else { GIB };
    let shares = pick(quick, &[0, 50, 100], &[0, 10, 25, 50, 100]);
    vec![
        Axis {
            id: "seed",
            title: "A small parent, as in the third text",
            heading: "parent",
            notes: &["The conditions of the measurement of 2009."],
            chart: Chart::None,
            hidden: false,
            conditions: seed_conditions(),
        },
        Axis {
            id: "used",
            title: "Memory in use, pages of 4 KiB",
            heading: "in use",
            notes: &[
                "Every page of it written to. A fork copies the page tables, and its child's \
                      exec tears them down again.",
            ],
            chart: Chart::Curves,
            hidden: true,
            conditions: used.iter().map(|&bytes| of_size(bytes, "small")).collect(),
        },
        Axis {
            id: "huge",
            title: "Memory in use, pages of 2 MiB",
            heading: "in use",
            notes: &["Transparent huge pages, asked for by madvise."],
            chart: Chart::Curves,
            hidden: false,
            conditions: huge.iter().map(|&bytes| of_size(bytes, "huge")).collect(),
        },
        Axis {
            id: "share",
            title: "Share of the allocated memory that is in use",
            heading: if quick { "of 64 MiB" } else { "of 1 GiB" },
            notes: &["What is allocated and never touched has no page tables, and costs nothing."],
            chart: Chart::None,
            hidden: false,
            conditions: shares
                .iter()
                .map(|&percent| {
                    memory(format!("{percent} %"), percent as f64, share_of, percent, "small")
                })
                .collect(),
        },
    ]
}

/// The axes of what the kernel keeps of the parent besides its pages.
fn kernel_axes(quick: bool) -> Vec<Axis> {
    vec![
        Axis {
            id: "mappings",
            title: "Number of mappings",
            heading: "mappings",
            notes: &["A page each; libraries, arenas and thread stacks are mappings too."],
            chart: Chart::Curves,
            hidden: false,
            conditions: pick(quick, &[1, 1000, 10_000], &[1, 100, 1000, 10_000, 60_000])
                .iter()
                .map(|&count| counted("mappings", count))
                .collect(),
        },
        Axis {
            id: "descriptors",
            title: "Number of open descriptors",
            heading: "descriptors",
            notes: &["All close-on-exec. The child gets a copy of the table, whichever way it is \
                      made, unless the table is shared until the exec."],
            chart: Chart::Curves,
            hidden: false,
            conditions: pick(quick, &[1, 1000, 10_000], &[1, 100, 1000, 10_000, 18_000])
                .iter()
                .map(|&count| counted("descriptors", count))
                .collect(),
        },
        Axis {
            id: "threads",
            title: "Number of threads",
            heading: "threads",
            notes: &["Other threads of the parent, all asleep."],
            chart: if quick { Chart::None } else { Chart::Curves },
            hidden: false,
            conditions: pick(quick, &[1, 64], &[1, 8, 64, 512])
                .iter()
                .map(|&count| counted("threads", count))
                .collect(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_given_are_the_sizes_taken() {
        let axes = axes(false, &[32 * MIB]);
        let used = axes.iter().find(|axis| axis.id == "used").unwrap();
        assert_eq!(used.conditions.len(), 1);
        assert_eq!(used.conditions[0].orders, ["memory 33554432 100 small"]);
        assert_eq!(used.conditions[0].in_use, 33_554_400);
    }

    #[test]
    fn the_third_text_has_three_rows() {
        let axes = axes(true, &[]);
        let seeds: Vec<_> = axes[0].conditions.iter().filter_map(|c| c.seed).collect();
        assert_eq!(seeds.len(), 3);
        assert!(seeds.iter().all(|&ratio| ratio > 8.0));
    }

    #[test]
    fn quick_is_less() {
        let count = |quick| axes(quick, &[]).iter().map(|a| a.conditions.len()).sum::<usize>();
        assert!(count(true) < count(false));
    }
}
