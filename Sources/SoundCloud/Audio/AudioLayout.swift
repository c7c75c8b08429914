import Cryptography
import Web

/// The layout of one file made of a stream's parts, without the audio. Its temporary addresses are kept in memory only, and never stored (spec L39).
struct AudioLayout: Sendable {
    /// A segment, or the whole preview, at SoundCloud.
    struct Part: Sendable, Hashable {
        /// The absolute address of the resource that contains the segment.
        let address: String
        /// The bytes of the resource; `nil` for the whole resource.
        let bytes: Range<Int>?
        /// The length in bytes; `nil` if unknown.
        var length: Int?
        let durationUs: Int64
    }

    let quality: AudioQuality
    /// The initialization segment, followed by a segment index if one could be made from the lengths of all parts; empty for the preview.
    let head: [UInt8]
    let parts: [Part]
    /// The time at which the addresses expire.
    let expiresAt: Instant
    /// The length of the segment index at the end of `head`; 0 if there is none.
    var indexLength = 0

    /// The head without the segment index, whose lengths apply to the complete file only.
    var initialization: [UInt8] { Array(head.dropLast(indexLength)) }

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

    /// The time in microseconds to decode before an offset: a decoder's first frame lacks the overlap with the frame before (ISO/IEC 14496-3).
    private static let leadUs: Int64 = 100_000

    /// Returns the part at which decoding begins to reach a time, and the microseconds to leave out at the start of that part. O(n) in the number of
    /// parts.
    func start(at offsetUs: Int64) -> (part: Int, skippedUs: Int64) {
        var (start, found): (Int64, (part: Int, skippedUs: Int64)) = (0, (0, offsetUs))
        for (index, part) in parts.enumerated() {
            guard index == 0 || start + Self.leadUs <= offsetUs else { break }
            found = (index, offsetUs - start)
            start += part.durationUs
        }
        return found
    }

    /// The strong entity tag of the file, independent of the temporary addresses; `nil` if the file's length is unknown.
    var tag: String? {
        guard length != nil else { return nil }
        var digest = SHA256()
        digest.update(data: head)
        for part in parts {
            withUnsafeBytes(of: Int64(part.length ?? 0).bigEndian) { digest.update(data: $0) }
        }
        return "\"\(quality.rawValue)-\(Base64URL.text(of: Array(digest.finalize().prefix(12))))\""
    }

    /// Returns whether another layout, with other addresses, has the same head and parts of the same lengths and durations.
    func hasSameForm(as other: AudioLayout) -> Bool {
        head == other.head && parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { $0.length == $1.length && $0.durationUs == $1.durationUs }
    }
}
