/// A file as it was handed in: in memory, or open, to be read piece by piece and as often as its format needs.
public struct SourceFile: Sendable {
    /// Its name, without folders.
    public let name: String
    private let content: Content
    /// What its reading is measured by.
    private(set) var meter = ImportMeter()

    private enum Content: Sendable {
        case bytes([UInt8])
        case pieces([ArraySlice<UInt8>])
        case file(OpenFile)
    }

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        content = .bytes(bytes)
    }

    /// What is cut anywhere is the same file.
    init(name: String, pieces: [[UInt8]]) {
        self.name = name
        content = .pieces(pieces.filter { !$0.isEmpty }.map { $0[...] })
    }

    /// A part of other bytes, which is not copied.
    init(name: String, slice: ArraySlice<UInt8>) {
        self.name = name
        content = .pieces([slice])
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
            case .bytes(let bytes): return bytes
            case .pieces(let pieces): return Array(pieces.joined())
            case .file(let file):
                guard file.size <= ImportSource.fileLimit else {
                    throw ImportSource.Failure(
                        description: "\(name) is longer than \(ImportSource.fileLimit / 1024 / 1024) MiB")
                }
                return try file.read(at: 0, count: file.size)
            }
        }
    }

    /// Its pieces from the beginning, none of them empty and none longer than `pieceSize`; `nil` at the end. Each is a
    /// checkpoint of the meter.
    func pieces() -> () throws -> [UInt8]? {
        var offset = 0
        var rest: ArraySlice<UInt8> = []
        return {
            try meter.checkpoint()
            switch content {
            case .bytes(let bytes):
                let end = min(bytes.count, offset + Self.pieceSize)
                defer { offset = end }
                return offset < end ? Array(bytes[offset..<end]) : nil
            case .pieces(let pieces):
                while rest.isEmpty {
                    guard offset < pieces.count else { return nil }
                    rest = pieces[offset]
                    offset += 1
                }
                defer { rest = rest.dropFirst(Self.pieceSize) }
                return Array(rest.prefix(Self.pieceSize))
            case .file(let file):
                let piece = try file.read(at: offset, count: Self.pieceSize)
                offset += piece.count
                return piece.isEmpty ? nil : piece
            }
        }
    }

    /// Throws where the file is no longer what it was when it was opened: what was read is then neither.
    func checkUnchanged() throws {
        guard case .file(let file) = content, !file.isUnchanged else { return }
        throw ImportSource.Failure(
            description: "\(name) was changed while it was read; bring it in again when it is whole")
    }
}
