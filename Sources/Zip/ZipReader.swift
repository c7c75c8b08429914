import Gzip

/// A reader of a zip archive in memory (PKWARE's APPNOTE 6.3; ISO/IEC 21320-1 describes nearly the same subset).
///
/// The archive may come from an untrusted sender. The central directory is checked before any entry is inflated: names are relative paths without
/// "..", no two entries have the same name (ignoring case) or share bytes, sizes are within the limits, and the name, method, encryption flags and
/// packed size in each local header agree with the directory. Encryption, ZIP64, several disks and compression other than deflate are refused.
public struct ZipReader: Sendable {
    /// The limits for accepted archives.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of entries, files and folders together.
        public var entries = 1_000
        /// The maximum size of all entries together after unpacking, in bytes.
        public var unpacked = 64 << 20
        /// The maximum ratio of unpacked to packed bytes of an entry. An entry of at most 4,096 unpacked bytes may have any ratio.
        public var ratio = GzipInflater.standardRatio
        /// The maximum length of a name, in bytes.
        public var name = 255

        public init() {}
    }

    /// A file or folder in the archive.
    public struct Entry: Sendable, Hashable {
        /// The path, with "/" between its components and at the end of a folder.
        public let name: String
        /// The number of bytes after unpacking.
        public let size: Int
        let isDeflated: Bool
        let checksum: UInt32
        let content: Range<Int>

        public var isFolder: Bool { name.hasSuffix("/") }
    }

    public let limits: Limits
    /// The entries in the order of the central directory.
    public let entries: [Entry]
    private let bytes: [UInt8]

    /// Reads and checks the directory of an archive. Throws for the first rule that the archive breaks. `content(of:)` checks the content of the
    /// entries. O(n log n) in the number of entries.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ZipError) {
        let directory = try ZipDirectory(bytes, limits: limits)
        self.bytes = bytes
        self.limits = limits
        entries = try directory.entries()
    }

    /// Returns whether the bytes begin with the signature of a zip archive.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    /// Returns the entry with this name, compared byte by byte; `nil` for none. O(entries).
    public func entry(_ name: String) -> Entry? { entries.first { $0.name.utf8.elementsEqual(name.utf8) } }

    /// Returns the unpacked content of an entry of this archive; empty for a folder. A deflated entry is inflated on each call. Throws `damaged`,
    /// `checksum` or `outOfMemory`. Blocks.
    public func content(of entry: Entry) throws(ZipError) -> [UInt8] {
        let packed = bytes[entry.content]
        let content = entry.isDeflated ? try inflated(packed, entry) : Array(packed)
        guard content.count == entry.size else {
            throw .damaged("\"\(ZipError.shown(entry.name))\" does not have the size given in the directory")
        }
        guard Gzip.checksum(content) == entry.checksum else { throw .checksum(entry.name) }
        return content
    }

    private func inflated(_ packed: ArraySlice<UInt8>, _ entry: Entry) throws(ZipError) -> [UInt8] {
        do {
            return try Deflate.inflate(packed, limit: entry.size, ratio: limits.ratio)
        } catch {
            switch error {
            case .malformed: throw .damaged("the deflated data of \"\(ZipError.shown(entry.name))\" is not valid")
            case .tooLarge:
                throw .damaged("\"\(ZipError.shown(entry.name))\" is larger than the size given in the directory")
            case .outOfMemory: throw .outOfMemory
            }
        }
    }
}
