import CSystem
import Glibc

/// Content in a file of its own instead of on the heap: written once, never changed, and without a name, so that nobody
/// else can change it and nothing is left behind after a crash. Closed with the last reference.
final class ContentFile: @unchecked Sendable {
    // Safety: all is immutable. The mapping is never read or written through, only asked about (mincore).
    let descriptor: Int32
    /// The size in bytes, greater than 0.
    let length: Int
    /// Address space alone: its pages are never touched, so it counts for no memory.
    private let mapping: UnsafeMutableRawPointer
    private let count: ContentFileCount

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    /// Writes the content to a new file. Blocks: not on an event loop.
    ///
    /// - Parameter count: told of the file while it is open; full, it refuses with `EMFILE`.
    init(_ bytes: [UInt8], in folder: String, count: ContentFileCount) throws(ContentFileError) {
        guard !bytes.isEmpty else { throw ContentFileError(errno: EINVAL) }
        guard count.enter() else { throw ContentFileError(errno: EMFILE) }
        let descriptor = csystem_open_unnamed(folder)
        guard descriptor >= 0 else {
            let error = ContentFileError(errno: errno)
            count.leave()
            throw error
        }
        do throws(ContentFileError) {
            try Self.write(bytes, to: descriptor)
            // Nobody may read a page of it through this.
            guard let mapping = mmap(nil, bytes.count, PROT_NONE, MAP_SHARED, descriptor, 0), mapping != MAP_FAILED
            else { throw ContentFileError(errno: errno) }
            self.mapping = mapping
        } catch {
            close(descriptor)
            count.leave()
            throw error
        }
        self.descriptor = descriptor
        self.count = count
        length = bytes.count
    }

    deinit {
        munmap(mapping, length)
        close(descriptor)
        count.leave()
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(ContentFileError) {
        var written = 0
        while written < bytes.count {
            let taken = bytes.withUnsafeBytes { all in
                Glibc.write(descriptor, all.baseAddress.map { $0 + written }, all.count - written)
            }
            if taken > 0 {
                written += taken
            } else if taken == 0 || errno != EINTR {
                throw ContentFileError(errno: taken == 0 ? EIO : errno)
            }
        }
    }

    /// Whether all of the range is in the page cache, so that sending it does not wait for the disk. A question of a
    /// microsecond for 256 KiB (mincore(2)); "no" where the system does not tell.
    func isCached(_ range: Range<Int>) -> Bool {
        let start = range.lowerBound / Self.pageSize * Self.pageSize
        let pages = (range.upperBound - start + Self.pageSize - 1) / Self.pageSize
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: pages) { residency in
            guard mincore(mapping + start, range.upperBound - start, residency.baseAddress) == 0 else { return false }
            return residency.allSatisfy { $0 & 1 == 1 }
        }
    }

    /// Reads the range into the page cache, and requests read-ahead of the same length after it. Blocks. Ignores errors, which
    /// sending the content reports.
    func bringIn(_ range: Range<Int>) {
        posix_fadvise(descriptor, range.lowerBound, range.count, POSIX_FADV_WILLNEED)
        posix_fadvise(descriptor, range.upperBound, range.count, POSIX_FADV_WILLNEED)
        var byte: UInt8 = 0
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.pageSize) {
            // A byte of each page: to have it is to have the page.
            guard pread(descriptor, &byte, 1, offset) == 1 else { return }
        }
        _ = pread(descriptor, &byte, 1, range.upperBound - 1)
    }

    /// A copy of it all. Blocks.
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

/// Why content cannot be put into a file: the system's own number (errno(3)).
struct ContentFileError: Error, CustomStringConvertible {
    let errno: Int32

    var description: String { String(cString: strerror(errno)) }
}
