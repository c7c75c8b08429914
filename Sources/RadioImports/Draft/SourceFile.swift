/// A file as it was handed in: in memory, or open, to be read piece by piece and as often as its format needs.
public struct SourceFile: Sendable {
    /// Its name, without folders.
    public let name: String
    private let content: Content
    /// What its reading is measured by.
    private(set) var meter = ImportMeter()

    private enum Content: Sendable {
        case bytes(ArraySlice<UInt8>)
        case pieces([[UInt8]])
        case file(OpenFile)
    }

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        content = .bytes(bytes[...])
    }

    /// What is cut anywhere is the same file.
    init(name: String, pieces: [[UInt8]]) {
        self.name = name
        content = .pieces(pieces)
    }

    /// A part of other bytes, which is not copied.
    init(name: String, slice: ArraySlice<UInt8>) {
        self.name = name
        content = .bytes(slice)
    }

    init(name: String, file: OpenFile) {
        self.name = name
        content = .file(file)
    }

    /// The same file, measured by this meter.
    func measured(by meter: ImportMeter) -> SourceFile {
        var file = self
        file.meter = meter
        return file
    }

    /// What is read of an open file at once.
    static let pieceSize = 256 * 1024

    /// All of it, for formats that are not read piece by piece.
    ///
    /// - Throws: `ImportSource.Failure` for a file that is too long for that, or cannot be read.
    public var bytes: [UInt8] {
        get throws {
            switch content {
            case .bytes(let bytes): return Array(bytes)
            case .pieces(let pieces): return Array(pieces.joined())
            case .file(let file):
                guard file.size <= ImportSource.fileLimit else {
                    throw ImportSource.Failure(
                        description:
                            "\(name) is longer than \(ImportSource.fileLimit / 1024 / 1024) MiB; split the file")
                }
                return try file.read(at: 0, count: file.size)
            }
        }
    }

    /// Its pieces from the beginning, none of them empty and none longer than `pieceSize`; `nil` at the end. Each is a
    /// checkpoint of the meter.
    func pieces() -> () throws -> [UInt8]? {
        // Into the file, or into the piece that is being read.
        var offset = 0
        var number = 0
        return {
            try meter.checkpoint()
            switch content {
            case .bytes(let bytes):
                let piece = Self.piece(of: bytes, at: offset)
                offset += piece.count
                return piece.isEmpty ? nil : piece
            case .pieces(let pieces):
                while number < pieces.count {
                    let piece = Self.piece(of: pieces[number][...], at: offset)
                    offset += piece.count
                    if !piece.isEmpty { return piece }
                    (number, offset) = (number + 1, 0)
                }
                return nil
            case .file(let file):
                let piece = try file.read(at: offset, count: Self.pieceSize)
                offset += piece.count
                return piece.isEmpty ? nil : piece
            }
        }
    }

    /// At most `pieceSize` bytes from a place on, counted from the first; empty at the end.
    private static func piece(of bytes: ArraySlice<UInt8>, at offset: Int) -> [UInt8] {
        let start = bytes.startIndex + offset
        return Array(bytes[start..<min(bytes.endIndex, start + pieceSize)])
    }

    /// Throws where the file is no longer what it was when it was opened: what was read is then neither.
    func checkUnchanged() throws {
        guard case .file(let file) = content, !file.isUnchanged else { return }
        throw ImportSource.Failure(
            description: "\(name) was changed during the import; import the file again when it is complete")
    }
}
