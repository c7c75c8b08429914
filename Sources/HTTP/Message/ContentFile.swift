import CSystem
import Glibc

/// Content in an unnamed file, written once, never changed, and closed with the last reference. Nothing remains after a crash.
final class ContentFile: @unchecked Sendable {
    // Safety: all properties are immutable. The mapping is never accessed, only queried (mincore).
    let descriptor: Int32
    /// The size in bytes, greater than 0.
    let length: Int
    private let mapping: UnsafeMutableRawPointer
    private let count: ContentFileCount

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    /// Writes the content, which must not be empty, to a new file in `folder`. Blocks, so do not call this initialiser on an event loop.
    ///
    /// Throws `EMFILE` if the limit of `count` is reached, or the system's error.
    convenience init(_ bytes: [UInt8], in folder: String, count: ContentFileCount) throws(ContentFileError) {
        guard !bytes.isEmpty else { throw ContentFileError(errno: EINVAL) }
        let writer = try ContentFileWriter(in: folder, count: count)
        try writer.append(bytes)
        try self.init(writer)
    }

    /// Takes over the file of a writer, which must not write afterwards. Throws `EINVAL` for an empty file, or the system's error.
    init(_ writer: ContentFileWriter) throws(ContentFileError) {
        // The mapping reserves address space only: PROT_NONE forbids reading, and the pages use no memory.
        guard writer.length > 0, let mapping = mmap(nil, writer.length, PROT_NONE, MAP_SHARED, writer.descriptor, 0),
            mapping != MAP_FAILED
        else { throw ContentFileError(errno: writer.length > 0 ? errno : EINVAL) }
        self.mapping = mapping
        descriptor = writer.descriptor
        count = writer.count
        length = writer.length
        writer.release()
    }

    deinit {
        munmap(mapping, length)
        close(descriptor)
        count.leave()
    }

    /// Returns whether the whole range is in the page cache (mincore(2)). Takes about one microsecond for 256 KiB.
    func isCached(_ range: Range<Int>) -> Bool {
        let start = range.lowerBound / Self.pageSize * Self.pageSize
        let pages = (range.upperBound - start + Self.pageSize - 1) / Self.pageSize
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: pages) { residency in
            guard mincore(mapping + start, range.upperBound - start, residency.baseAddress) == 0 else { return false }
            return residency.allSatisfy { $0 & 1 == 1 }
        }
    }

    /// Reads the range into the page cache and requests read-ahead of as many bytes after it. Blocks. Sending reports the errors.
    func preload(_ range: Range<Int>) {
        posix_fadvise(descriptor, range.lowerBound, range.count, POSIX_FADV_WILLNEED)
        posix_fadvise(descriptor, range.upperBound, range.count, POSIX_FADV_WILLNEED)
        var byte: UInt8 = 0
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.pageSize) {
            guard pread(descriptor, &byte, 1, offset) == 1 else { return }
        }
        _ = pread(descriptor, &byte, 1, range.upperBound - 1)
    }

    /// A copy of the content, shorter than `length` if reading fails. Blocks.
    var read: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            initialized = 0
            while initialized < length {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
                let taken = pread(descriptor, rest.baseAddress, rest.count, initialized)
                if taken > 0 {
                    initialized += taken
                } else if taken == 0 || errno != EINTR {
                    return
                }
            }
        }
    }
}

/// A failure to store content in a file, with the system's error number (errno(3)).
public struct ContentFileError: Error, CustomStringConvertible {
    let errno: Int32

    public var description: String { String(cString: strerror(errno)) }
}
