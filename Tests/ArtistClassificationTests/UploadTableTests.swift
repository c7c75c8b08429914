import ArtistClassification
import Testing

struct UploadTableTests {
    private let head = "uploader\traw_title\tmetadata_artist\tlabel_name\tid\n"

    @Test func rowsOfATableOfUploadsAreReadUnchanged() throws {
        let table = try UploadTable((head + "Label\t Nordlicht - Thaw \tNordlicht\t\ta1\n\tDew\t\tGlacier\ta2\n").utf8)
        #expect(
            table.uploads == [
                Upload(id: "a1", title: " Nordlicht - Thaw ", uploader: "Label", metadataArtist: "Nordlicht"),
                Upload(id: "a2", title: "Dew", labelName: "Glacier"),
            ])
    }

    @Test func columnOrderExtraColumnsAndLineEndsDoNotChangeTheUploads() throws {
        let table = try UploadTable(
            "\u{FEFF}id\tartist\traw_title\tuploader\r\n1\tHidden\tThaw\tNordlicht\r\n2\tx\tDew\tIce".utf8)
        #expect(
            table.uploads == [
                Upload(id: "1", title: "Thaw", uploader: "Nordlicht"), Upload(id: "2", title: "Dew", uploader: "Ice"),
            ])
    }

    @Test func quotationMarksAndCombiningCharactersAreNotInterpreted() throws {
        let table = try UploadTable((head + "\"a\t\"Thaw\t\u{0301}\t\t1\n").utf8)
        #expect(table.uploads[0].title == "\"Thaw")
        #expect(table.uploads[0].metadataArtist == "\u{0301}")
    }

    @Test(arguments: [
        ("", 1, "the file is empty; its first line must name the columns id, uploader and raw_title"),
        ("id\tuploader\n", 1, "the line has no column raw_title; the required columns are id, uploader and raw_title"),
        ("id\tuploader\traw_title\tid\n", 1, "the line names the column id twice; name each column once"),
        (
            "id\tuploader\traw_title\n1\ta\tb\n2\ta\n", 3,
            "the line has 2 fields, but line 1 names 3 columns; write a tab for each empty field, too"
        ),
        (
            "id\tuploader\traw_title\n1\ta\tb\n\n", 3,
            "the line has 1 field, but line 1 names 3 columns; write a tab for each empty field, too"
        ),
        ("id\tuploader\traw_title\n\ta\tb\n", 2, "the line has no value in the column id; give each row an id"),
        (
            "id\tuploader\traw_title\n1\ta\tb\n1\ta\tc\n", 3,
            "the line has the same id as line 2; give each row an id of its own"
        ),
        (
            "id\tuploader\traw_title\n1\ta\u{0000}\tb\n", 2,
            "the line contains the character U+0000; remove the character"
        ),
    ])
    func theErrorForAnInvalidTableOfUploadsNamesTheLine(text: String, line: Int, fault: String) {
        let error = #expect(throws: UploadTable.Fault.self) { try UploadTable(text.utf8) }
        #expect(error?.line == line)
        #expect(error?.description == fault)
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        let error = #expect(throws: UploadTable.Fault.self) {
            try UploadTable(Array("id\tuploader\traw_title\n1\ta\t".utf8) + [0xC3, 0x28, 0x0A])
        }
        #expect(error?.line == 2)
        #expect(error?.description == "the line is not UTF-8; save the file as UTF-8")
    }
}
