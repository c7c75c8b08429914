import TestSupport

@testable import ConcertNotes

/// A programme of two pieces with reference times: "Long" has 60 measures of one second, and "Short" has 40 of half a second.
enum SourcesFixture {
    static let program = LiveProgram(
        concert: Concert.ID(rawValue: 1), revision: 1, title: "Evening",
        pieces: [
            piece(1, "Composer, Work: Long", count: 60, ms: 1000),
            piece(2, "Composer, Work: Short", count: 40, ms: 500),
        ])

    static let timeline = ReferenceTimeline(program)

    private static func piece(_ id: Int64, _ name: String, count: Int, ms: Int) -> LiveProgram.Piece {
        LiveProgram.Piece(
            id: id, name: name, measureCount: count,
            printed: (1...count).map { LiveProgram.PrintedMeasure(number: String($0), pass: 1) }, sections: [],
            key: PieceName.key(of: name), starts: (0..<count).map { 2000 + $0 * ms }, endMs: 2000 + count * ms)
    }
}
