import CSystem
import Glibc

/// The queue of bytes to write to a socket, in order. Long content is not copied; the queue shares the content's array or file.
struct WriteQueue {
    enum Outcome {
        case complete
        /// The socket's send buffer is full.
        case blocked
        /// The kernel currently has no memory for the socket (send(2), ENOBUFS and ENOMEM).
        case starved
        /// The limit of the turn is reached.
        case paused
        /// A part of a file must be read into memory before more can be sent.
        case awaiting(ContentFile, Range<Int>)
        /// The response cannot be completed: the connection is broken, or a file is too short or unreadable.
        case failed
    }

    /// The number of bytes after which a connection lets other connections have a turn; sending them takes about 50 µs on loopback.
    static let turn = 256 * 1024
    /// The maximum number of bytes of a file that are read into memory at a time.
    static let window = 1 << 20

    private var parts: [ContentSlice] = []
    /// The end, in bytes from the start of the file, of the part that was read into memory and is sent without another check.
    private var preloaded = 0

    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ part: ContentSlice) {
        if !part.range.isEmpty { parts.append(part) }
    }

    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        append(ContentSlice(.bytes(bytes), range))
    }

    /// Records that the range named by `awaiting` is in memory.
    mutating func markPreloaded(_ range: Range<Int>) {
        preloaded = range.upperBound
    }

    /// Sends at most `limit` queued bytes and returns how many were sent. A short send is retried, because only EAGAIN means that the socket is full.
    mutating func send(to descriptor: Int32, limit: Int = turn) -> (sent: Int, outcome: Outcome) {
        var total = 0
        var done = 0
        defer { parts.removeFirst(done) }
        while done < parts.count {
            guard total < limit else { return (total, .paused) }
            let part = parts[done]
            let length = min(part.range.count, limit - total)
            let count: Int
            switch part.data {
            case .bytes(let bytes):
                let isLast = done + 1 == parts.count
                count = bytes.withUnsafeBufferPointer { bytes in
                    let start = bytes.baseAddress.map { $0 + part.range.lowerBound }
                    return isLast
                        ? csystem_send(descriptor, start, length, nil, 0, false)
                        : csystem_send_more(descriptor, start, length)
                }
            case .file(let file):
                let range = part.range.lowerBound..<part.range.lowerBound + length
                guard range.upperBound <= preloaded || file.isCached(range) else {
                    let window = range.lowerBound..<min(part.range.upperBound, range.lowerBound + Self.window)
                    return (total, .awaiting(file, window))
                }
                count = csystem_send_file(descriptor, file.descriptor, Int64(range.lowerBound), length)
                if count == 0 { return (total, .failed) }
            }
            if count >= 0 {
                total += count
                parts[done].range = (part.range.lowerBound + count)..<part.range.upperBound
                if parts[done].range.isEmpty {
                    done += 1
                    preloaded = 0
                }
            } else if errno == EAGAIN {
                return (total, .blocked)
            } else if errno == ENOBUFS || errno == ENOMEM {
                return (total, .starved)
            } else if errno != EINTR {
                return (total, .failed)
            }
        }
        return (total, .complete)
    }
}
