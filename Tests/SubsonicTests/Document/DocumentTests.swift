import Foundation
import Testing
import XML

@testable import Subsonic

struct DocumentTests {
    private static let element = Element(
        [("id", "1"), ("count", 2), ("isDir", false), ("nothing", nil)],
        [
            .one("license", Element([("valid", true)])), .many("song", []),
            .many("artist", [Element([("name", "a \"b\" <c> & \\ d\u{1}\nå")])]), .values("versions", [1, 2]),
        ], text: "words")

    @Test func attributesAndElementsBecomeJSONMembers() throws {
        let bytes = try Document([.one("thing", Self.element)]).bytes(.json)
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"""
                {"subsonic-response":{"status":"ok","version":"1.16.1","type":"tutti","serverVersion":"1","openSubsonic":true,"thing":{"id":"1","count":2,"isDir":false,"value":"words","license":{"valid":true},"song":[],"artist":[{"name":"a \"b\" <c> & \\ d\u0001\nå"}],"versions":[1,2]}}}
                """#)
        #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
    }

    @Test func charactersNotAllowedInXMLAreLeftOut() throws {
        let bytes = try Document([.one("thing", Self.element)]).bytes(.xml)
        let thing = try #require(try XMLReader().root(of: bytes).children.first)
        #expect(thing.attributes == ["id": "1", "count": "2", "isDir": "false"])
        #expect(thing.children.map(\.name) == ["license", "artist", "versions", "versions"])
        #expect(thing.children[1].attributes["name"] == "a \"b\" <c> & \\ d\nå")
        #expect(thing.children[2].text == "1")
    }

    @Test func aMissingParameterGives200AndAnUnsupportedMethodGives501() throws {
        var response = try Document(.missing("id")).response(.json)
        #expect(response.status == .ok)
        response = try Document(.notSupported("getLyrics")).response(.xml)
        #expect(response.status == .notImplemented)
        #expect(response.fields["Content-Type"] == "text/xml; charset=utf-8")
    }

    @Test func theSizeOfAnElementIncludesItsChildElements() {
        #expect(Self.element.size == 5)
    }
}
