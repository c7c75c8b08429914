/// A day of the proleptic Gregorian calendar, computed by H. Hinnant's "chrono-compatible low-level date algorithms", which need no time zone data.
struct CivilDate: Sendable, Hashable {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Creates a day. Returns `nil` for a day that does not exist, such as 30 February.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), day >= 1 else { return nil }
        self.year = year
        self.month = month
        self.day = day
        guard CivilDate(daysSince1970: daysSince1970) == self else { return nil }
    }

    /// Creates the day this many days after 1970-01-01, or before that day if the number is negative.
    init(daysSince1970 days: Int64) {
        // Years begin on 1 March here, so that the leap day is the last day. An era is 400 years.
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(floorDividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1970-01-01; negative for earlier days.
    var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndRemainder(floorDividingBy: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int64 {
    /// Returns the quotient rounded down, and the remainder from 0 to `divisor` - 1. The divisor must be positive.
    func quotientAndRemainder(floorDividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
