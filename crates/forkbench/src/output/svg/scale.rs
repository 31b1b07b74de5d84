//! Axes: from a value to a place, and where the ticks are.

/// A linear or logarithmic axis.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    logarithmic: bool,
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

/// Above this ratio of greatest to least an axis is logarithmic.
const WIDE: f64 = 12.0;

impl Scale {
    /// An axis that shows `least` to `greatest` between the places `start` and `end`:
    /// logarithmic where small values would otherwise not be told apart, else from 0.
    pub fn new(least: f64, greatest: f64, start: f64, end: f64) -> Self {
        let logarithmic = least > 0.0 && greatest / least > WIDE;
        let (from, to) = if logarithmic {
            // Some room at the ends.
            let (low, high) = (least.log10(), greatest.log10());
            let room = (high - low) * 0.04;
            (low - room, high + room)
        } else {
            (0.0, if greatest > 0.0 { greatest * 1.05 } else { 1.0 })
        };
        Scale { logarithmic, from, to, start, end }
    }

    /// A logarithmic axis without room at its ends.
    pub fn logarithmic(least: f64, greatest: f64, start: f64, end: f64) -> Self {
        let (from, mut to) = (least.max(1e-9).log10(), greatest.max(1e-9).log10());
        if to <= from {
            to = from + 1.0;
        }
        Scale { logarithmic: true, from, to, start, end }
    }

    /// The place of a value; what is outside is put to the end.
    pub fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(1e-9).log10() } else { value };
        let share = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    /// Values for ticks, about `most` of them at the most.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        if self.logarithmic { self.powers(most) } else { self.steps(most) }
    }

    /// 1, or 1 and 3, or 1, 2 and 5 of each decade, as they fit.
    fn powers(&self, most: usize) -> Vec<f64> {
        let inside = |factors: &[f64]| -> Vec<f64> {
            let decades = self.from.floor() as i32..=self.to.ceil() as i32;
            decades
                .flat_map(|decade| factors.iter().map(move |factor| factor * 10f64.powi(decade)))
                .filter(|value| (self.from..=self.to).contains(&value.log10()))
                .collect()
        };
        for factors in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
            let ticks = inside(factors);
            if ticks.len() <= most {
                return ticks;
            }
        }
        let ticks = inside(&[1.0]);
        let step = ticks.len().div_ceil(most.max(1));
        ticks.into_iter().step_by(step).collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn steps(&self, most: usize) -> Vec<f64> {
        let raw = self.to / most.max(1) as f64;
        let power = 10f64.powf(raw.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let step = factors.iter().map(|factor| factor * power).find(|step| *step >= raw);
        let step = step.unwrap_or(raw * 10.0);
        let count = (self.to / step).floor() as usize;
        (0..=count.min(100)).map(|number| number as f64 * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_range_is_linear_from_zero() {
        let scale = Scale::new(50.0, 100.0, 0.0, 210.0);
        assert!(!scale.logarithmic);
        assert_eq!(scale.place(0.0), 0.0);
        assert_eq!(scale.place(100.0), 200.0);
        assert_eq!(scale.ticks(6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    }

    #[test]
    fn a_wide_range_is_logarithmic() {
        let scale = Scale::new(1e4, 1e8, 0.0, 100.0);
        assert!(scale.logarithmic);
        assert!(scale.place(1e4) > 0.0 && scale.place(1e8) < 100.0);
        assert_eq!(scale.place(1e6), 50.0);
        assert_eq!(scale.ticks(6), [1e4, 1e5, 1e6, 1e7, 1e8]);
    }

    #[test]
    fn few_ticks_for_many_decades() {
        let scale = Scale::logarithmic(1.0, 1e12, 0.0, 1.0);
        assert!(scale.ticks(5).len() <= 5);
    }

    #[test]
    fn points_are_axes_too() {
        let scale = Scale::logarithmic(4.0, 4.0, 0.0, 10.0);
        assert!(scale.place(4.0).is_finite());
        assert!(Scale::new(0.0, 0.0, 0.0, 10.0).place(0.0).is_finite());
    }
}
