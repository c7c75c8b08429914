import Testing

@testable import HTTP

struct ASCIISetTests {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    private func members(_ set: ASCIISet) -> Set<UInt8> { Set((0...UInt8.max).filter { set.contains($0) }) }

    @Test func aTokenHasTheCharactersOfRFC9110() {
        #expect(members(.token) == Set((Self.letters + "!#$%&'*+-.^_`|~").utf8))
    }

    @Test func aHostNameHasOnlyUnreservedCharacters() {
        #expect(members(.hostName) == Set((Self.letters + "-._~").utf8))
    }

    @Test func aPathHasVisibleCharactersWithoutDelimiters() {
        #expect(members(.path) == Set(0x21...0x7E).subtracting("\"#<>?\\`{}".utf8))
    }

    @Test func aQueryHasVisibleCharactersExceptQuotesHashAndAngleBrackets() {
        #expect(members(.query) == Set(0x21...0x7E).subtracting("\"#<>".utf8))
    }
}
