import Gzip

/// A writer of a ZIP archive (PKWARE APPNOTE 6.3.10) that returns the bytes of each member as it is added, and keeps only the list of members.
///
/// Names are UTF-8. Equal members in the same order, with the same time, give equal bytes. Archives that would need ZIP64 (§4.5.3) are refused.
/// Compression blocks.
public struct ZipWriter: Sendable {
    private let modified: DOSTime
    private var members: [Member] = []
    private var names: Set<String> = []
    private var length = 0

    private struct Member: Sendable {
        let name: [UInt8]
        let method: UInt16
        let checksum: UInt32
        let packedSize: Int
        let size: Int
        let offset: Int
    }

    /// The maximum offset and size without ZIP64 (APPNOTE §4.4.8, §4.4.9, §4.4.16).
    private static let lengthLimit = 0xFFFF_FFFE
    private static let memberLimit = 0xFFFE

    /// Creates a writer. `modified` is the time of all members, in seconds since 1970.
    public init(modified: Int64) { self.modified = DOSTime(modified) }

    /// Adds a member and returns the bytes to append to the archive. Throws `ZipWriterError` or `GzipError`, and then leaves the archive unchanged.
    ///
    /// - Parameters:
    ///   - name: a relative path with "/" between folders, without "." or ".." (APPNOTE §4.4.17.1).
    ///   - compress: whether to try deflate; a member that would not be smaller is stored.
    public mutating func add(_ name: String, _ content: [UInt8], compress: Bool = true) throws -> [UInt8] {
        try check(name)
        let packed = compress ? try Self.deflated(content) : nil
        let data = packed ?? content
        guard content.count <= Self.lengthLimit, members.count < Self.memberLimit else { throw ZipWriterError.tooLarge }
        let member = Member(
            name: Array(name.utf8), method: packed == nil ? 0 : 8, checksum: Gzip.checksum(content),
            packedSize: data.count, size: content.count, offset: length)
        let header = Self.localHeader(member, modified)
        guard header.count + data.count <= Self.lengthLimit - length else { throw ZipWriterError.tooLarge }
        length += header.count + data.count
        members.append(member)
        names.insert(name)
        return header + data
    }

    /// Returns the central directory and its end record, the last bytes of the archive (APPNOTE §4.3.12, §4.3.16). Throws `tooLarge`.
    public func finish() throws(ZipWriterError) -> [UInt8] {
        let directory = members.flatMap { Self.directoryHeader($0, modified) }
        guard directory.count <= Self.lengthLimit - length else { throw .tooLarge }
        var end = LittleEndian()
        end.add(UInt32(0x0605_4B50))
        end.add(UInt16(0))  // This disk,
        end.add(UInt16(0))  // and the disk of the directory.
        end.add(UInt16(members.count))
        end.add(UInt16(members.count))
        end.add(UInt32(directory.count))
        end.add(UInt32(length))
        end.add(UInt16(0))
        return directory + end.bytes
    }

    private func check(_ name: String) throws(ZipWriterError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain =
            name.utf8.count <= 0xFFFF && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            && !name.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\\") || $0 == 0x7F }
        guard isPlain else { throw .invalidName(name) }
        guard !names.contains(name) else { throw .repeatedName(name) }
    }

    /// Returns the deflated content (RFC 1951) of a gzip member, without its header and end (RFC 1952 §2.3); `nil` if it would not be smaller.
    private static func deflated(_ content: [UInt8]) throws(GzipError) -> [UInt8]? {
        let member = try Gzip.compress(content)
        let packed = Array(member[10..<member.count - 8])
        return packed.count < content.count ? packed : nil
    }

    /// Appends the fields that both headers of a member have (APPNOTE §4.3.7, §4.3.12).
    private static func addCommon(_ member: Member, _ modified: DOSTime, to header: inout LittleEndian) {
        header.add(UInt16(20))  // Version 2.0: deflate and folders (§4.4.3.2).
        header.add(UInt16(1 << 11))  // The name is UTF-8 (§4.4.4, appendix D).
        header.add(member.method)
        header.add(modified.time)
        header.add(modified.date)
        header.add(member.checksum)
        header.add(UInt32(member.packedSize))
        header.add(UInt32(member.size))
        header.add(UInt16(member.name.count))
        header.add(UInt16(0))  // No extra field.
    }

    private static func localHeader(_ member: Member, _ modified: DOSTime) -> [UInt8] {
        var header = LittleEndian()
        header.add(UInt32(0x0403_4B50))
        addCommon(member, modified, to: &header)
        return header.bytes + member.name
    }

    private static func directoryHeader(_ member: Member, _ modified: DOSTime) -> [UInt8] {
        var header = LittleEndian()
        header.add(UInt32(0x0201_4B50))
        header.add(UInt16(3 << 8 | 20))  // Made by Unix (§4.4.2.2), so that the attributes below are a file's mode.
        addCommon(member, modified, to: &header)
        header.add(UInt16(0))  // No comment.
        header.add(UInt16(0))  // The disk of the member.
        header.add(UInt16(0))  // Internal attributes: unknown, not "text" (§4.4.14).
        header.add(UInt32(0o100644) << 16)
        header.add(UInt32(member.offset))
        return header.bytes + member.name
    }
}

/// The reason why a member could not be added to an archive, or why the archive could not be finished.
public enum ZipWriterError: Error, Hashable, Sendable {
    /// The name is absolute, has an empty part, "." or "..", a backslash or a control character, or more than 65,535 bytes.
    case invalidName(String)
    case repeatedName(String)
    /// The archive would need ZIP64.
    case tooLarge
}

/// A buffer of little-endian numbers (APPNOTE §4.4.1.1).
private struct LittleEndian {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
