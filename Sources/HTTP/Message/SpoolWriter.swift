import Synchronization

/// A writer that collects long content piece by piece, in a file or in memory. Calls may block, so do not use the writer on an event loop. One task
/// at a time may write.
public final class SpoolWriter: Sendable {
    private let file: ContentFileWriter?
    private let bytes = Mutex<[UInt8]>([])

    init(_ file: ContentFileWriter?) { self.file = file }

    /// Creates a writer that collects the content in memory.
    public convenience init() { self.init(nil) }

    /// Adds bytes to the end of the content. Throws the system's error if the file cannot be written; the content is then incomplete.
    public func append(_ bytes: [UInt8]) throws(ContentFileError) {
        if let file { try file.append(bytes) } else { self.bytes.withLock { $0 += bytes } }
    }

    /// Returns the content, after which the writer must not be used. Throws if the file cannot be mapped.
    func finish() throws(ContentFileError) -> RepresentationData {
        guard let file else { return .bytes(bytes.withLock { $0 }) }
        return file.length == 0 ? .bytes([]) : .file(try ContentFile(file))
    }
}
