import Synchronization
import Web

/// A cache of layouts per listener, so that seeking rarely requests another stream, which would count towards SoundCloud's daily limit.
final class AudioLayoutCache: Sendable {
    struct Key: Hashable {
        let listener: Listener
        let track: CloudURN
        let quality: AudioQuality?
    }

    private let kept = Mutex<[Key: AudioLayout]>([:])
    /// The maximum number of layouts. The size of a layout is O(n) in the duration of the track.
    private let limit: Int

    init(limit: Int = 500) { self.limit = limit }

    func layout(_ key: Key, at now: Instant) -> AudioLayout? {
        kept.withLock { kept in
            guard let found = kept[key], found.expiresAt > now else { return nil }
            return found
        }
    }

    func keep(_ layout: AudioLayout, _ key: Key, at now: Instant) {
        kept.withLock { kept in
            if kept.count >= limit { kept = kept.filter { $0.value.expiresAt > now } }
            if kept.count >= limit, let first = kept.min(by: { $0.value.expiresAt < $1.value.expiresAt }) {
                kept[first.key] = nil
            }
            kept[key] = layout
        }
    }

    func remove(_ key: Key) { kept.withLock { $0[key] = nil } }
}
