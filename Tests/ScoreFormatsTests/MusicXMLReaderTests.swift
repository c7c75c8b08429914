import Testing

@testable import ScoreFormats

struct MusicXMLReaderTests {
    private func read(_ text: String) throws -> Score { try Score.read(Array(text.utf8)) }

    private func heard(_ measures: String) throws -> String {
        try read(Document.score(measures)).unrolled().map(\.number).joined(separator: " ")
    }

    // MARK: Measures

    @Test func titlesCreatorsAndPartsOfAScoreAreRead() throws {
        let score = try read(
            Document.score(
                Document.measure("1", Document.attributes() + Document.note()),
                header: """
                    <work><work-number>Op. 96</work-number><work-title>Quartet  in F</work-title></work>
                    <movement-number>2</movement-number><movement-title>Lento</movement-title>
                    <identification><creator type="composer">Antonín Dvořák</creator><creator>N. N.</creator></identification>
                    """))
        #expect(score.work == "Quartet in F")
        #expect(score.workNumber == "Op. 96")
        #expect(score.movement == "Lento")
        #expect(score.movementNumber == "2")
        #expect(score.composer == "Antonín Dvořák")
        #expect(score.creators.map(\.role) == ["composer", ""])
        #expect(score.parts == [Score.Part(id: "P1", name: "Part P1")])
    }

    @Test func titlesPrintedOnThePageAreUsedWhereTheHeaderHasNone() throws {
        let score = try read(
            Document.score(
                Document.measure("1", Document.note()),
                header: """
                    <credit page="1"><credit-type>title</credit-type><credit-words>Polka</credit-words></credit>
                    <credit page="1"><credit-type>composer</credit-type><credit-words>B. S.</credit-words></credit>
                    """))
        #expect(score.work == "Polka")
        #expect(score.composer == "B. S.")
    }

    @Test func measureLengthsFollowFromDurationsAndDivisions() throws {
        let score = try read(
            Document.score(
                Document.measure(
                    "0", Document.attributes(divisions: "2") + Document.note("2"), attributes: " implicit=\"yes\"")
                    + Document.measure(
                        "1", Document.note("4") + "<note><chord/><duration>4</duration></note>" + Document.note("4"))
                    + Document.measure(
                        "2", Document.note("8") + "<backup><duration>8</duration></backup>" + Document.note("6"))
                    + Document.measure("3", "<note><grace/></note><forward><duration>3</duration></forward>")
                    + Document.measure(
                        "4", "<attributes><divisions>480</divisions></attributes>" + Document.note("1920"))
                    + Document.measure("5")))
        #expect(score.measures.map(\.length) == [1, 4, 4, 1.5, 4, 4])
        #expect(score.measures.map(\.isImplicit) == [true, false, false, false, false, false])
        #expect(score.measures.map(\.number) == ["0", "1", "2", "3", "4", "5"])
        #expect(score.measures.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(try score.unrolled().map(\.start) == [0, 1, 5, 9, 10.5, 14.5])
    }

    @Test(arguments: [
        ("<beats>3</beats><beat-type>4</beat-type>", "3/4", 3.0),
        ("<beats>3+2</beats><beat-type>8</beat-type>", "3+2/8", 2.5),
        ("<beats>2</beats><beat-type>4</beat-type><beats>3</beats><beat-type>8</beat-type>", "2/4+3/8", 3.5),
    ])
    func timeSignaturesGiveTheLengthOfEmptyMeasures(time: String, text: String, length: Double) throws {
        let score = try read(
            Document.score(
                Document.measure("1", "<attributes><time>\(time)</time></attributes>") + Document.measure("2")))
        #expect(score.measures.map(\.time) == Array(repeating: TimeSignature(text: text, length: length), count: 2))
        #expect(score.measures.map(\.length) == [length, length])
    }

    @Test func unmeasuredMusicHasNoTimeSignature() throws {
        let score = try read(
            Document.score(
                Document.measure("1", Document.attributes() + Document.note())
                    + Document.measure(
                        "2", "<attributes><time><senza-misura/></time></attributes>" + Document.note("17"))))
        #expect(score.measures.map(\.time?.text) == ["4/4", nil])
        #expect(score.measures.map(\.length) == [4, 17])
    }

