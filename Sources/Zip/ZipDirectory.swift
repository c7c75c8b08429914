/// The central directory of an archive, found and checked (APPNOTE §4.3.12, §4.3.16).
struct ZipDirectory {
    private let bytes: [UInt8]
    private let limits: ZipReader.Limits
    private let count: Int
    private let range: Range<Int>

    private static let endSize = 22
    private static let longestComment = 0xFFFF

    /// Finds the directory and checks its end record. Throws `damaged`, `unsupported` or `limit`.
    init(_ bytes: [UInt8], limits: ZipReader.Limits) throws(ZipError) {
        self.bytes = bytes
        self.limits = limits
        guard let end = Self.end(of: bytes) else {
            throw .damaged("no end of a central directory was found, so the file is not a zip archive or was cut short")
        }
        let record = ZipField(bytes, at: end)
        // APPNOTE §4.4.19–4.4.24: a ZIP64 archive has the maximum values here, and a locator before this record.
        guard record[4, 2] != 0xFFFF, record[10, 2] != 0xFFFF, record[12, 4] != 0xFFFF_FFFF,
            record[16, 4] != 0xFFFF_FFFF, !Self.hasSignature(bytes, at: end - 20, 0x0706_4B50)
        else { throw .unsupported("uses zip64") }
        guard record[4, 2] == 0, record[6, 2] == 0, record[8, 2] == record[10, 2] else {
            throw .unsupported("consists of several disks")
        }
        count = record[10, 2]
        let (size, start) = (record[12, 4], record[16, 4])
        guard start + size == end else {
            throw .damaged("the central directory is not at the position given at the end of the archive")
        }
        range = start..<end
        guard count > 0 else { throw .damaged("the archive has no entries") }
        guard count <= limits.entries else {
            throw .limit("has \(count) entries; at most \(limits.entries) are allowed")
        }
    }

