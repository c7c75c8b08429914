import Logging

/// A store that keeps long content in files, since a few assets of several megabytes would otherwise take most of the server's memory. The
/// system's page cache keeps the requested parts and releases them when memory is short.
public struct ContentSpool: Sendable {
    /// The length in bytes from which content is stored in a file. Shorter content stays in memory.
    public let threshold: Int
    private let folder: String
    private let count: ContentFileCount
    private let logger: Logger

    /// Creates a spool.
    ///
    /// - Parameters:
    ///   - folder: the folder in which the unnamed files are created, on a disk and not in memory.
    ///   - threshold: the length from which content is stored in a file, in bytes, at least 1.
    ///   - limit: the maximum number of open files. Each file uses a descriptor until its representation is released.
    public init(folder: String, threshold: Int = 256 * 1024, limit: Int = 512, logger: Logger) {
        self.folder = folder
        self.threshold = max(1, threshold)
        count = ContentFileCount(limit: limit)
        self.logger = logger
    }

    /// The number of open files.
    public var fileCount: Int { count.value }

    /// Returns the content in a file, or in memory if the content is shorter than `threshold`. If storing the file fails, the content
    /// stays in memory and a warning is logged. Blocks, so do not call this function on an event loop.
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

    /// Returns a writer of content that is too long to be built in memory. If the file cannot be created, the writer collects
    /// the content in memory and a warning is logged. Blocks, so do not call this function on an event loop.
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
