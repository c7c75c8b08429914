import CSystem
import Glibc
import Synchronization

/// A writer of an unnamed file, which becomes a `ContentFile` or is deleted with the writer. Calls block. One task at a time may write.
final class ContentFileWriter: Sendable {
    let descriptor: Int32
    let count: ContentFileCount
    private let written = Atomic<Int>(0)
    private let isOwner = Atomic<Bool>(true)

    var length: Int { written.load(ordering: .acquiring) }

    /// Creates an empty file. Throws `EMFILE` if the limit of open files is reached, or the system's error.
    init(in folder: String, count: ContentFileCount) throws(ContentFileError) {
        guard count.enter() else { throw ContentFileError(errno: EMFILE) }
        descriptor = csystem_open_unnamed(folder)
        self.count = count
        guard descriptor >= 0 else {
            let error = ContentFileError(errno: errno)
            release()
            count.leave()
            throw error
        }
    }

    deinit {
        guard isOwner.load(ordering: .acquiring) else { return }
        close(descriptor)
        count.leave()
    }

    /// Adds bytes to the end of the file. Throws the system's error.
    func append(_ bytes: [UInt8]) throws(ContentFileError) {
        var done = 0
        while done < bytes.count {
            let taken = bytes.withUnsafeBytes { all in
                Glibc.write(descriptor, all.baseAddress.map { $0 + done }, all.count - done)
            }
            if taken > 0 {
                done += taken
            } else if taken == 0 || errno != EINTR {
                throw ContentFileError(errno: taken == 0 ? EIO : errno)
            }
        }
        written.add(done, ordering: .releasing)
    }

    /// Gives up the descriptor, which a `ContentFile` now owns.
    func release() { isOwner.store(false, ordering: .releasing) }
}
