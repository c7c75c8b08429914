import Testing

@testable import Web

struct ListCursorTests {
    @Test(arguments: [[], ["1", "2"], ["Größe/\u{1F3BB}", ""], ["\"\\", "a|b"]])
    func aCursorIsReadBackOnlyByItsOwnList(values: [String]) throws {
        let cursor = ListCursor("songs", values)
        #expect(ListCursor(cursor.description, of: "songs") == cursor)
        #expect(ListCursor(cursor.description, of: "artists") == nil)
        #expect(cursor.description.utf8.allSatisfy(Base64URL.isDigit))
    }

    @Test func aMalformedCursorIsRefused() {
        let texts = [
            "", "x", Base64URL.text(of: Array("[\"songs\",1]".utf8)), Base64URL.text(of: Array("[ \"songs\"]".utf8)),
            Base64URL.text(of: Array("[\"songs\",\"\\u0000\"]".utf8)), String(repeating: "A", count: 8004),
        ]
        for text in texts { #expect(ListCursor(text, of: "songs") == nil, "\(text.prefix(20))") }
    }

    @Test func aListPageIsCutToItsLimitAndContinuesAfterItsLastRow() {
        #expect(ListPage([1, 2, 3], limit: 2).rows == [1, 2] && ListPage([1, 2, 3], limit: 2).next == 2)
        #expect(ListPage([1, 2], limit: 2).rows == [1, 2] && ListPage([1, 2], limit: 2).next == nil)
        #expect(ListPage([Int](), limit: 2).rows.isEmpty && ListPage([Int](), limit: 2).next == nil)
    }

    @Test func aPageSizeOutOfRangeIsRefused() throws {
        func fields(_ query: String) throws -> FormFields { try FormFields(query.utf8) }
        #expect(try fields("").pageSize() == 50 && fields("limit=").pageSize(20) == 20)
        #expect(try fields("limit=1").pageSize() == 1 && fields("limit=200").pageSize() == 200)
        for query in ["limit=0", "limit=201", "limit=x", "limit=+5"] {
            #expect(throws: APIError.self) { try fields(query).pageSize() }
        }
        #expect(throws: APIError.self) { try fields("limit=101").pageSize(most: 100) }
    }

    @Test func aCursorOfAnotherListOrWithInvalidValuesIsRefused() throws {
        let place = TimePosition(microseconds: 1_000, id: 7)
        #expect(try self.place("cursor=\(place.cursor("audit"))", "audit") == place)
        #expect(try self.place("", "audit") == nil)
        for cursor in [
            place.cursor("stream"), ListCursor("audit", ["1"]), ListCursor("audit", ["a", "1"]),
            ListCursor("audit", ["+5", "1"]), ListCursor("audit", ["05", "1"]),
        ] {
            #expect(throws: APIError.self) { try self.place("cursor=\(cursor)", "audit") }
        }
        #expect(throws: APIError.self) { try self.place("cursor=", "audit") }
        #expect(throws: APIError.self) { try self.place("cursor=x", "audit") }
    }

    private func place(_ query: String, _ list: String) throws -> TimePosition? {
        try FormFields(query.utf8).position(in: list) { TimePosition($0) }
    }
}
