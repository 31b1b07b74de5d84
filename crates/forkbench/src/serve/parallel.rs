//! Several threads of this process that launch at the same time, each as fast as it can.

use std::sync::Barrier;
use std::thread;

use super::{Server, now};

impl Server {
    /// Nanoseconds for each launch, of `threads` threads together that launch for this long.
    ///
    /// # Errors
    /// As the launches.
    pub(super) fn parallel(
        &mut self,
        way: &str,
        threads: usize,
        milliseconds: usize,
    ) -> Result<f64, String> {
        let length = milliseconds as u64 * 1_000_000;
        let start = Barrier::new(threads);
        let this: &Server = self;
        let one = || -> Result<f64, String> {
            // One that does not count, as everywhere.
            let warm = this.start(way);
            start.wait();
            warm?;
            let (begin, mut made) = (now(), 0_u64);
            while now() < begin + length {
                this.start(way)?;
                made += 1;
            }
            Ok(made as f64 / (now() - begin).max(1) as f64)
        };
        let rates: Vec<Result<f64, String>> = thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
            let joined = running.into_iter().map(|thread| thread.join());
            joined.map(|rate| rate.unwrap_or_else(|_| Err("a thread failed".into()))).collect()
        });
        self.first_instruction();
        let mut all = 0.0;
        for rate in rates {
            all += rate?;
        }
        if all > 0.0 { Ok(1.0 / all) } else { Err("nothing was launched".to_owned()) }
    }
}
