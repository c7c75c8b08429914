import Foundation
import ScheduleCore

extension ZoneOffsets {
    /// Creates the offsets of an IANA time zone between two instants in milliseconds since 1970; `nil` if the system does not know the zone.
    ///
    /// Samples the offset every six hours, because no zone changes twice within six hours.
    package init?(timeZone name: String, in range: Range<Int64>) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        func offset(_ instant: Int64) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1000))
        }
        let step: Int64 = 6 * 3_600_000
        let first = offset(range.lowerBound)
        var (transitions, last, at): ([Transition], Int, Int64) = ([], first, range.lowerBound)
        while at < range.upperBound {
            let next = at + step
            let new = offset(next)
            if new != last {
                var (low, high) = (at / 1000, next / 1000)
                while high - low > 1 {
                    let middle = (low + high) / 2
                    if offset(middle * 1000) == last { low = middle } else { high = middle }
                }
                transitions.append(Transition(at: high * 1000, offset: new))
                last = new
            }
            at = next
        }
        self.init(first: first, transitions: transitions)
    }
}
