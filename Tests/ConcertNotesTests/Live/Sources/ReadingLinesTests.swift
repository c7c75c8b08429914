import Testing

@testable import ConcertNotes

@Suite struct ReadingLinesTests {
    private func lines(_ pieces: String...) -> [String] {
        var lines = ReadingLines()
        var found: [ReadingLines.Line] = []
        for piece in pieces { found += lines.add(Array(piece.utf8)) }
        if let last = lines.finish() { found.append(last) }
        return found.map { "\($0.number) \($0.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "too long")" }
    }

    @Test func aLineOfReadingsMayArriveInPieces() {
        #expect(lines("{\"a\"", ":1}\n{", "}") == ["1 {\"a\":1}", "2 {}"])
    }

    @Test func emptyLinesAreOmittedButCountInTheLineNumbers() {
        #expect(lines("\n \t\na\r\n\r\n\nb\n") == ["3 a", "6 b"])
    }

    @Test func aLineThatIsTooLongIsReportedOnce() {
        let long = String(repeating: "x", count: ReadingLines.limit)
        #expect(lines(long, "y", long, "\nz") == ["1 too long", "2 z"])
        #expect(lines(long + "\n") == ["1 " + long])
    }
}
