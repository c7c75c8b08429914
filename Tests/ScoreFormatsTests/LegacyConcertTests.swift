import Testing

@testable import ScoreFormats

struct LegacyConcertTests {
    private func page(_ measure: String, _ text: String, _ time: String = "") -> String {
        "\n<page><time>\(time)</time><measure>\(measure)</measure><text>\(text)</text></page>"
    }

    private func track(_ name: String, _ pages: String) -> String { "\n<track><name>\(name)</name>\(pages)</track>" }

    private func concert(_ tracks: String, measures: String = "2", name: String = "A, B: C") -> String {
        "<?xml version=\"1.0\"?><concert><piece><name>\(name)</name><measures>\(measures)</measures>\(tracks)</piece></concert>"
    }

    private func faults(_ text: String) -> [String] {
        do throws(ScoreFaults) {
            _ = try LegacyConcert.read(Array(text.utf8))
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    /// Spec N7, N8, N9, N10, N13, N14.
    @Test func aLegacyConcertDocumentIsRead() throws {
        let text = concert(
            track("NumSeconds", page("1", "0", "0") + page("2", "1.5", "1.5"))
                + track("The Music", page("1", " $a.jpg, A &amp; B ", "0"))
                + track(
                    "Structure", page("1", "Theme, part 1,255,127,50") + page("2", "Coda,orange") + page("2", "END")))
        let pieces = try LegacyConcert.read(Array(text.utf8)).pieces
        #expect(pieces.map(\.name) == ["A, B: C"])
        #expect(pieces[0].measures == 2)
        #expect(pieces[0].seconds == [0, 1.5])
        #expect(pieces[0].tracks.map(\.name) == ["The Music"])
        #expect(pieces[0].tracks[0].pages.map(\.text) == [" $a.jpg, A & B "])
        #expect(pieces[0].sections.map(\.label) == ["Theme, part 1", "Coda"])
        #expect(pieces[0].sections.map(\.color) == [.rgb(255, 127, 50), .tag("orange")])
    }

    @Test func everyErrorInALegacyConcertIsReportedWithItsLine() {
        let text = concert(
            track("NumSeconds", page("1", "0", "5") + page("2", "1", "4"))
                + track("The Music", page("3", "late") + page("x", "none") + page("1", "when", "soon"))
                + track("Structure", page("1", "Theme") + page("1", "A,300,0,0") + page("2", "B,red")))
        #expect(
            faults(text) == [
                "Line 4: measure 2 begins at 4.0 s, before the previous measure; times must not decrease",
                "Line 6: the measure is \"3\"; it must be a whole number from 1 to 2",
                "Line 7: the measure is \"x\"; it must be a whole number from 1 to 2",
                "Line 8: the time is \"soon\"; it must be a number of seconds from 0 to 1000000",
                "Line 12: the last page of the track Structure must be \"END\", found \"B,red\"",
            ])
    }

    @Test func everySectionOfALegacyConcertNeedsALabelAndAColour() {
        let text = concert(track("Structure", page("1", "Theme") + page("1", "A,300,0,0") + page("2", "END")))
        #expect(
            faults(text) == [
                "Line 3: the section is \"Theme\"; it must have a label, a comma and a colour, such as \"Theme,orange\"",
                "Line 4: the colour of the section is \"300,0,0\"; each number must be from 0 to 255",
            ])
    }

    @Test(arguments: [
        ("<concert/>", "no pieces"), ("<opus/>", "must be \"concert\""), ("<concert>", "ends before"),
        ("<!DOCTYPE c [<!ENTITY e 'x'>]><concert/>", "DOCTYPE"), ("", "no root element"),
        ("<concert><piece><measures>2</measures></piece></concert>", "no name"),
        ("<concert><piece><name>A, B: C</name><measures>-2</measures></piece></concert>", "\"-2\""),
        ("<concert><piece><name>A, B: C</name><measures>999999999</measures></piece></concert>", "\"999999999\""),
    ])
    func anInvalidLegacyConcertIsRefusedWithTheReason(text: String, reason: String) {
        #expect(faults(text).count == 1)
        #expect(faults(text).first?.contains(reason) == true, "\(faults(text))")
    }

    @Test(arguments: ["1000000.5", "2147484", "999999999999999999999999999999", "-1"])
    func aTimeBeyondTheLimitInTheTextOfALegacyPageIsReported(time: String) {
        let found = faults(concert(track("NumSeconds", page("1", "0", "0") + page("2", time))))
        #expect(
            found.count == 1 && found[0].contains("measure 2 begins at") && found[0].contains("from 0 to 1000000 s"),
            "\(found)")
    }

    @Test func measuresWithoutATimeInALegacyConcertAreReported() {
        #expect(
            faults(concert(track("NumSeconds", page("1", "0", "0")))) == [
                "Line 2: the number of measures in the track NumSeconds is 1, but the piece has 2"
            ])
        #expect(
            faults(concert(track("NumSeconds", page("2", "0", "0")))) == [
                "Line 3: the track NumSeconds has measure 2 where measure 1 is expected"
            ])
    }
}
