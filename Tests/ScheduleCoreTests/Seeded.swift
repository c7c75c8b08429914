import ScheduleCore

/// A generator whose numbers are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a random element. All elements have the same probability.
    mutating func one<Value>(of values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }

    /// Returns some elements in half of the cases, otherwise none.
    mutating func some<Value>(of values: [Value], atMost most: Int) -> [Value] {
        guard Bool.random(using: &self) else { return [] }
        return (0..<Int.random(in: 1...most, using: &self)).map { _ in one(of: values) }
    }
}

extension Recurrence {
    /// Returns the text of a random valid recurrence without an end.
    static func randomText(_ random: inout Seeded) -> String {
        let frequency = random.one(of: Frequency.allCases)
        var parts = ["FREQ=\(frequency.rawValue)", "INTERVAL=\(random.one(of: [1, 1, 2, 3, 5]))"]
        let months = random.some(of: Array(1...12), atMost: 4)
        if !months.isEmpty { parts.append("BYMONTH=" + months.map(String.init).joined(separator: ",")) }
        let monthDays = frequency == .weekly ? [] : random.some(of: Array(-31 ... -1) + Array(1...31), atMost: 5)
        if !monthDays.isEmpty { parts.append("BYMONTHDAY=" + monthDays.map(String.init).joined(separator: ",")) }
        let hasOrdinals = monthDays.isEmpty && (frequency == .monthly || frequency == .yearly)
        let days = random.some(of: Weekday.allCases, atMost: 3).map { day in
            let ordinal = hasOrdinals ? random.one(of: [0, 1, 2, 5, -1, -5]) : 0
            return (ordinal == 0 ? "" : String(ordinal)) + day.code
        }
        if !days.isEmpty { parts.append("BYDAY=" + days.joined(separator: ",")) }
        if random.one(of: [false, false, false, true]) { parts.append("WKST=SU") }
        return parts.joined(separator: ";")
    }

    /// Returns a random valid recurrence.
    static func random(_ random: inout Seeded) throws -> Recurrence { try Recurrence(randomText(&random)) }
}
