import Testing

@testable import ScoreFormats

struct FormPlayerTests {
    private static let limit = 400

    private func heard(_ notation: FormNotation) throws -> [HeardMeasure] {
        try Score.read(Array(notation.musicXML.utf8)).unrolled(limit: Self.limit)
    }

    /// Spec I12.
    @Test(arguments: FormCases.all)
    func repeatsAndJumpsArePlayedInTheOrderOfAPerformance(form: FormCases.Form) throws {
        let heard = try heard(FormNotation(form.notation))
        #expect(heard.map(\.number).joined(separator: " ") == form.heard)
        #expect(heard.map(\.count) == Array(1...heard.count))
    }

    @Test(arguments: FormCases.all)
    func theFormPlayerPlaysWrittenFormsLikeABruteForcePlayer(form: FormCases.Form) throws {
        let notation = FormNotation(form.notation)
        let order = try heard(notation).map(\.written)
        #expect(order == BruteForcePlayer.order(of: notation, limit: Self.limit))
    }

    @Test func theFormNotationOfTheTestsIsWrittenAsItWasRead() {
        for form in FormCases.all { #expect(FormNotation(form.notation).text == form.notation) }
    }

    @Test func theFormPlayerPlaysRandomFormsLikeABruteForcePlayer() throws {
        for seed in 1...8000 {
            var random = RandomForm(seed: UInt64(seed))
            let notation = random.notation()
            let expected = BruteForcePlayer.order(of: notation, limit: Self.limit)
            let order = try? FormPlayer.order(of: marks(of: notation), limit: Self.limit)
            #expect(order == expected, "seed \(seed): \(notation.text)")
            if order != expected { return }
        }
    }

    /// Forms for which the two players once differed.
    @Test(arguments: [
        "|: 1 DCf |: 2 C 3 |: 4 DSc@1 :|x3 5 :|x2 6 :|! |: 7 S C 8 C 9 :| [2 10 :|! ] 11 C 12 13 TC DS S C 14 :|",
        "1 |: 2 3 DCc [1 4 :| ] [2 S 5 TC :| ] [3 6 DCf@3 7 DC ] 8 [1 9 ] [2 10 11 ] [3 12 :| ] 13 |: 14 15 TC :| [2 C 16 DS ]",
    ])
    func theFormPlayerPlaysFormerFailuresLikeABruteForcePlayer(form: String) {
        let notation = FormNotation(form)
        let order = try? FormPlayer.order(of: marks(of: notation), limit: Self.limit)
        #expect(order == BruteForcePlayer.order(of: notation, limit: Self.limit))
    }

    @Test func theMarksOfRandomFormsAreReadFromMusicXML() throws {
        for seed in 1...300 {
            var random = RandomForm(seed: UInt64(seed))
            let notation = random.notation()
            let score = try Score.read(Array(notation.musicXML.utf8))
            #expect(score.measures.map(\.marks) == named(marks(of: notation)), "seed \(seed): \(notation.text)")
        }
    }

    /// Marks in random order must cause neither an endless loop nor a crash.
    @Test func playingContradictoryMarksTerminates() {
        for seed in 1...3000 {
            var random = RandomForm(seed: UInt64(seed))
            let marks = random.nonsense()
            let order = try? FormPlayer.order(of: marks, limit: 1000)
            #expect((order?.count ?? 1) >= 1)
        }
    }

    @Test func theErrorOfAScoreWithTooManyPlayedMeasuresNamesAMeasureAndALine() throws {
        let notation = FormNotation("|: 1 |: 2 |: 3 :|x9 4 :|x9 5 :|x9 6")
        #expect {
            try heard(notation)
        } throws: {
            guard let fault = $0 as? ScoreFault else { return false }
            return fault.kind == .form && fault.measure != nil && fault.line != nil
        }
    }

    @Test func thePassOfAMeasureCountsHowOftenItHasBeenPlayed() throws {
        let heard = try heard(FormNotation("|: 1 [1 2 :| ] [2 3 ] 4 DC"))
        #expect(heard.map { "\($0.number).\($0.pass)" } == ["1.1", "2.1", "1.2", "3.1", "4.1", "1.3", "3.2", "4.2"])
    }

    /// The marks of a form, created without MusicXML.
    private func marks(of notation: FormNotation) -> [FormMarks] {
        var marks: [FormMarks] = []
        var begun = 0
        for (index, measure) in notation.measures.enumerated() {
            var mark = FormMarks()
            for word in measure.before {
                switch word {
                case .forward: mark.forward = true
                case .ending(let passes):
                    mark.ending = FormMarks.Ending(passes: passes)
                    begun = index
                case .segno: mark.segnos = [""]
                case .coda: mark.codas = [""]
                default: break
                }
            }
            var isEnd = false
            for word in measure.after {
                switch word {
                case .backward(let times, let again):
                    mark.backward = FormMarks.Backward(times: times, isRepeatedAfterJump: again)
                case .endingEnd: isEnd = true
                case .fine(let times): mark.fine = FormMarks.Jump(times: times)
                case .toCoda(let times): mark.toCoda = FormMarks.Jump(times: times)
                case .daCapo(let until, let times): mark.daCapo = FormMarks.Jump(times: times, until: until)
                case .dalSegno(let until, let times): mark.dalSegno = FormMarks.Jump(times: times, until: until)
                default: break
                }
            }
            marks.append(mark)
            if isEnd { marks[begun].ending?.length = index - begun + 1 }
        }
        return marks
    }

    /// The marks with the names that `FormNotation.musicXML` gives to signs.
    private func named(_ marks: [FormMarks]) -> [FormMarks] {
        marks.map { mark in
            var mark = mark
            if !mark.segnos.isEmpty { mark.segnos = ["s"] }
            if !mark.codas.isEmpty { mark.codas = ["c"] }
            mark.dalSegno?.target = "s"
            mark.toCoda?.target = "c"
            return mark
        }
    }
}
