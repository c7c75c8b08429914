import Gzip

/// A writer of zip archives for tests, correct or broken on purpose (PKWARE's APPNOTE 6.3).
public struct ZipBuilder {
    /// A file of the archive. Every property may be set to a wrong value after the file was added.
    public struct File {
        public var name: [UInt8]
        public var localName: [UInt8]
        public var packed: [UInt8]
        public var size: Int
        public var checksum: UInt32
        public var method: Int
        public var flags: Int
        /// The size of the packed bytes as the directory states it; `nil` for the true size.
        public var statedPackedSize: Int?
        /// The position of the local header as the directory states it; `nil` for the true position.
        public var statedPosition: Int?
        /// The number of the disk.
        public var disk = 0
    }

    public var files: [File] = []
    /// Values of the record at the end that differ from the truth, by their offset in the record.
    public var endValues: [Int: (value: Int, size: Int)] = [:]
    /// Bytes before the record at the end.
    public var beforeEnd: [UInt8] = []
    public var comment: [UInt8] = []

    public init() {}

    /// Creates an archive of deflated texts.
    public init(_ texts: [(name: String, text: String)]) throws {
        for (name, text) in texts { try add(name, Array(text.utf8)) }
    }

    /// Adds a file, deflated or stored, with correct sizes and checksum.
    public mutating func add(_ name: String, _ content: [UInt8], isDeflated: Bool = true) throws {
        let packed = isDeflated ? Array(try Gzip.compress(content).dropFirst(10).dropLast(8)) : content
        let bytes = Array(name.utf8)
        files.append(
            File(
                name: bytes, localName: bytes, packed: packed, size: content.count,
                checksum: Gzip.checksum(content), method: isDeflated ? 8 : 0, flags: 0x800))
    }

    /// The bytes of the archive.
    public var bytes: [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let position = archive.count
            let stated = file.statedPackedSize ?? file.packed.count
            let common = Self.number(file.flags, 2) + Self.number(file.method, 2) + Self.number(0, 4)
            let sizes = Self.number(Int(file.checksum), 4) + Self.number(stated, 4) + Self.number(file.size, 4)
            archive += Self.number(0x0403_4B50, 4) + Self.number(20, 2) + common + sizes
            archive += Self.number(file.localName.count, 2) + Self.number(0, 2) + file.localName + file.packed
            directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.number(20, 2) + common + sizes
            directory += Self.number(file.name.count, 2) + Self.number(0, 4) + Self.number(file.disk, 2)
            directory += Self.number(0, 6) + Self.number(file.statedPosition ?? position, 4) + file.name
        }
        var end = Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(files.count, 2)
        end += Self.number(files.count, 2) + Self.number(directory.count, 4) + Self.number(archive.count, 4)
        end += Self.number(comment.count, 2)
        for (offset, value) in endValues {
            end.replaceSubrange(offset..<offset + value.size, with: Self.number(value.value, value.size))
        }
        return archive + directory + beforeEnd + end + comment
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
