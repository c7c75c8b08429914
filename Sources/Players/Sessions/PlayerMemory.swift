import PlayerCore
import Synchronization
import Web

/// The sessions that this server has stored, so that the next change need not read the player from the database (decision 0077). The store uses
/// a session in memory only for a change that compares it with the stored session.
final class PlayerMemory: Sendable {
    typealias Moment = ContinuousClock.Instant

    /// A reading of the database's clock, from which the current time is extrapolated.
    private struct ClockReading: Sendable {
        /// The duration above which a reading is too inexact.
        static let durationLimit = Duration.milliseconds(20)
        /// The age from which a new reading replaces an old one even if the new one is less exact.
        static let freshness = Duration.seconds(30)
        static let ageLimit = Duration.seconds(60)

        let time: PlayerTime
        let start: Moment
        let duration: Duration

        func age(at now: Moment) -> Duration { (start + duration / 2).duration(to: now) }
    }

    /// The last recorded request of a device.
    struct Sighting: Sendable {
        let device: PlayerDeviceID
        let time: PlayerTime
    }

    /// A stored session without the items of its queue.
    struct Entry: Sendable {
        let session: PlayerSession
        /// The session as JSON, which the database compares with the stored session.
        let text: String
        let sighting: Sighting?
    }

    private struct State: Sendable {
        var entries = BoundedCache<PlayerOwner, Entry>(limit: PlayerMemory.sizeLimit)
        var reading: ClockReading?
    }

    /// The estimated size of all sessions in bytes, above which the least recently used are removed.
    private static let sizeLimit = 32 << 20

    private let state = Mutex(State())

    /// Returns the session of a listener; `nil` if none is kept.
    func entry(of owner: PlayerOwner) -> Entry? { state.withLock { $0.entries.value(for: owner) } }

    /// Keeps a session that was stored, or forgets the listener's session if `entry` is `nil`.
    func keep(_ entry: Entry?, of owner: PlayerOwner) {
        state.withLock { state in
            if let entry {
                state.entries.insert(entry, for: owner, cost: 1024 + 3 * entry.text.utf8.count)
            } else {
                state.entries.removeValue(for: owner)
            }
        }
    }

    /// Keeps a reading of the database's clock, which was made between two moments, unless it is too inexact.
    func note(_ time: PlayerTime, readFrom start: Moment, to end: Moment) {
        let duration = start.duration(to: end)
        guard duration <= ClockReading.durationLimit else { return }
        state.withLock { state in
            if let reading = state.reading, reading.duration < duration, reading.age(at: end) < ClockReading.freshness {
                return
            }
            state.reading = ClockReading(time: time, start: start, duration: duration)
        }
    }

    /// Returns the time of the database's clock at a moment, at most 10 ms early or late; `nil` without a reading within the last minute.
    func time(at now: Moment) -> PlayerTime? {
        guard let reading = state.withLock({ $0.reading }) else { return nil }
        let age = reading.age(at: now)
        guard age <= ClockReading.ageLimit else { return nil }
        return PlayerTime(milliseconds: reading.time.milliseconds + Int64(age / .milliseconds(1)))
    }
}
