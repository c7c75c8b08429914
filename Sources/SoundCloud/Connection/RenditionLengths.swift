import Synchronization
import Web

/// A cache of the lengths of the parts of renditions, requested once for all listeners of a rendition and kept for at most five minutes.
///
/// The cache contains no audio and no signed addresses. A listener whose HLS playlist has other parts or durations needs a request of their own.
final class RenditionLengths: Sendable {
    /// The properties that two HLS playlists must share so that their parts have the same lengths.
    struct Key: Hashable, Sendable {
        let track: CloudURN
        let quality: AudioQuality
        /// The initialization segment, which describes the format.
        let head: [UInt8]
        /// The parts' addresses without their signatures.
        let parts: [String]
        let ranges: [Range<Int>?]
        let durationsUs: [Int64]

        init(track: CloudURN, quality: AudioQuality, head: [UInt8], parts: [AudioLayout.Part]) {
            self.track = track
            self.quality = quality
            self.head = head
            self.parts = parts.map { part in String(part.address.prefix { $0 != "?" }) }
            ranges = parts.map(\.bytes)
            durationsUs = parts.map(\.durationUs)
        }
    }

    private struct Entry {
        let asked: Task<[Int]?, Never>
        let number: Int
        let end: Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    /// The maximum number of renditions. The lengths and paths for one hour of audio take about 50 kB.
    private let limit: Int
    /// The time for which lengths are kept, in milliseconds.
    private static let validity: Int64 = 300_000

    init(limit: Int = 500) { self.limit = limit }

    /// Returns the lengths of a rendition's parts in bytes, in order, cached or from `ask`; `nil` if `ask` returns `nil`, which is not cached.
    /// Simultaneous callers share one call of `ask`.
    func lengths(
        of key: Key, at now: Instant, ask: @escaping @Sendable () async -> [Int]?
    ) async -> [Int]? {
        let entry = state.withLock { state in
            if let found = state.entries[key], found.end > now { return found }
            if state.entries.count >= limit { state.entries = state.entries.filter { $0.value.end > now } }
            if state.entries.count >= limit, let first = state.entries.min(by: { $0.value.end < $1.value.end }) {
                state.entries[first.key] = nil
            }
            state.count += 1
            let entry = Entry(
                asked: Task { await ask() }, number: state.count,
                end: Instant(milliseconds: now.milliseconds + Self.validity))
            state.entries[key] = entry
            return entry
        }
        let lengths = await entry.asked.value
        if lengths == nil { forget(key, entry.number) }
        return lengths
    }

    /// Removes the lengths of all renditions of a track, after a part could not be read.
    func forget(_ track: CloudURN) {
        state.withLock { state in state.entries = state.entries.filter { $0.key.track != track } }
    }

    private func forget(_ key: Key, _ number: Int) {
        state.withLock { state in
            if state.entries[key]?.number == number { state.entries[key] = nil }
        }
    }
}
