import Logging

/// Stores long content in files instead of memory: a few assets of several megabytes would otherwise take most of the server's
/// memory. The system's page cache keeps the requested parts and releases them when memory is short.
public struct ContentSpool: Sendable {
    /// Content with fewer bytes stays in memory.
    public let threshold: Int
    private let folder: String
    private let count: ContentFileCount
    private let logger: Logger

    /// - Parameters:
    ///   - folder: where the unnamed files are created; on a disk, not in memory.
    ///   - threshold: in bytes, at least 1.
    ///   - limit: the most open files. Each uses a descriptor until its representation is released.
    public init(folder: String, threshold: Int = 256 * 1024, limit: Int = 512, logger: Logger) {
        self.folder = folder
        self.threshold = max(1, threshold)
        count = ContentFileCount(limit: limit)
        self.logger = logger
    }

    /// The number of open files.
    public var fileCount: Int { count.value }

    /// The content in a file, or in memory if it is short. If the file cannot be created, the content stays in memory. Blocks:
    /// do not call on an event loop.
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
