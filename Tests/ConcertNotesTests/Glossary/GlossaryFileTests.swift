import ConcertNotes
import Foundation
import TestSupport
import Testing

/// Writes a glossary to a temporary file.
func withGlossaryFile<Result>(
    _ text: String, named name: String = "glossary.tsv", _ body: (String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("glossary-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return try await body(file.path)
}

@Suite struct GlossaryFileTests {
    private static let table = """
        name\tcategory\tdescription\thistory\tsource
        largo\tTempo\tSlow & broad.\t\tmade up
        Fugue\tForm\tA flight.\tFrom the Latin.\t

        """

    private static let document = """
        <?xml version="1.0"?>
        <glossary>
          <!-- as the app reads it -->
          <item name="largo" category="Tempo">
            <description>
              Slow &amp;
              broad.
            </description>
            <history/>
            <image/>
          </item>
          <item name="Fugue" category="Form">
            <description>A flight.</description>
            <history>From the Latin.</history>
            <image>fugue.png</image>
          </item>
        </glossary>
        """

    private func read(_ text: String) async throws -> GlossaryFile.Contents {
        try await withGlossaryFile(text) { try GlossaryFile(path: $0).read() }
    }

    @Test func aGlossaryIsReadFromATabSeparatedTable() async throws {
        let glossary = try await read(Self.table).glossary
        #expect(
            glossary.items == [
                GlossaryItem(name: "largo", category: "Tempo", description: "Slow & broad.", source: "made up"),
                GlossaryItem(name: "Fugue", category: "Form", description: "A flight.", history: "From the Latin."),
            ])
    }

    @Test func aGlossaryIsReadFromTheXMLOfTheAppWithoutItsLineBreaks() async throws {
        let glossary = try await read(Self.document).glossary
        #expect(
            glossary.items == [
                GlossaryItem(name: "largo", category: "Tempo", description: "Slow & broad."),
                GlossaryItem(
                    name: "Fugue", category: "Form", description: "A flight.", history: "From the Latin.",
                    image: "fugue.png"),
            ])
    }

    @Test(arguments: [
        (
            "largo\tTempo\tSlow & broad.\t\tmade up", "\tTempo\tSlow & broad.\t\tmade up", 2,
            "the name of this term is empty"
        ),
        ("largo\tTempo", "largo\t ", 2, "the category of \"largo\" is empty"),
        ("A flight.", " ", 3, "the description of \"Fugue\" is empty"),
        ("Fugue", "LARGO", 3, "is also on line 2"), ("A flight.", "A\u{1B}flight.", 3, "control character"),
        ("From the Latin.\t", "From the Latin.", 3, "has 4 fields"),
        ("name\t", "title\t", 1, "the header lacks the column name"),
    ])
    func anErrorInAGlossaryTableIsReportedWithItsLine(
        old: String, new: String, line: Int, reason: String
    ) async throws {
        let text = Self.table.replacingOccurrences(of: old, with: new)
        #expect(text != Self.table)
        let refusal = await #expect(throws: ImportRefusal.self) { try await read(text) }
        #expect(refusal?.faults.contains { $0.line == line && $0.reason.contains(reason) } == true, "\(refusal as Any)")
    }

    @Test(arguments: [
        ("</item>\n</glossary>", "</glossary>", 16, "not well-formed"),
        ("<glossary>", "<!DOCTYPE x><glossary>", 2, "DOCTYPE"),
        ("glossary>", "lexicon>", 2, "the root element is <lexicon>"),
        ("<item name=\"Fugue\"", "<item", 12, "the name of this term is empty"),
        ("name=\"Fugue\"", "name=\"Largo\"", 12, "is also on line"),
        ("fugue.png", "../fugue.png", 12, "not a valid name for a picture"),
        ("fugue.png", "fugue.pdf", 12, "\"fugue.pdf\" is not a valid name for a picture"),
        ("<image/>", "<sound/>", 10, "<sound> is not allowed in <item>"),
        ("<item name=\"largo\"", "<term/><item name=\"largo\"", 4, "<term> is not an <item> element"),
    ])
    func anErrorInAnXMLGlossaryIsReportedWithItsLine(old: String, new: String, line: Int, reason: String) async throws {
        let text = Self.document.replacingOccurrences(of: old, with: new)
        #expect(text != Self.document)
        let refusal = await #expect(throws: ImportRefusal.self) { try await read(text) }
        #expect(refusal?.faults.contains { $0.line == line && $0.reason.contains(reason) } == true, "\(refusal as Any)")
    }

    /// Spec T11.
    @Test func aGlossaryTermThatIsACommonWordIsReportedInANotice() async throws {
        let contents = try await read(Self.table.replacingOccurrences(of: "Fugue", with: "Time"))
        #expect(contents.notices.map(\.line) == [3])
    }

    @Test func aMissingGlossaryFileIsRefused() {
        #expect(throws: ImportRefusal.self) { try GlossaryFile(path: "/nonexistent/glossary.tsv").read() }
        #expect(throws: ImportRefusal.self) { try GlossaryFile(path: "nonexistent.tsv").read() }
    }

    @Test func aGlossaryWithoutTermsIsRefused() async throws {
        await #expect(throws: ImportRefusal.self) { try await read("name\tcategory\tdescription\thistory\tsource\n") }
        await #expect(throws: ImportRefusal.self) { try await read("<glossary/>") }
    }
}
