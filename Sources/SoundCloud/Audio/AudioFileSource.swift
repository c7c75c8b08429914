import HTTP
import Logging
import Web

/// The content of one file, read part by part from SoundCloud while the server sends the file to one client. Renews expired addresses.
actor AudioFileSource: ContentSource {
    private let reader: MediaReader
    private var layout: AudioLayout
    private let renew: @Sendable () async throws -> AudioLayout
    private let failed: @Sendable () -> Void
    private let ended: @Sendable () -> Void
    /// The index of the first part to send after the head.
    private let firstPart: Int
    /// The next piece to send: 0 is the head, and n is the part with the index n - 1.
    private var piece: Int
    /// The number of bytes to leave out at the beginning of the next piece.
    private var skipped: Int
    /// The number of bytes still to send; `nil` to send all bytes.
    private var missing: Int?

    /// The bytes of the file to send.
    enum Extent: Sendable {
        /// A range of bytes; `nil` for the whole file.
        case bytes(Range<Int>?)
        /// The parts from an index, after the initialization segment; for index 0, the whole file.
        case parts(from: Int)
    }

    /// Creates a source for one client; a range requires the lengths of all parts. `renew` resolves the stream again, and is called when an address
    /// has expired. `failed` is called when a part cannot be read although its address is valid, and `ended` when the server stops reading.
    init(
        _ layout: AudioLayout, _ extent: Extent, reader: MediaReader,
        renew: @escaping @Sendable () async throws -> AudioLayout, failed: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) {
        self.layout = layout
        self.reader = reader
        self.renew = renew
        self.failed = failed
        self.ended = ended
        guard case .bytes(let range) = extent else {
            if case .parts(let first) = extent { firstPart = first } else { firstPart = 0 }
            (piece, skipped, missing) = (0, 0, nil)
            return
        }
        firstPart = 0
        var (piece, start) = (0, range?.lowerBound ?? 0)
        while piece <= layout.parts.count {
            let length = piece == 0 ? layout.head.count : layout.parts[piece - 1].length ?? 0
            guard start >= length, range != nil else { break }
            start -= length
            piece += 1
        }
        self.piece = piece
        skipped = start
        missing = range?.count
    }

    func next() async throws -> [UInt8]? {
        while missing != 0, piece <= layout.parts.count {
            var bytes =
                switch piece {
                case 0: firstPart == 0 ? layout.head : layout.initialization
                default: try await part(piece - 1)
                }
            piece = piece == 0 ? firstPart + 1 : piece + 1
            if skipped > 0 {
                bytes.removeFirst(min(skipped, bytes.count))
                skipped = 0
            }
            if let missing {
                if bytes.count > missing { bytes.removeLast(bytes.count - missing) }
                self.missing = missing - bytes.count
            }
            if !bytes.isEmpty { return bytes }
        }
        return nil
    }

    nonisolated func end() { ended() }

    private func part(_ index: Int) async throws -> [UInt8] {
        do {
            return try await reader.part(layout.parts[index])
        } catch MediaReader.Failure.expired {
            let fresh = try await renew()
            guard fresh.hasSameForm(as: layout) else {
                throw AudioFault.unreadable("the parts of the stream have changed")
            }
            layout = fresh
            return try await reader.part(layout.parts[index])
        } catch let failure as CloudError {
            failed()
            throw failure
        }
    }
}
