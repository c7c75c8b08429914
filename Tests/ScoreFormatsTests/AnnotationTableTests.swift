import Testing

@testable import ScoreFormats

struct AnnotationTableTests {
    private func read(_ text: String) throws -> [AnnotationTable.Row] {
        try AnnotationTable.read(Array(text.utf8)).rows
    }

    private func faults(_ text: String) -> [String] {
        do throws(ScoreFaults) {
            _ = try AnnotationTable.read(Array(text.utf8))
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    @Test func aTableOfNotesMayBeCommaSeparatedWithQuotedTexts() throws {
        let rows = try read(
            "\u{FEFF}Text,measure,Track\r\n\"The theme, \"\"fate\"\"\",1,The Music\r\nThe horns,59,\r\n")
        #expect(rows.map(\.text) == ["The theme, \"fate\"", "The horns"])
        #expect(rows.map(\.measure) == [1, 59])
        #expect(rows.map(\.track) == ["The Music", nil])
        #expect(rows.map(\.line) == [2, 3])
    }

    @Test func quotationMarksInATabSeparatedTableOfNotesAreLiteral() throws {
        let rows = try read("measure\ttext\n1\tHe said \"fate\", they say\n\n2\tThe end")
        #expect(rows.map(\.text) == ["He said \"fate\", they say", "The end"])
        #expect(rows.map(\.line) == [2, 4])
    }

    @Test func everyErrorInATableOfNotesIsReportedWithItsLine() {
        #expect(
            faults("measure,text\n0,a\n+1,b\n2,\n3,c,d\n4,\"e\n") == [
                "Line 2: the measure is \"0\"; it must be a whole number from 1 to 20000",
                "Line 3: the measure is \"+1\"; it must be a whole number from 1 to 20000",
                "Line 4: the text is empty; each row must have a text",
                "Line 5: the line has 3 columns, but the first line has 2",
                "Line 6: the line has an opening quote without a closing quote; add the closing quote",
            ])
    }

    @Test(arguments: ["", "\n\n", "bar,words\n1,a", "measure,measure,text\n1,1,a", "measure;text\n1;a"])
    func aTableOfNotesMustHaveOneMeasureColumnAndOneTextColumn(text: String) {
        #expect(faults(text).first?.contains("measure and text") == true, "\(faults(text))")
    }

    @Test func aTableOfNotesThatIsNotUTF8IsRefused() {
        for header in ["measure,text\n1,", "measure\ttext\n1\t"] {
            #expect(throws: ScoreFaults.self) { try AnnotationTable.read(Array(header.utf8) + [0xFF, 0x0A]) }
        }
    }
}
