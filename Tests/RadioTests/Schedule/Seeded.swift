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
}

extension Recurrence {
    /// Any that there can be, without its end.
    static func randomText(_ random: inout Seeded) -> String {
        func some<Value>(_ values: [Value], _ most: Int) -> [Value] {
            guard Bool.random(using: &random) else { return [] }
            return (0..<Int.random(in: 1...most, using: &random)).map { _ in values.randomElement(using: &random)! }
        }
        let frequency = Frequency.allCases.randomElement(using: &random)!
        var parts = ["FREQ=\(frequency.rawValue)", "INTERVAL=\([1, 1, 2, 3, 5].randomElement(using: &random)!)"]
        let months = some(Array(1...12), 4)
        if !months.isEmpty { parts.append("BYMONTH=" + months.map(String.init).joined(separator: ",")) }
        let monthDays = frequency == .weekly ? [] : some(Array(-31 ... -1) + Array(1...31), 5)
        if !monthDays.isEmpty { parts.append("BYMONTHDAY=" + monthDays.map(String.init).joined(separator: ",")) }
        let hasOrdinals = monthDays.isEmpty && (frequency == .monthly || frequency == .yearly)
        let days = some(Weekday.allCases, 3).map { day in
            let ordinal = hasOrdinals ? [0, 1, 2, 5, -1, -5].randomElement(using: &random)! : 0
            return (ordinal == 0 ? "" : String(ordinal)) + day.code
        }
        if !days.isEmpty { parts.append("BYDAY=" + days.joined(separator: ",")) }
        if Int.random(in: 0..<4, using: &random) == 0 { parts.append("WKST=SU") }
        return parts.joined(separator: ";")
    }
}
