//! A launching process that is started again when it has died, in the same condition.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::experiments::Bench;
use crate::measure::{Batch, Failure, Pin, Worker, find_in_path};
use crate::programs::Flavour;

/// Which launching process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The C program.
    C,
    /// The C program, linked with a library of popen_noshell.
    Noshell,
    /// The C program, linked with aspawn.
    Aspawn,
    /// This program.
    Rust,
    /// The Python program.
    Python,
    /// The Node program.
    Node,
    /// The Go program.
    Go,
    /// The Java program.
    Java,
}

/// How to start it and what to tell it first.
pub struct Launcher {
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<Vec<u8>>,
    pin: Pin,
    orders: Vec<String>,
    worker: Option<Worker>,
    known: Vec<String>,
    until: Option<Instant>,
}

/// Several contestants use one launcher, never at the same time.
pub type Shared = Rc<RefCell<Launcher>>;

impl Launcher {
    /// A launcher of this kind that will have carried out `orders`. It is started when
    /// it is first asked.
    ///
    /// # Errors
    /// Why its program, or the program that it launches, cannot be built.
    pub fn new(bench: &Bench<'_>, kind: Kind, orders: &[String]) -> Result<Shared, String> {
        let child = bench.kit.program("child.c", Flavour::Raw)?;
        let (program, arguments) = match kind {
            Kind::C => (bench.kit.launcher(&bench.linking).0?, Vec::new()),
            Kind::Noshell => (bench.kit.noshell_launcher(&bench.linking)?, Vec::new()),
            Kind::Aspawn => (bench.kit.aspawn_launcher(&bench.linking)?, Vec::new()),
            Kind::Rust => (bench.own_path.clone(), vec!["serve".to_owned()]),
            Kind::Python => {
                let python = find_in_path("python3", &bench.path).ok_or("no python3")?;
                let script = bench.kit.directory().join("launcher.py");
                (python, vec![script.display().to_string()])
            }
            Kind::Node => {
                let node = find_in_path("node", &bench.path).ok_or("no node")?;
                let script = bench.kit.directory().join("launcher.js");
                (node, vec![script.display().to_string()])
            }
            Kind::Go => (bench.kit.go_launcher(&bench.path)?, Vec::new()),
            Kind::Java => {
                let java = find_in_path("java", &bench.path).ok_or("no java")?;
                let classes = bench.kit.java_launcher(&bench.path)?;
                (java, vec!["-cp".into(), classes.display().to_string(), "Launcher".into()])
            }
        };
        Self::of(bench, program, arguments, child, orders)
    }

    /// A launcher of the user's, which speaks the lines of programs/launcher.c.
    ///
    /// # Errors
    /// Why the program that it launches cannot be built.
    pub fn own(bench: &Bench<'_>, program: &Path, orders: &[String]) -> Result<Shared, String> {
        let child = bench.kit.program("child.c", Flavour::Raw)?;
        let program = std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
        Self::of(bench, program, Vec::new(), child, orders)
    }

    fn of(
        bench: &Bench<'_>,
        program: PathBuf,
        arguments: Vec<String>,
        child: PathBuf,
        orders: &[String],
    ) -> Result<Shared, String> {
        let mut all = vec![format!("program {}", child.display())];
        all.extend(orders.iter().cloned());
        Ok(Rc::new(RefCell::new(Launcher {
            program,
            arguments,
            environment: bench.environment.clone(),
            pin: bench.pin,
            orders: all,
            worker: None,
            known: Vec::new(),
            until: bench.end(),
        })))
    }

    /// The running process.
    fn worker(&mut self) -> Result<&mut Worker, Failure> {
        if self.worker.is_none() {
            let limit = Duration::from_secs(120);
            let (program, arguments) = (&self.program, &self.arguments);
            let mut worker =
                Worker::start(program, arguments, &self.environment, self.pin, limit, self.until)?;
            for order in &self.orders {
                worker.ask(order)?;
            }
            self.known = worker.ways()?;
            self.worker = Some(worker);
        }
        self.worker.as_mut().ok_or_else(|| Failure::said("no launcher"))
    }

    /// Whether it knows this way.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn knows(&mut self, way: &str) -> Result<bool, Failure> {
        self.worker()?;
        Ok(self.known.iter().any(|known| known == way))
    }

    /// Launches `count` times.
    ///
    /// # Errors
    /// Those of the worker; the launcher is started anew the next time.
    pub fn run(&mut self, way: &str, count: usize) -> Result<Batch, Failure> {
        self.guarded(|worker| worker.run(way, count))
    }

    /// Asks for numbers.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn values(&mut self, order: &str) -> Result<Vec<f64>, Failure> {
        self.guarded(|worker| worker.values(order))
    }

    /// Lets it launch on any processor, from its next start on.
    pub fn unpin(&mut self) {
        self.pin = Pin::Free;
    }

    /// The ways that it knows.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn ways(&mut self) -> Result<Vec<String>, Failure> {
        self.worker()?;
        Ok(self.known.clone())
    }

    /// Asks for numbers, and does not wait for them.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn send(&mut self, order: &str) -> Result<(), Failure> {
        self.guarded(|worker| worker.send(order))
    }

    /// The numbers that were asked for.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn numbers(&mut self) -> Result<Vec<f64>, Failure> {
        self.guarded(Worker::numbers)
    }

    fn guarded<T>(
        &mut self,
        ask: impl FnOnce(&mut Worker) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let result = ask(self.worker()?);
        if result.is_err() {
            // What it has left half done would disturb the others.
            self.worker = None;
        }
        result
    }
}
