import Web

/// A report of a listener's device about the times at which it showed positions: the JSON of `reportShown` (spec T19). The report contains nothing
/// that identifies the device or its owner.
struct ShownReport: Sendable, Hashable, Decodable {
    /// A position of the concert, and the time at which the device showed it.
    struct Step: Sendable, Hashable, Decodable {
        let revision: Int64
        /// The time by the device's clock, in milliseconds since 1970.
        let shownAtMs: Int64
    }

    let transport: LiveTransport
    /// The server's clock minus the device's clock, in milliseconds, from the field `Server-Time`.
    let clockOffsetMs: Int64
    let steps: [Step]
    /// The name of the track on the screen; `nil` to report no track.
    let track: String?

    /// The largest number of positions in one report.
    static let stepLimit = 50
    /// The longest name of a track, in bytes.
    static let trackLimit = 200
    /// The possible error of a clock, in milliseconds. A negative delay within this error counts as zero.
    static let clockError: Int64 = 2_000
    /// 2^53, up to which a JSON number carries every whole number exactly. Sums within this limit do not overflow.
    private static let largest: Int64 = 1 << 53

    /// Throws `APIError` 422 for values out of range.
    func check() throws(APIError) {
        guard (1...Self.stepLimit).contains(steps.count) else {
            throw .invalid("/steps", "must have 1 to \(Self.stepLimit) elements, found \(steps.count)")
        }
        guard (-Self.largest...Self.largest).contains(clockOffsetMs) else {
            throw .invalid(
                "/clockOffsetMs",
                "must be from -\(Self.largest) to \(Self.largest) milliseconds, found \(clockOffsetMs)")
        }
        for (index, step) in steps.enumerated() where !(0...Self.largest).contains(step.shownAtMs) {
            throw .invalid(
                "/steps/\(index)/shownAtMs",
                "must be from 0 to \(Self.largest) milliseconds since 1970, found \(step.shownAtMs)")
        }
        let trackBytes = track?.utf8.count ?? 0
        guard trackBytes <= Self.trackLimit else {
            throw .invalid("/track", "must have at most \(Self.trackLimit) bytes, found \(trackBytes)")
        }
    }

    /// Returns the delay of a step after a move, in milliseconds; `nil` for a delay that does not count, above the last bound of `DelayHistogram` or
    /// below zero by more than `clockError`. `movedAt` is in milliseconds since 1970 by the server's clock.
    func delay(of step: Step, movedAt: Int64) -> Int64? {
        let delay = step.shownAtMs + clockOffsetMs - movedAt
        guard delay >= -Self.clockError, DelayHistogram.bound(of: delay) != nil else { return nil }
        return max(0, delay)
    }
}
