import CSystem
import Glibc

/// What a socket has yet to take, in order. Long content is not copied: its array is shared.
struct WriteQueue {
    private struct Part {
        let bytes: [UInt8]
        var range: Range<Int>
    }

    enum Outcome {
        case complete
        case blocked
        /// The kernel has no memory for it now (send(2), ENOBUFS and ENOMEM).
        case starved
        case failed
    }

    private var parts: [Part] = []

    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        if !range.isEmpty { parts.append(Part(bytes: bytes, range: range)) }
    }

    /// Sends until the socket takes no more. A short send is tried again: only EAGAIN says that it is full.
    ///
    /// - Returns: how many bytes went, and how it ended.
    mutating func send(to descriptor: Int32) -> (sent: Int, outcome: Outcome) {
        var total = 0
        var done = 0
        defer { parts.removeFirst(done) }
        while done < parts.count {
            let part = parts[done]
            let count = part.bytes.withUnsafeBufferPointer { bytes in
                csystem_send(descriptor, bytes.baseAddress.map { $0 + part.range.lowerBound }, part.range.count, nil, 0)
            }
            if count >= 0 {
                total += count
                parts[done].range = (part.range.lowerBound + count)..<part.range.upperBound
                if parts[done].range.isEmpty { done += 1 }
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
