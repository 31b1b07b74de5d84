//! What the figures were measured on. Without it a figure says nothing.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Facts of the machine, as pairs of name and text in the order they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// Name and value.
    pub facts: Vec<(String, String)>,
}

impl Environment {
    /// Looks at the machine.
    pub fn observe() -> Self {
        let mut environment = Environment::default();
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                environment.facts.push((name.to_owned(), value));
            }
        };
        let cpuinfo = text("/proc/cpuinfo").unwrap_or_default();
        let meminfo = text("/proc/meminfo").unwrap_or_default();
        add("date", SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|d| date(d.as_secs())));
        add("kernel", kernel());
        add("system", text("/etc/os-release").and_then(|os| system_name(&os)));
        add("processor", processor(&cpuinfo));
        add("processors", Some(processors(&cpuinfo).to_string()));
        add("governor", Some(governor()));
        add("memory", memory(&meminfo));
        add(
            "huge pages",
            chosen("/sys/kernel/mm/transparent_hugepage/enabled")
                .map(|kind| format!("transparent: {kind}")),
        );
        add("overcommit", line("/proc/sys/vm/overcommit_memory"));
        add("virtualisation", Some(virtualisation(&cpuinfo)));
        add("mitigations", mitigations());
        add("clock", line("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
        add("load at start", load());
        environment
    }

    /// Adds a fact, or replaces the one of that name.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.facts.iter_mut().find(|(known, _)| known == name) {
            Some(fact) => fact.1 = value,
            None => self.facts.push((name.to_owned(), value)),
        }
    }

    /// The value of a fact.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What the processors have done since the machine was started, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticks {
    all: u64,
    stolen: u64,
}

impl Ticks {
    /// As /proc/stat has them.
    pub fn now() -> Option<Self> {
        Self::of(&line("/proc/stat")?)
    }

    fn of(line: &str) -> Option<Self> {
        let words = line.strip_prefix("cpu ")?.split_whitespace();
        // Guests' time is part of the first two numbers.
        let numbers: Vec<u64> = words.take(8).map_while(|word| word.parse().ok()).collect();
        Some(Self { all: numbers.iter().sum(), stolen: *numbers.get(7)? })
    }

    /// Per cent of the processors' time that the host has given to others meanwhile.
    pub fn stolen_since(&self, before: &Self) -> f64 {
        let all = self.all.saturating_sub(before.all).max(1);
        self.stolen.saturating_sub(before.stolen) as f64 / all as f64 * 100.0
    }
}

impl Environment {
    /// Why the figures are not to be trusted: others used the machine.
    pub fn disturbance(&self) -> Option<String> {
        /// Load per processor before the run, from which on somebody else is at work.
        const BUSY: f64 = 0.5;
        /// Per cent of time taken by the host that may pass for nothing.
        const STOLEN: f64 = 1.0;
        let first = |name: &str| self.get(name)?.split(' ').next()?.parse::<f64>().ok();
        let (load, count) = (first("load at start"), first("processors").unwrap_or(1.0));
        let mut said = Vec::new();
        if let Some(load) = load.filter(|load| *load > BUSY * count) {
            said.push(format!("its load was {load} on {count} processors before the run"));
        }
        if let Some(stolen) = first("stolen").filter(|stolen| *stolen > STOLEN) {
            said.push(format!("its host gave {stolen} % of the processors' time to others"));
        }
        let said = said.join(", and ");
        (!said.is_empty())
            .then(|| format!("The machine was busy: {said}. Do not trust the figures."))
    }
}

/// The first three numbers of /proc/loadavg: how busy the machine was.
pub fn load() -> Option<String> {
    let line = line("/proc/loadavg")?;
    Some(line.split(' ').take(3).collect::<Vec<_>>().join(" "))
}

/// Memory that can be taken without driving anything out, in bytes: the least of what
/// the kernel says and of what the control groups on the way up still allow.
pub fn available_memory() -> Option<u64> {
    let whole = field(&text("/proc/meminfo")?, "MemAvailable:")? * 1024;
    let groups = text("/proc/self/cgroup").unwrap_or_default();
    let allowed = groups.lines().filter_map(group_allowance).min();
    Some(allowed.map_or(whole, |allowed| allowed.min(whole)))
}

/// What the control group of one line of /proc/self/cgroup still allows.
fn group_allowance(line: &str) -> Option<u64> {
    let (root, limit, used) = match line.splitn(3, ':').collect::<Vec<_>>()[..] {
        ["0", "", path] => (format!("/sys/fs/cgroup{path}"), "memory.max", "memory.current"),
        [_, "memory", path] => (
            format!("/sys/fs/cgroup/memory{path}"),
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
        ),
        _ => return None,
    };
    let number = |name: &str| -> Option<u64> {
        fs::read_to_string(Path::new(&root).join(name)).ok()?.trim().parse().ok()
    };
    Some(number(limit)?.saturating_sub(number(used)?))
}

