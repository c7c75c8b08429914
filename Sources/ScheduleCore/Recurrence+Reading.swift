extension Recurrence {
    /// The maximum length of a recurrence text in bytes.
    public static let textLimit = 1000
    /// The maximum value of INTERVAL and COUNT.
    public static let numberLimit = 1000

    /// Parses the value of an RRULE. Names and values are case-insensitive (RFC 5545 §2). Throws if the text is invalid or has an unsupported part.
    public init(_ text: String) throws(RecurrenceFault) {
        guard text.utf8.count <= Self.textLimit else {
            throw RecurrenceFault("has \(text.utf8.count) bytes; at most \(Self.textLimit) are allowed")
        }
        var parts = RecurrenceParts()
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
                throw RecurrenceFault("has the part \"\(part)\"; each part must have the form NAME=VALUE")
            }
            try parts.take(sides[0].uppercased(), sides[1].uppercased())
        }
        self = try parts.recurrence()
    }
}

private struct RecurrenceParts {
    private var seen: Set<String> = []
    private var frequency: Recurrence.Frequency?
    private var interval = 1
    private var months: Set<Int> = []
    private var monthDays: Set<Int> = []
    private var days: Set<Recurrence.Day> = []
    private var weekStart = Weekday.monday
    private var until: WallDate?
    private var count: Int?

    /// The unsupported parts of the standard, each with the end of an error message that names an alternative.
    private static let refused = [
        "BYSETPOS": "is not supported; use numbers in BYDAY, such as 2TU for the second Tuesday",
        "BYWEEKNO": "is not supported; use BYMONTH and BYDAY instead",
        "BYYEARDAY": "is not supported; use BYMONTH and BYMONTHDAY instead",
        "BYHOUR": "is not supported; set the start time of the rule instead",
        "BYMINUTE": "is not supported; set the start time of the rule instead",
        "BYSECOND": "is not supported; set the start time of the rule instead",
        "RSCALE": "is not supported; leave it out: the calendar is always Gregorian",
        "SKIP": "is not supported; leave it out: the calendar is always Gregorian",
    ]

    mutating func take(_ name: String, _ value: String) throws(RecurrenceFault) {
        guard seen.insert(name).inserted else { throw RecurrenceFault("has \(name) twice; give it once") }
        if let why = Self.refused[name] { throw RecurrenceFault("has \(name), which \(why)") }
        switch name {
        case "FREQ":
            guard let frequency = Recurrence.Frequency(rawValue: value) else {
                throw RecurrenceFault("has FREQ=\(value); only DAILY, WEEKLY, MONTHLY and YEARLY are supported")
            }
            self.frequency = frequency
        case "INTERVAL": interval = try Self.number(name, value, in: 1...Recurrence.numberLimit)
        case "COUNT": count = try Self.number(name, value, in: 1...Recurrence.numberLimit)
        case "BYMONTH": months = try Self.numbers(name, value, in: 1...12)
        case "BYMONTHDAY": monthDays = try Self.numbers(name, value, in: -31...31)
        case "BYDAY": days = try Self.days(value)
        case "WKST":
            guard let day = Weekday(code: value) else {
                throw RecurrenceFault("has WKST=\(value); it must be MO, TU, WE, TH, FR, SA or SU")
            }
            weekStart = day
        case "UNTIL":
            let digits = Array(value)
            guard digits.count == 8,
                let date = WallDate("\(String(digits[..<4]))-\(String(digits[4..<6]))-\(String(digits[6...]))")
            else {
                throw RecurrenceFault(
                    "has UNTIL=\(value); it must be an existing date, such as 20261231, without a time")
            }
            until = date
        default: throw RecurrenceFault("has \(name), which RFC 5545 does not define; remove the part")
        }
    }

    func recurrence() throws(RecurrenceFault) -> Recurrence {
        guard let frequency else {
            throw RecurrenceFault("has no FREQ; add FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY or FREQ=YEARLY")
        }
        if until != nil, count != nil { throw RecurrenceFault("has both UNTIL and COUNT; only one of them is allowed") }
        if frequency == .weekly, !monthDays.isEmpty {
            throw RecurrenceFault("has BYMONTHDAY with FREQ=WEEKLY, which RFC 5545 forbids; use BYDAY")
        }
        if days.contains(where: { $0.ordinal != nil }) {
            guard frequency == .monthly || frequency == .yearly else {
                throw RecurrenceFault("has numbers in BYDAY; they are allowed only with FREQ=MONTHLY and FREQ=YEARLY")
            }
            guard monthDays.isEmpty else {
                throw RecurrenceFault("has numbers in BYDAY together with BYMONTHDAY; only one of them is allowed")
            }
            let limit = frequency == .monthly || !months.isEmpty ? 5 : 53
            if let number = days.compactMap(\.ordinal).filter({ abs($0) > limit }).min() {
                throw RecurrenceFault("has the number \(number) in BYDAY; it must be from -\(limit) to \(limit)")
            }
        }
        let end: Recurrence.End = until.map { .until($0) } ?? count.map { .count($0) } ?? .never
        return Recurrence(
            frequency: frequency, interval: interval, months: months, monthDays: monthDays, days: days,
            weekStart: weekStart, end: end)
    }

    private static func days(_ value: String) throws(RecurrenceFault) -> Set<Recurrence.Day> {
        var days: Set<Recurrence.Day> = []
        for item in value.split(separator: ",", omittingEmptySubsequences: false) {
            let number = item.dropLast(2)
            guard let weekday = Weekday(code: item.suffix(2)) else {
                throw RecurrenceFault("has \"\(item)\" in BYDAY; each entry must end in MO, TU, WE, TH, FR, SA or SU")
            }
            let ordinal = number.isEmpty ? nil : try Self.number("BYDAY", number, in: -53...53)
            guard ordinal != 0 else {
                throw RecurrenceFault("has the number 0 in BYDAY; count from 1, or from -1 for the last")
            }
            days.insert(Recurrence.Day(weekday, ordinal: ordinal))
        }
        return days
    }

    private static func numbers(
        _ name: String, _ value: String, in range: ClosedRange<Int>
    ) throws(RecurrenceFault) -> Set<Int> {
        var numbers: Set<Int> = []
        for item in value.split(separator: ",", omittingEmptySubsequences: false) {
            let number = try number(name, item, in: range)
            guard number != 0 else {
                throw RecurrenceFault("has the number 0 in \(name); count from 1, or from -1 for the last")
            }
            numbers.insert(number)
        }
        return numbers
    }

    /// Parses a whole number in `range`, of at most four digits: `Int(_:)` alone would accept any number of leading zeros. Throws `RecurrenceFault`
    /// otherwise.
    private static func number(
        _ name: String, _ text: some StringProtocol, in range: ClosedRange<Int>
    ) throws(RecurrenceFault) -> Int {
        let digits =
            text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true
            ? text.utf8.dropFirst() : text.utf8.dropFirst(0)
        guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), range.contains(number)
        else {
            throw RecurrenceFault(
                "has \"\(text)\" in \(name); the value must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}
