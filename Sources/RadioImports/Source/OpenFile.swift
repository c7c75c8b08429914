import Foundation
import Glibc

/// An open file that any thread can read at any offset, closed when the object is deallocated.
final class OpenFile: Sendable {
    private let descriptor: Int32
    private let first: Stamp
    let size: Int

    /// The size and modification time, for detecting changes of the content.
    private struct Stamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// Opens a file. Throws `ImportSource.Failure` if the file cannot be opened or read, or is larger than `ImportSource.sizeLimit`.
    init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw ImportSource.Failure(description: "\(path) cannot be opened: \(reason)")
        }
        guard let stamp = Stamp(descriptor) else {
            close(descriptor)
            throw ImportSource.Failure(description: "\(path) cannot be read; check the disk")
        }
        first = stamp
        size = stamp.size
        guard size <= ImportSource.sizeLimit else {
            throw ImportSource.Failure(
                description: "\(path) must have at most \(ImportSource.sizeLimit >> 30) GiB; split the file")
        }
    }

    deinit { close(descriptor) }

    /// Returns `count` bytes from an offset, or fewer at the end. Throws `ImportSource.Failure` if reading fails.
    func read(at offset: Int, count: Int) throws -> [UInt8] {
        var isFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, offset + filled)
                if read < 0, errno == EINTR { continue }
                isFailed = read < 0
                guard read > 0 else { return }
                filled += read
            }
        }
        guard !isFailed else { throw ImportSource.Failure(description: "reading the file failed; try again") }
        return bytes
    }

    var isUnchanged: Bool { Stamp(descriptor) == first }
}
