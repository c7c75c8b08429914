@testable import Emitter

extension Transmission {
    /// Shows a state that was read without a notification during the reading.
    mutating func show(_ state: LiveState, at now: Instant) { show(state, readSince: readingMark, at: now) }
}
