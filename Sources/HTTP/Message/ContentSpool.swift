import Logging

/// Keeps long content in files instead of on the heap: a few assets of several megabytes would otherwise be most of the
/// server's memory. The system's page cache holds what is asked for, and gives it back when memory is short.
public struct ContentSpool: Sendable {
    /// Content of fewer bytes stays on the heap.
    public let threshold: Int
    private let folder: String
    private let count: ContentFileCount
    private let logger: Logger

    /// - Parameters:
    ///   - folder: where the files are made, without names; on a disk rather than in memory.
    ///   - threshold: in bytes, at least 1.
    ///   - limit: the most open files. Each uses a descriptor until its representation is released.
    public init(folder: String, threshold: Int = 256 * 1024, limit: Int = 512, logger: Logger) {
        self.folder = folder
        self.threshold = max(1, threshold)
        count = ContentFileCount(limit: limit)
        self.logger = logger
    }

    /// How many files are open.
    public var fileCount: Int { count.value }

    /// The content in a file, or as it is when it is short. A file that cannot be made costs memory, not the answer:
    /// the content then stays on the heap. Writes: not on an event loop.
    func data(_ bytes: [UInt8]) -> RepresentationData {
        guard bytes.count >= threshold else { return .bytes(bytes) }
        do throws(ContentFileError) {
            return .file(try ContentFile(bytes, in: folder, count: count))
        } catch {
            logger.warning(
                "long content stays in memory",
                metadata: ["folder": "\(folder)", "bytes": "\(bytes.count)", "reason": "\(error)"])
            return .bytes(bytes)
        }
    }
}
