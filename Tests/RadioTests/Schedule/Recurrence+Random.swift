import TestSupport
import ScheduleCore

extension Recurrence {
    /// The text of a random valid recurrence without an end.
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
}