fn text(path: &str) -> Option<String> {
    fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn line(path: &str) -> Option<String> {
    text(path)?.lines().next().map(|line| line.trim().to_owned())
}

/// The number behind a name at the start of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

fn value_of<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

fn kernel() -> Option<String> {
    let release = line("/proc/sys/kernel/osrelease")?;
    let machine = rustix::system::uname().machine().to_string_lossy().into_owned();
    Some(format!("Linux {release} {machine}"))
}

fn system_name(os_release: &str) -> Option<String> {
    let value = os_release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(value.trim_matches('"').to_owned())
}

fn processor(cpuinfo: &str) -> Option<String> {
    value_of(cpuinfo, "model name")
        .or_else(|| value_of(cpuinfo, "Model"))
        .or_else(|| value_of(cpuinfo, "CPU part"))
        .map(str::to_owned)
}

fn processors(cpuinfo: &str) -> usize {
    cpuinfo.lines().filter(|line| line.starts_with("processor")).count().max(1)
}

fn governor() -> String {
    line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        .unwrap_or_else(|| "not visible".to_owned())
}

fn memory(meminfo: &str) -> Option<String> {
    let gib = |name| Some(field(meminfo, name)? as f64 / (1 << 20) as f64);
    Some(format!(
        "{:.1} GiB, {:.1} GiB available at start",
        gib("MemTotal:")?,
        gib("MemAvailable:")?
    ))
}

/// The word in brackets of a file of choices: `always [madvise] never`.
fn chosen(path: &str) -> Option<String> {
    let line = line(path)?;
    let (_, rest) = line.split_once('[')?;
    Some(rest.split_once(']')?.0.to_owned())
}

fn virtualisation(cpuinfo: &str) -> String {
    let mut found = Vec::new();
    if value_of(cpuinfo, "flags")
        .is_some_and(|flags| flags.split(' ').any(|flag| flag == "hypervisor"))
    {
        let product = line("/sys/class/dmi/id/product_name").filter(|name| !name.is_empty());
        found.push(product.map_or("virtual machine".into(), |name| format!("virtual ({name})")));
    } else if let Some(kind) = line("/sys/hypervisor/type") {
        found.push(kind);
    }
    if Path::new("/.dockerenv").exists() || Path::new("/run/.containerenv").exists() {
        found.push("container".to_owned());
    }
    if found.is_empty() { "none seen".to_owned() } else { found.join(", ") }
}

/// How many of the kernel's known processor faults are mitigated, which is what makes
/// system calls and page faults dear.
fn mitigations() -> Option<String> {
    let entries = fs::read_dir("/sys/devices/system/cpu/vulnerabilities").ok()?;
    let (mut active, mut vulnerable, mut all) = (0, 0, 0);
    for entry in entries.flatten() {
        let state = fs::read_to_string(entry.path()).unwrap_or_default();
        all += 1;
        active += usize::from(state.starts_with("Mitigation"));
        vulnerable += usize::from(state.starts_with("Vulnerable"));
    }
    Some(format!("{active} of {all} known faults mitigated, {vulnerable} left open"))
}

/// "2025-11-21 12:00 UTC" of seconds since 1970, by the civil calendar.
pub fn date(seconds: u64) -> String {
    let days = seconds / 86400;
    // Days are counted from 1 March of year 0, in eras of 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (seconds % 86400 / 3600, seconds % 3600 / 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_735_689_599), "2024-12-31 23:59 UTC");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59 UTC");
    }

    #[test]
    fn fields() {
        let meminfo = "MemTotal:       100 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(field(meminfo, "MemAvailable:"), Some(2048));
        assert_eq!(field(meminfo, "Nothing:"), None);
        assert_eq!(value_of("model name\t: A B\n", "model name"), Some("A B"));
        assert_eq!(system_name("A=1\nPRETTY_NAME=\"Debian 12\"\n").as_deref(), Some("Debian 12"));
        assert_eq!(processors("processor : 0\nprocessor : 1\n"), 2);
    }

    #[test]
    fn a_busy_machine_is_told_of() {
        let before = Ticks::of("cpu  10 0 10 70 0 0 0 10 5 0").unwrap();
        let after = Ticks::of("cpu  20 0 20 130 0 0 0 30 5 0").unwrap();
        assert_eq!(after.stolen_since(&before), 20.0);
        let mut environment = Environment::default();
        environment.set("processors", "2");
        environment.set("load at start", "0.9 0 0");
        environment.set("stolen", "0.3 % of the processors' time");
        assert_eq!(environment.disturbance(), None);
        environment.set("load at start", "1.5 0 0");
        let said = environment.disturbance().unwrap();
        assert!(said.contains("load was 1.5 on 2") && !said.contains("host"), "{said}");
        environment.set("stolen", "4.5 % of the processors' time");
        assert!(environment.disturbance().unwrap().contains("4.5 %"));
    }

    #[test]
    fn a_fact_is_replaced() {
        let mut environment = Environment::default();
        environment.set("a", "1");
        environment.set("a", "2");
        assert_eq!(environment.get("a"), Some("2"));
        assert_eq!(environment.facts.len(), 1);
    }

    #[test]
    fn this_machine_has_a_kernel() {
        assert!(Environment::observe().get("kernel").is_some_and(|k| k.starts_with("Linux ")));
    }
}