    /// Spec N33.
    @Test func keysOfTransposingInstrumentsAreConvertedToConcertPitch() throws {
        func part(_ fifths: Int, _ transposition: String) -> String {
            let key = "<attributes><key><fifths>\(fifths)</fifths><mode>minor</mode></key>\(transposition)</attributes>"
            return Document.measure("1", key + Document.note()) + Document.measure("2", Document.note())
        }
        let clarinet = "<transpose><diatonic>-1</diatonic><chromatic>-2</chromatic></transpose>"
        let horn = "<transpose><chromatic>-7</chromatic></transpose>"
        let score = try read(
            Document.score(parts: [
                ("P1", part(-1, clarinet)), ("P2", part(-2, horn)), ("P3", part(0, "")), ("P4", part(-3, "")),
            ]))
        #expect(score.measures.map(\.key?.fifths) == [-3, -3])
        #expect(score.measures[0].key?.mode == "minor")
    }

    @Test func theKeyOfAScoreIsTheKeyOfMostOfItsParts() throws {
        func key(_ fifths: Int) -> String { "<attributes><key><fifths>\(fifths)</fifths></key></attributes>" }
        func part(_ first: Int, _ second: String) -> String {
            Document.measure("1", key(first) + Document.note()) + Document.measure("2", second + Document.note())
        }
        let score = try read(
            Document.score(parts: [("P1", part(-3, "")), ("P2", part(-3, "")), ("P3", part(0, key(0)))]))
        #expect(score.measures.map(\.key?.fifths) == [-3, -3])
    }

    @Test func rehearsalMarksAndDirectionsInWordsAreRead() throws {
        let mark = "<direction><direction-type><rehearsal>A</rehearsal></direction-type></direction>"
        let score = try read(
            Document.score(Document.measure("1", Document.words("Allegro con brio") + mark + Document.note())))
        #expect(score.measures[0].rehearsalMarks == ["A"])
        #expect(score.measures[0].words == ["Allegro con brio"])
    }

    @Test func aMultiMeasureRestIsExpandedOnlyIfItsMeasuresAreMissing() throws {
        let rest = "<attributes><measure-style><multiple-rest>3</multiple-rest></measure-style></attributes>"
        let written =
            Document.measure("1", Document.attributes(time: "3/4") + rest + Document.note("3"))
            + Document.measure("2", Document.note("3"))
        let score = try read(
            Document.score(
                written + Document.measure("3", Document.note("3")) + Document.measure("4", Document.note("3"))))
        #expect(score.measures.map(\.multipleRest) == [3, nil, nil, nil])
        #expect(score.measures.count == 4)
        // Some programs omit the other measures of the rest.
        let short = try read(
            Document.score(
                Document.measure("1", Document.attributes(time: "3/4") + rest + Document.note("3"))
                    + Document.measure("4", Document.note("3"))))
        #expect(short.measures.map(\.number) == ["1", "2", "3", "4"])
        #expect(short.measures.map(\.length) == [3, 3, 3, 3])
    }

    // MARK: Tempo

    @Test func theStartTimesOfMeasuresFollowTheTempo() throws {
        let score = try read(
            Document.score(
                Document.measure("1", Document.attributes() + Document.note())
                    + Document.measure(
                        "2",
                        "<sound tempo=\"120\"/>" + Document.note("2") + "<sound tempo=\"60\"/>" + Document.note("2"))
                    + Document.measure(
                        "3", Document.note() + Document.barline("right", "<repeat direction=\"backward\"/>"))))
        #expect(try score.unrolled().map(\.seconds) == [0, 2, 5, 9, 11, 14])
    }

    @Test func aMetronomeMarkGivesTheTempo() throws {
        func mark(_ unit: String, _ minute: String) -> String {
            "<direction><direction-type><metronome><beat-unit>\(unit)</beat-unit><beat-unit-dot/><per-minute>\(minute)</per-minute>"
                + "</metronome></direction-type></direction>"
        }
        let score = try read(
            Document.score(
                Document.measure("1", Document.attributes() + mark("quarter", "c. 80") + Document.note())
                    + Document.measure("2", mark("half", "40-44") + Document.note())))
        #expect(score.measures.map { $0.tempos.map(\.quartersPerMinute) } == [[120], [120]])
    }

