/// A file as it was handed in: in memory, or open, to be read piece by piece and as often as its format needs.
public struct SourceFile: Sendable {
    /// Its name, without folders.
    public let name: String
    private let content: Content

    private enum Content: Sendable {
        case pieces([[UInt8]])
        case file(OpenFile)
    }

    public init(name: String, bytes: [UInt8]) { self.init(name: name, pieces: [bytes]) }

    /// What is cut anywhere is the same file.
    init(name: String, pieces: [[UInt8]]) {
        self.name = name
        content = .pieces(pieces.filter { !$0.isEmpty })
    }

    init(name: String, file: OpenFile) {
        self.name = name
        content = .file(file)
    }

    /// What is read of an open file at once.
    static let pieceSize = 256 * 1024

    /// All of it, for formats that are not read piece by piece.
    ///
    /// - Throws: `ImportSource.Failure` for a file that is too long for that, or cannot be read.
    public var bytes: [UInt8] {
        get throws {
            switch content {
            case .pieces(let pieces): return pieces.count == 1 ? pieces[0] : Array(pieces.joined())
            case .file(let file):
                guard file.size <= ImportSource.fileLimit else {
                    throw ImportSource.Failure(
                        description: "\(name) is longer than \(ImportSource.fileLimit / 1024 / 1024) MiB")
                }
                return try file.read(at: 0, count: file.size)
            }
        }
    }

    /// Its pieces from the beginning, none of them empty; `nil` at the end.
    func pieces() -> () throws -> [UInt8]? {
        var offset = 0
        return {
            switch content {
            case .pieces(let pieces):
                guard offset < pieces.count else { return nil }
                offset += 1
                return pieces[offset - 1]
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
