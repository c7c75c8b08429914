import Testing

@testable import RadioImports

struct SourceFileTests {
    /// The file is complete, part of a request, or cut into pieces.
    @Test(arguments: [0, 1, SourceFile.pieceSize, SourceFile.pieceSize + 1, 3 * SourceFile.pieceSize - 1])
    func thePiecesOfAFileFormTheWholeFile(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let around = [1, 2, 3] + bytes + [4, 5]
        let cut = [[], Array(bytes.prefix(count / 3)), [], Array(bytes.dropFirst(count / 3))]
        let files = [
            SourceFile(name: "a", bytes: bytes), SourceFile(name: "a", slice: around[3..<3 + count]),
            SourceFile(name: "a", pieces: cut),
        ]
        for file in files {
            let pieces = file.pieces()
            var read: [UInt8] = []
            while let piece = try pieces() {
                #expect(!piece.isEmpty && piece.count <= SourceFile.pieceSize)
                read += piece
            }
            #expect(read == bytes)
            #expect(try file.bytes == bytes)
            #expect(try pieces() == nil)
        }
    }
}
