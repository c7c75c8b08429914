import Synchronization
import Web

/// A cache of audio layouts by listener, track and quality, so that seeking rarely requests another stream, which would count towards SoundCloud's
/// daily limit.
final class AudioLayoutCache: Sendable {
    struct Key: Hashable {
        let listener: Listener
        let track: CloudURN
        /// The best quality within the requested bit rate. The layout has another quality if SoundCloud does not offer this one.
        let quality: AudioQuality?
    }

    private let kept = Mutex<[Key: AudioLayout]>([:])
    /// The maximum number of layouts. The size of a layout is O(n) in the duration of the track.
    private let limit: Int

    init(limit: Int = 500) { self.limit = limit }

    /// Returns a layout; `nil` if the cache has none or its addresses have expired.
    func layout(_ key: Key, at now: Instant) -> AudioLayout? {
        kept.withLock { kept in
            guard let found = kept[key], found.expiresAt > now else { return nil }
            return found
        }
    }

    /// Stores a layout. A full cache drops the expired layouts or, if none is expired, the one that expires first.
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