    /// Returns the position of the end of central directory record (APPNOTE §4.3.16), whose comment must end at the end of the file; `nil` for none.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= endSize else { return nil }
        let last = bytes.count - endSize
        for position in stride(from: last, through: max(0, last - longestComment), by: -1)
        where hasSignature(bytes, at: position, 0x0605_4B50) {
            if position + endSize + ZipField(bytes, at: position)[20, 2] == bytes.count { return position }
        }
        return nil
    }

    private static func hasSignature(_ bytes: [UInt8], at position: Int, _ signature: Int) -> Bool {
        position >= 0 && position + 4 <= bytes.count && ZipField(bytes, at: position)[0, 4] == signature
    }

    /// Returns all entries in the order of the directory. Throws for the first rule that the archive breaks.
    func entries() throws(ZipError) -> [ZipReader.Entry] {
        var entries: [ZipReader.Entry] = []
        var names: Set<String> = []
        var taken: [Range<Int>] = []
        var unpacked = 0
        var position = range.lowerBound
        for _ in 0..<count {
            let (entry, whole, next) = try entry(at: position)
            // A file system that folds case or normalises Unicode would take two such names as one.
            guard names.insert(entry.name.lowercased()).inserted else {
                throw .name(entry.name, "another entry has the same name, ignoring case; rename one of the files")
            }
            unpacked += entry.size
            guard unpacked <= limits.unpacked else {
                throw .limit("must unpack to at most \(limits.unpacked) bytes; send its files in parts")
            }
            guard entry.size <= max(4096, entry.content.count * limits.ratio) else {
                throw .limit(
                    "has an entry \"\(ZipError.shown(entry.name))\" that unpacks to more than \(limits.ratio) times its compressed size; "
                        + "send that file by itself, uncompressed")
            }
            taken.append(whole)
            entries.append(entry)
            position = next
        }
        guard position == range.upperBound else {
            throw .damaged("the size of the central directory differs from the size given at the end of the archive")
        }
        try checkOverlaps(taken)
        return entries
    }

    private func checkOverlaps(_ taken: [Range<Int>]) throws(ZipError) {
        let sorted = taken.sorted { $0.lowerBound < $1.lowerBound }
        for (first, second) in zip(sorted, sorted.dropFirst()) where first.upperBound > second.lowerBound {
            throw .damaged("two entries share the same bytes")
        }
    }

    /// Reads the header of an entry in the directory (APPNOTE §4.3.12), and checks it and the local header.
    ///
    /// - Returns: the entry, the bytes from its local header to the end of its content, and the position after the header.
    private func entry(at position: Int) throws(ZipError) -> (ZipReader.Entry, Range<Int>, Int) {
        guard position + 46 <= range.upperBound, Self.hasSignature(bytes, at: position, 0x0201_4B50) else {
            throw .damaged("the central directory ends before its last entry")
        }
        let header = ZipField(bytes, at: position)
        let nameEnd = position + 46 + header[28, 2]
        let next = nameEnd + header[30, 2] + header[32, 2]
        guard next <= range.upperBound else { throw .damaged("the central directory ends within an entry") }
        let raw = bytes[position + 46..<nameEnd]
        let name = try ZipName.checked(raw, limit: limits.name)

        let flags = header[8, 2]
        // APPNOTE §4.4.4: bits 0 and 6 mean encryption, bit 5 patch data, and bit 13 an encrypted directory.
        guard flags & 0x2061 == 0 else { throw .unsupported("has an encrypted entry \"\(ZipError.shown(name))\"") }
        let method = header[10, 2]
        guard method == 0 || method == 8 else {
            throw .unsupported("has an entry \"\(ZipError.shown(name))\" with compression method \(method)")
        }
        let (packed, size, local) = (header[20, 4], header[24, 4], header[42, 4])
        guard packed != 0xFFFF_FFFF, size != 0xFFFF_FFFF, local != 0xFFFF_FFFF else { throw .unsupported("uses zip64") }
        guard header[34, 2] == 0 else { throw .unsupported("consists of several disks") }
        guard method == 8 || packed == size else {
            throw .damaged("the stored entry \"\(ZipError.shown(name))\" has two different sizes")
        }
        guard !name.hasSuffix("/") || size == 0 else {
            throw .damaged("the folder \"\(ZipError.shown(name))\" has content")
        }
        let content = try content(of: name, raw, at: local, flags: flags, method: method, packed: packed)
        let entry = ZipReader.Entry(
            name: name, size: size, isDeflated: method == 8, checksum: UInt32(header[16, 4]), content: content)
        return (entry, local..<content.upperBound, next)
    }

    /// Checks the name, method, encryption flags and packed size in a local header (APPNOTE §4.3.7) against the directory, and returns the range of
    /// the content. Programs that read the local headers must see the same archive as programs that read the directory.
    private func content(
        of name: String, _ raw: ArraySlice<UInt8>, at position: Int, flags: Int, method: Int, packed: Int
    ) throws(ZipError) -> Range<Int> {
        guard position + 30 <= range.lowerBound, Self.hasSignature(bytes, at: position, 0x0403_4B50) else {
            throw .damaged("the entry \"\(ZipError.shown(name))\" is not at the position given in the directory")
        }
        let header = ZipField(bytes, at: position)
        let start = position + 30 + header[26, 2] + header[28, 2]
        guard start + packed <= range.lowerBound else {
            throw .damaged("the content of \"\(ZipError.shown(name))\" ends after the beginning of the directory")
        }
        guard bytes[position + 30..<position + 30 + header[26, 2]].elementsEqual(raw), header[8, 2] == method,
            header[6, 2] & 0x61 == flags & 0x61
        else { throw .damaged("the two headers of \"\(ZipError.shown(name))\" do not agree") }
        // APPNOTE §4.4.4: if bit 3 is set, the sizes follow the content.
        guard header[6, 2] & 8 != 0 || header[18, 4] == packed else {
            throw .damaged("the two headers of \"\(ZipError.shown(name))\" do not agree")
        }
        return start..<start + packed
    }
}

/// Numbers in the bytes of an archive, least significant byte first (APPNOTE §4.4.1). The caller must check the bounds.
private struct ZipField {
    private let bytes: [UInt8]
    private let start: Int

    init(_ bytes: [UInt8], at start: Int) { (self.bytes, self.start) = (bytes, start) }

    subscript(offset: Int, size: Int) -> Int {
        (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[start + offset + $1]) }
    }
}
