import Testing

@testable import ConcertNotes

/// Spec T4.
@Suite struct LiveProgramSearchTests {
    private static let program: LiveProgram = {
        let pieces = LiveFixture.program.pieces
        var round = pieces[0]
        round.tracks = [
            LiveProgram.Track(
                name: "History",
                annotations: [
                    LiveProgram.Annotation(measure: 1, text: "The oboe begins."),
                    LiveProgram.Annotation(measure: 4, text: "Écossaise of the trombones"),
                ])
        ]
        return LiveProgram(
            concert: LiveFixture.program.concert, revision: 1, title: "Evening", pieces: [round, pieces[1]])
    }()

    private func found(_ text: String, at measure: Int = 1, piece: Int = 0) -> [ProgramPosition] {
        LiveProgramSearch(program: Self.program, current: ProgramPosition(piece: piece, measure: measure))
            .matches(text).map(\.position)
    }

    @Test func aSearchForAMeasureNumberFindsEveryPassWithTheNearestFirst() {
        #expect(found("2", at: 4).map(\.measure) == [4, 2])
        #expect(found("2", at: 1).map(\.measure) == [2, 4])
    }

    @Test func aSearchForASectionLabelFindsTheStartOfTheSection() {
        #expect(found("close") == [ProgramPosition(piece: 0, measure: 5)])
        #expect(found("close", at: 1, piece: 1) == [ProgramPosition(piece: 0, measure: 5)])
    }

    @Test(arguments: ["trombones", "TROMB", "ecossaise", "of the trom"])
    func aSearchForWordsOfANoteFindsTheMeasureOfTheNote(text: String) {
        #expect(found(text) == [ProgramPosition(piece: 0, measure: 4)])
    }

    @Test(arguments: ["", "   ", "zzz", "of", "…"])
    func aSearchForBlankShortOrUnknownTextFindsNothing(text: String) {
        #expect(found(text) == [])
    }
}
