import Crypto
import Web

/// One file made of a stream's parts: what is known of it before its audio is read. It contains temporary addresses, so it is kept in memory
/// until they expire and never stored (spec L39).
struct AudioLayout: Sendable {
    /// A segment at SoundCloud.
    struct Part: Sendable, Hashable {
        let address: String
        let bytes: Range<Int>?
        /// The length in bytes; `nil` if it is unknown.
        var length: Int?
        let durationUs: Int64
    }

    let quality: AudioQuality
    /// The initialization segment, followed by a segment index if all lengths are known; empty for a file of one part.
    let head: [UInt8]
    let parts: [Part]
    /// The time at which the addresses expire.
    let expiresAt: Instant

    /// The length of the whole file in bytes; `nil` if a length is unknown.
    var length: Int? {
        var sum = head.count
        for part in parts {
            guard let length = part.length else { return nil }
            sum += length
        }
        return sum
    }

    var durationUs: Int64 { parts.reduce(0) { $0 + $1.durationUs } }

    /// The strong entity tag of the file; `nil` if its length is unknown. Addresses are not part of it, because they change each time.
    var tag: String? {
        guard length != nil else { return nil }
        var digest = SHA256()
        digest.update(data: head)
        for part in parts {
            withUnsafeBytes(of: Int64(part.length ?? 0).bigEndian) { digest.update(bufferPointer: $0) }
        }
        return "\"\(quality.rawValue)-\(Base64URL.text(of: Array(digest.finalize().prefix(12))))\""
    }

    /// Whether another layout, with new addresses, describes the same bytes.
    func hasSameForm(as other: AudioLayout) -> Bool {
        head == other.head && parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { $0.length == $1.length && $0.durationUs == $1.durationUs }
    }
}
