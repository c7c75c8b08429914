/// A file to import, in memory or on disk, which can be read in pieces and more than once.
public struct SourceFile: Sendable {
    /// The name, without folders.
    public let name: String
    private let content: Content
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

    /// Creates a file from arbitrary pieces, for tests.
    init(name: String, pieces: [[UInt8]]) {
        self.name = name
        content = .pieces(pieces)
    }

    init(name: String, slice: ArraySlice<UInt8>) {
        self.name = name
        content = .bytes(slice)
    }

    init(name: String, file: OpenFile) {
        self.name = name
        content = .file(file)
    }

    /// Returns a copy of the file with another meter.
    func measured(by meter: ImportMeter) -> SourceFile {
        var file = self
        file.meter = meter
        return file
    }

    /// The maximum length of a piece, in bytes.
    static let pieceSize = 256 * 1024

    /// The whole content, for formats that cannot be read in pieces. Throws `ImportSource.Failure` if the file is larger than
    /// `ImportSource.fileLimit` or cannot be read.
    public var bytes: [UInt8] {
        get throws {
            switch content {
            case .bytes(let bytes): return Array(bytes)
            case .pieces(let pieces): return Array(pieces.joined())
            case .file(let file):
                guard file.size <= ImportSource.fileLimit else {
                    throw ImportSource.Failure(
                        description:
                            "\(name) must have at most \(ImportSource.fileLimit / 1024 / 1024) MiB; split the file")
                }
                return try file.read(at: 0, count: file.size)
            }
        }
    }

    /// Returns a function that returns the next piece, and `nil` at the end. Each call is a checkpoint of the meter. The function throws
    /// `ImportSource.Failure` and the errors of `ImportMeter.checkpoint`.
    func pieces() -> () throws -> [UInt8]? {
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

    /// Returns at most `pieceSize` bytes from `offset`; empty at the end.
    private static func piece(of bytes: ArraySlice<UInt8>, at offset: Int) -> [UInt8] {
        let start = bytes.startIndex + offset
        return Array(bytes[start..<min(bytes.endIndex, start + pieceSize)])
    }

    /// Throws `ImportSource.Failure` if the file was changed after it was opened, because the bytes may belong to two versions.
    func checkUnchanged() throws {
        guard case .file(let file) = content, !file.isUnchanged else { return }
        throw ImportSource.Failure(
            description: "\(name) was changed during the import; import the file again when it is complete")
    }
}
