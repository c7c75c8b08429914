import Logging

/// A store that keeps long content in files, since a few assets of several megabytes would take most of the server's memory.
public struct ContentSpool: Sendable {
    /// The length in bytes from which content is stored in a file. Shorter content stays in memory.
    public let threshold: Int
    private let folder: String
    private let count: ContentFileCount
    private let logger: Logger

    /// Creates a spool.
    ///
    /// - Parameters:
    ///   - folder: a folder on a disk, for the unnamed files.
    ///   - threshold: the length from which content is stored in a file, in bytes, at least 1.
    ///   - limit: the maximum number of open files. Each file uses a descriptor.
    public init(folder: String, threshold: Int = 256 * 1024, limit: Int = 512, logger: Logger) {
        self.folder = folder
        self.threshold = max(1, threshold)
        count = ContentFileCount(limit: limit)
        self.logger = logger
    }

    /// The number of open files of this spool.
    public var fileCount: Int { count.value }

    /// Returns content of at least `threshold` bytes in a file, and other content in memory. If storing fails, the content stays in memory and a
    /// warning is logged. Blocks, so do not call this function on an event loop.
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

    /// Returns a writer of content too long to be built in memory. If the file cannot be created, the writer collects the content in memory and a
    /// warning is logged. Blocks, so do not call this function on an event loop.
    public func writer() -> SpoolWriter {
        do throws(ContentFileError) {
            return SpoolWriter(try ContentFileWriter(in: folder, count: count))
        } catch {
            logger.warning(
                "long content stays in memory", metadata: ["folder": "\(folder)", "reason": "\(error)"])
            return SpoolWriter(nil)
        }
    }
}
