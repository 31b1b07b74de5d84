//! The proleptic Gregorian calendar: days since 1970-01-01 and what a day is called.

/// A moment as a clock on the wall shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Civil {
    pub(crate) year: i64,
    /// 1 to 12.
    pub(crate) month: i64,
    /// 1 to 31.
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
}

/// Days from 1970-01-01 to a date; month and day may be out of range and carry over.
pub(crate) fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    // Years begin in March, so that the leap day is the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * month + 2) / 5;
    let days_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    era * 146_097 + days_of_era - 719_468 + day - 1
}

impl Civil {
    /// The moment `seconds` after 1970-01-01 00:00:00, on the same clock.
    pub(crate) fn from_seconds(seconds: i64) -> Self {
        let day_number = seconds.div_euclid(86400);
        let of_day = seconds.rem_euclid(86400);
        let shifted = day_number + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self {
            year,
            month,
            day,
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
        }
    }

    /// Seconds since 1970-01-01 00:00:00 on the same clock.
    pub(crate) fn seconds(&self) -> i64 {
        days(self.year, self.month, self.day) * 86400
            + self.hour * 3600
            + self.minute * 60
            + self.second
    }

    /// The day of the year, from 0.
    pub(crate) fn year_day(&self) -> i64 {
        days(self.year, self.month, self.day) - days(self.year, 1, 1)
    }

    /// The day of the week; Sunday is 0.
    pub(crate) fn week_day(&self) -> i64 {
        (days(self.year, self.month, self.day) + 4).rem_euclid(7)
    }

    /// The year and the week of ISO 8601.
    pub(crate) fn iso_week(&self) -> (i64, i64) {
        let monday_based = (self.week_day() + 6) % 7;
        let number = days(self.year, self.month, self.day);
        // The Thursday of a week decides which year it belongs to.
        let thursday = Self::from_seconds((number - monday_based + 3) * 86400);
        (thursday.year, thursday.year_day() / 7 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for number in (-800_000..3_000_000).step_by(97) {
            let civil = Civil::from_seconds(number * 86400 + 3661);
            assert_eq!(civil.seconds(), number * 86400 + 3661);
            assert_eq!((civil.hour, civil.minute, civil.second), (1, 1, 1));
        }
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(days(2000, 14, -1), days(2001, 1, 30));
    }
}
