import ConcertNotes
import Testing

@testable import INotes

@Suite struct PieceQueryTests {
    /// Queries as phones, proxies and people write them (spec N5, I1, I21).
    @Test(arguments: [
        ("database1=Strauss,Don%20Juan:%20Don%20Juan", ["straussdonjuandonjuan"]),
        ("database1=Strauss,+Don+Juan:+Don+Juan", ["straussdonjuandonjuan"]),
        ("database1=Dvo%C5%99%C3%A1k%2C%20Mvt.%201", ["dvořákmvt1"]),
        ("database1=a&database3=c&database2=b", ["a", "b", "c"]),
        ("database10=j&database9=i&database100=k", ["i", "j", "k"]),
        ("database99999999999999999999999=z&database2=b", ["b", "z"]),
        ("database007=g&database6=f&database8=h", ["f", "g", "h"]),
        ("database1=a&database1=b&database1=a", ["a", "b", "a"]),
        ("DataBase1=a&DATABASE2=b", ["a", "b"]),
        ("database1=Simon%20&%20Garfunkel,%20America:%20America&database2=b", ["simongarfunkelamericaamerica", "b"]),
        ("database1=a&b&c&database2=d", ["abc", "d"]), ("&a&database1=b", ["b"]),
        ("database1=", [""]), ("database1", [""]), ("database1=a=b", ["ab"]),
        ("database=a&databaseX=b&database1x=c&data1=d&other=e", []),
        ("&&database1=a&&", ["a"]), ("", []), ("%", []), ("database1=%zz%4&v=2", ["zz4"]), ("database1=a%", ["a"]),
    ])
    func pieceNamesInAQueryAreSortedByTheirParameterNumbers(query: String, keys: [String]) {
        #expect(PieceQuery(query).keys == keys)
    }

    @Test func aRequestWithoutAQueryNamesNoPiece() {
        #expect(PieceQuery(nil).keys == [])
        #expect(!PieceQuery(nil).isExtended)
    }

    @Test(arguments: [
        ("v=2", true), ("v=2&database1=a", true), ("v=1", false), ("v=", false), ("V=2", false), ("v=22", false),
    ])
    func onlyVersion2RequestsKeysAndIntensity(query: String, isExtended: Bool) {
        #expect(PieceQuery(query).isExtended == isExtended)
    }

    @Test func fiveHundredPiecesAreReadFromOneQuery() {
        let query = (1...500).reversed().map { "database\($0)=n\($0)" }.joined(separator: "&")
        #expect(PieceQuery(query).keys == (1...500).map { "n\($0)" })
    }
}