    @Test func measuresOfAScoreWithoutATempoHaveNoStartTimes() throws {
        let heard = try read(Document.score(Document.measure("1", Document.note()))).unrolled()
        #expect(heard.map(\.seconds) == [nil])
    }

    // MARK: Parts

    @Test func jumpMarksInAnyPartAreFollowed() throws {
        let segno = "<direction><direction-type><segno/></direction-type></direction>"
        let first = (1...4).map {
            Document.measure("\($0)", Document.note() + ($0 == 4 ? Document.words("D.S. al Fine") : ""))
        }.joined()
        let second = (1...4).map { number in
            Document.measure(
                "\(number)", (number == 2 ? segno : "") + Document.note() + (number == 3 ? Document.words("Fine") : ""))
        }.joined()
        let score = try read(Document.score(parts: [("P1", first), ("P2", second)]))
        #expect(try score.unrolled().map(\.number) == ["1", "2", "3", "4", "2", "3"])
        #expect(score.remarks.isEmpty)
    }

    @Test func differencesBetweenPartsAreReported() throws {
        let first =
            Document.measure("1", Document.attributes() + Document.note()) + Document.measure("2", Document.note())
            + Document.measure("3", Document.note())
        let second =
            Document.measure("1", Document.attributes(time: "3/4") + Document.note("3"))
            + Document.measure("2b", Document.note() + Document.barline("right", "<repeat direction=\"backward\"/>"))
        let score = try read(Document.score(parts: [("P1", first), ("P2", second)]))
        #expect(
            score.remarks.map(\.text) == [
                "the part P2 has 2 measures, but the longest part has 3",
                "from here on, the part P2 differs from the parts before it in 1 measure: measure numbers",
                "from here on, the part P2 differs from the parts before it in 1 measure: measure lengths",
                "from here on, the part P2 differs from the parts before it in 1 measure: time signatures",
                "from here on, the part P2 differs from the parts before it in 1 measure: repeat signs",
            ])
        #expect(score.remarks.map(\.measure) == [nil, "2b", "1", "1", "2b"])
        #expect(score.measures.count == 3)
    }

    @Test func timewiseScoresAreReadLikePartwiseScores() throws {
        let timewise = """
            <score-timewise><part-list><score-part id="P1"><part-name>A</part-name></score-part></part-list>
            <measure number="1"><part id="P1">\(Document.attributes())\(Document.note())</part><part id="P2">\(Document.note())</part></measure>
            <measure number="2" implicit="yes"><part id="P1">\(Document.words("Trio"))\(Document.note("2"))\(Document.barline("right", "<repeat direction=\"backward\"/>"))</part></measure>
            </score-timewise>
            """
        let score = try read(timewise)
        #expect(score.measures.map(\.number) == ["1", "2"])
        #expect(score.measures.map(\.length) == [4, 2])
        #expect(score.measures.map(\.isImplicit) == [false, true])
        #expect(score.measures.map(\.line) == [2, 3])
        #expect(score.measures.map(\.words) == [[], ["Trio"]])
        #expect(try score.unrolled().count == 4)
    }

    // MARK: Habits of programs

    @Test(arguments: [
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE score-partwise PUBLIC \"-//Recordare//DTD MusicXML 4.0 Partwise//EN\" \"http://www.musicxml.org/dtds/partwise.dtd\">\n",
        "\u{FEFF}<?xml version='1.0'?>\n<!-- made by hand -->\n", "\n\n  <?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n",
    ])
    func xmlPrologsThatNotationProgramsWriteAreAccepted(prologue: String) throws {
        let score = try read(prologue + Document.score(Document.measure("1", Document.note())))
        #expect(score.measures.count == 1)
        #expect(score.measures[0].line == prologue.count { $0 == "\n" } + 3)
    }

    @Test(arguments: [false, true])
    func scoresInUTF16AreRead(isBigEndian: Bool) throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + Document.score(Document.measure("1ě", Document.note()))
        let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
            isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect(try Score.read(bytes).measures.map(\.number) == ["1ě"])
    }

    @Test(arguments: [" ", "\t", "\n"])
    func scoresInDeclaredLatin1AreRead(space: String) throws {
        let text =
            "<?xml\(space)version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            + Document.score(Document.measure("1", Document.note()), header: "<movement-title>Träume</movement-title>")
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try Score.read(bytes).movement == "Träume")
    }

    @Test func jumpsWrittenInWordsAreFollowedWithoutASoundElement() throws {
        let segno = "<direction><direction-type><segno/></direction-type></direction>"
        func measure(_ number: Int, _ before: String = "", _ after: String = "") -> String {
            Document.measure("\(number)", before + Document.note() + after)
        }
        #expect(
            try heard(measure(1) + measure(2, "", Document.words("Fine")) + measure(3, Document.words("D. C. al Fine")))
                == "1 2 3 1 2")
        #expect(
            try heard(
                measure(1) + measure(2, segno) + measure(3, "", Document.words("To Coda"))
                    + measure(4, "", Document.words("Dal Segno al Coda"))
                    + measure(5, Document.words("CODA"))) == "1 2 3 4 2 3 5")
        #expect(
            try heard(
                measure(1) + measure(2, segno)
                    + measure(
                        3, "",
                        "<direction><direction-type><words>D.S. </words><segno/><words>e poi la Coda</words></direction-type></direction>"
                    ))
                == "1 2 3 2 3")
    }

    @Test func twoCodaSignsWithoutSoundAreTheStartAndTheEndOfAJump() throws {
        let sign = "<direction><direction-type><coda/></direction-type></direction>"
        let measures =
            Document.measure("1", Document.note() + sign)
            + Document.measure("2", Document.note() + Document.words("D.C. al Coda"))
            + Document.measure("3", sign + Document.note())
        #expect(try heard(measures) == "1 2 1 3")
    }

    @Test func aDalSegnoWithALabelInsteadOfANameJumpsToTheSegno() throws {
        let segno = "<direction><direction-type><segno/></direction-type><sound segno=\"segno1\"/></direction>"
        let measures =
            Document.measure("1", Document.note()) + Document.measure("2", segno + Document.note())
            + Document.measure("3", Document.note() + "<direction><sound dalsegno=\"D.S. al Fine\"/></direction>")
        #expect(try heard(measures) == "1 2 3 2 3")
    }

    @Test func aSegnoOrStartRepeatAtTheEndOfAMeasureBelongsToTheNextMeasure() throws {
        let segno = "<direction><direction-type><segno/></direction-type></direction>"
        let measures =
            Document.measure("1", Document.note() + segno) + Document.measure("2", Document.note())
            + Document.measure("3", Document.note() + Document.words("D.S."))
        #expect(try heard(measures) == "1 2 3 2 3")
        let forward = Document.measure("1", Document.note() + Document.barline(nil, "<repeat direction=\"forward\"/>"))
        let backward = Document.measure(
            "2", Document.note() + Document.barline(nil, "<repeat direction=\"backward\"/>"))
        #expect(try heard(forward + backward + Document.measure("3", Document.note())) == "1 2 2 3")
    }

    @Test func segnoAndCodaMayBeOnBarLines() throws {
        let measures =
            Document.measure("1", Document.note())
            + Document.measure(
                "2",
                "<barline location=\"left\" segno=\"a\"><segno/></barline>" + Document.note() + "<sound tocoda=\"b\"/>")
            + Document.measure(
                "3", Document.note() + "<sound dalsegno=\"a\"/><barline location=\"right\" coda=\"b\"><coda/></barline>"
            )
            + Document.measure("4", Document.note())
        #expect(try heard(measures) == "1 2 3 2 4")
    }

    @Test func aBackwardRepeatOnALeftBarLineBelongsToTheMeasureBefore() throws {
        let measures =
            Document.measure("1", Document.barline("left", "<repeat direction=\"forward\"/>") + Document.note())
            + Document.measure("2", Document.barline("left", "<ending number=\"1\" type=\"start\"/>") + Document.note())
            + Document.measure(
                "3",
                Document.barline("left", "<ending number=\"1\" type=\"stop\"/><repeat direction=\"backward\"/>")
                    + Document.barline("left", "<ending number=\"2\" type=\"start\"/>") + Document.note())
            + Document.measure("4", Document.note())
        #expect(try heard(measures) == "1 2 1 3 4")
    }

    @Test(arguments: [
        ("1, 2", ""), ("1,2", "1. 2."), ("1", "1.-2."), ("", "1. &amp; 2."), ("1-2", ""), ("1 2", "1, 2"), ("1", "1–2"),
    ])
    func anEndingIsPlayedInThePassesThatItLists(number: String, text: String) throws {
        let measures =
            Document.measure("1", Document.note())
            + Document.measure(
                "2",
                Document.barline("left", "<ending number=\"\(number)\" type=\"start\">\(text)</ending>")
                    + Document.note()
                    + Document.barline(
                        "right", "<ending number=\"\(number)\" type=\"stop\"/><repeat direction=\"backward\"/>"))
            + Document.measure("3", Document.barline("left", "<ending number=\"3\" type=\"start\"/>") + Document.note())
        #expect(try heard(measures) == "1 2 1 2 1 3")
    }

    @Test func endingsWithoutNumbersAreNumberedInOrder() throws {
        let measures =
            Document.measure("1", Document.note())
            + Document.measure(
                "2",
                Document.barline("left", "<ending number=\"\" type=\"start\"/>") + Document.note()
                    + Document.barline("right", "<repeat direction=\"backward\"/>"))
            + Document.measure(
                "3", Document.barline("left", "<ending number=\"\" type=\"start\">last time</ending>") + Document.note()
            )
            + Document.measure("4", Document.note())
        #expect(try heard(measures) == "1 2 1 3 4")
    }

    @Test func twoEndingBracketsWithTheSameNumberAreOneEnding() throws {
        func ending(_ type: String, _ number: Int) -> String { "<ending number=\"\(number)\" type=\"\(type)\"/>" }
        let measures =
            Document.measure("1", Document.note())
            + Document.measure(
                "2",
                Document.barline("left", ending("start", 1)) + Document.note()
                    + Document.barline("right", ending("discontinue", 1)))
            + Document.measure(
                "3",
                Document.barline("left", ending("start", 1)) + Document.note()
                    + Document.barline("right", ending("stop", 1) + "<repeat direction=\"backward\"/>"))
            + Document.measure("4", Document.barline("left", ending("start", 2)) + Document.note())
        #expect(try heard(measures) == "1 2 3 1 4")
    }

    @Test func aForwardRepeatMayBeASoundElement() throws {
        let measures =
            Document.measure("1", Document.note())
            + Document.measure("2", "<sound forward-repeat=\"yes\"/>" + Document.note())
            + Document.measure("3", Document.note() + Document.barline("right", "<repeat direction=\"backward\"/>"))
        #expect(try heard(measures) == "1 2 3 2 3")
    }

    @Test func measuresWithoutANumberAreRead() throws {
        let score = try read(
            Document.score("<measure>\(Document.note())</measure><measure number=\"\">\(Document.note())</measure>"))
        #expect(score.measures.map(\.number) == ["", ""])
    }

    @Test func aRepeatOfZeroTimesIsPlayedOnceAndReported() throws {
        let measures =
            Document.measure("1", Document.note())
            + Document.measure(
                "2", Document.note() + Document.barline("right", "<repeat direction=\"backward\" times=\"0\"/>"))
        #expect(try heard(measures) == "1 2")
        #expect(
            try read(Document.score(measures)).remarks.map(\.text) == [
                "a repeat sign has times=\"0\"; the section is played once, without a repeat"
            ])
    }

    @Test func marksThatCannotBeFollowedAreReported() throws {
        let measures =
            Document.measure("1", Document.barline("left", "<repeat direction=\"forward\"/>") + Document.note())
            + Document.measure("2", Document.note() + Document.words("To Coda"))
            + Document.measure("3", Document.note() + "<sound dalsegno=\"x\"/>")
            + Document.measure("4", "<sound tempo=\"0\"/>" + Document.note() + Document.words("D.C. al Fine"))
        let remarks = try read(Document.score(measures)).remarks
        #expect(
            remarks.map { "\($0.measure ?? ""): \($0.text)" } == [
                "4: a tempo of 0.0 quarter notes per minute is ignored; it must be from 1 to 10000",
                "2: the To Coda is ignored, since there is no coda after it",
                "3: the D.S. is ignored, since there is no segno before it",
                "4: the score has no Fine, so it is played to its end after the jump",
                "1: the start repeat sign is ignored because it has no matching end repeat sign",
            ])
    }
}
