/// An MS-DOS date and time (APPNOTE §4.4.6) in UTC, with a resolution of two seconds.
struct DOSTime: Sendable, Hashable {
    /// The time of day: hours in 5 bits, minutes in 6 bits, units of two seconds in 5 bits.
    let time: UInt16
    /// The day: years since 1980 in 7 bits, month in 4 bits, day of the month in 5 bits.
    let date: UInt16

    /// The seconds since 1970 that the format can represent, from 1980-01-01T00:00:00 to 2107-12-31T23:59:59.
    private static let range: ClosedRange<Int64> = 315_532_800...4_354_819_199

    /// Creates the UTC time of `seconds` since 1970, rounded down to two seconds and clamped to the range of the format.
    init(_ seconds: Int64) {
        let seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        time = UInt16((rest / 3600) << 11 | (rest / 60 % 60) << 5 | (rest % 60 / 2))
        // The civil calendar with years that begin in March (H. Hinnant, "chrono-compatible low-level date algorithms"). 1970-01-01 is day 719,468.
        let shifted = days + 719_468
        let (era, day) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        date = UInt16((year - 1980) << 9 | month << 5 | (dayOfYear - (153 * march + 2) / 5 + 1))
    }
}
