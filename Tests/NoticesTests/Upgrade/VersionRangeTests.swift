import Testing

@testable import Notices

@Suite struct VersionRangeTests {
    /// A range, versions in the range, and versions outside it. node-semver 7.6.2 with `includePrerelease` gives the same results, except for the
    /// last row, whose bound exceeds the largest number of node-semver.
    struct Row: Sendable, CustomTestStringConvertible {
        let range: String
        let holds: [String]
        let lacks: [String]
        var testDescription: String { range }

        init(_ range: String, _ holds: String, _ lacks: String) {
            self.range = range
            self.holds = holds.split(separator: " ").map(String.init)
            self.lacks = lacks.split(separator: " ").map(String.init)
        }
    }

    private static let rows = [
        Row(">=1.0 <2.3", "1.0.0 1.0.0-beta 1.9 2.2.99", "0.9.9 2.3.0 2.3.0-beta 3"),
        Row("<1.10", "0.1 1.9 1.9.3 1.9.9-beta", "1.10 1.10.0-0.9.9 1.10.0-beta 1.11 2"),
        Row("<1.10.0", "1.9.9 1.10.0-beta", "1.10.0"),
        Row("1.x", "1.0.0 1.99.99 1.0.0-alpha", "0.9 2.0.0 2.0.0-alpha"),
        Row("1.X", "1.5", "2"), Row("1.*", "1.5", "2"), Row("1", "1.5", "2"), Row("1.2", "1.2.0 1.2.9", "1.1.9 1.3.0"),
        Row("1.2.x", "1.2.7", "1.3"), Row("1.x.3", "1.0.0 1.9.9", "2.0.0"),
        Row("*", "0.0.0 1.2.3 99.0.0-rc.1", ""), Row("x", "1", ""), Row(">=*", "1", ""), Row("<=x", "1", ""),
        Row("<*", "", "0.0.0 1"), Row(">*", "", "0.0.0 9"),
        Row("1.2.3", "1.2.3 1.2.3+b", "1.2.3-a 1.2.4"), Row("=1.2.3", "1.2.3", "1.2.2"), Row("=1.2", "1.2.5", "1.3"),
        Row("1.2.3-beta.2", "1.2.3-beta.2", "1.2.3 1.2.3-beta.1"),
        Row(">1", "2.0.0 2.0.0-beta", "1.0.0 1.9.9"), Row(">1.2", "1.3.0", "1.2.9"), Row(">1.2.3", "1.2.4", "1.2.3"),
        Row(">=1", "1.0.0 1.0.0-a 7", "0.9"), Row(">= 1.2", "1.2", "1.1"), Row(">=1.2.3", "1.2.3", "1.2.3-rc"),
        Row("<=1", "1.9.9 0.1", "2.0.0 2.0.0-a"), Row("<=1.2", "1.2.99", "1.3.0"), Row("<=1.2.3", "1.2.3", "1.2.4"),
        Row("<1", "0.9.9", "1.0.0 1.0.0-a"),
        Row("~1.2.3", "1.2.3 1.2.99", "1.2.2 1.3.0 1.3.0-a"), Row("~1.2", "1.2.0 1.2.9", "1.3"), Row("~1", "1.9", "2"),
        Row("~0.2.3", "0.2.9", "0.3.0"), Row("~*", "5", ""),
        Row("^1.2.3", "1.2.3 1.9.9", "1.2.2 2.0.0 2.0.0-a"), Row("^0.2.3", "0.2.3 0.2.9", "0.3.0"),
        Row("^0.0.3", "0.0.3", "0.0.2 0.0.4"), Row("^1.2", "1.2.0 1.9", "2"), Row("^0.0", "0.0.9", "0.1"),
        Row("^0", "0.9.9", "1"), Row("^1.x", "1.0 1.9", "2"), Row("^0.1.x", "0.1.9", "0.2"),
        Row("1.2.3 - 2.3.4", "1.2.3 2.3.4", "1.2.2 2.3.5"), Row("1.2 - 2.3", "1.2.0 2.3.9", "1.1.9 2.4.0"),
        Row("1 - 2", "1 2.9.9", "3.0.0"), Row("1.2 - *", "1.2 99", "1.1"),
        Row("<1.0 || >=2.0 <2.1 || 3.0.0", "0.9 2.0.5 3.0.0", "1.0.0 2.1.0 3.0.1"),
        Row("<1.0||2.x", "0.9 2.5", "1.0"), Row("  <1.0   ", "0.9", "1.0"),
        Row(">2 <1", "", "0.5 1.5 2.5"), Row(">=9007199254740991", "9007199254740991.5", "9007199254740990"),
        Row("~9007199254740991", "9007199254740991.5", "1"),
    ]

    @Test(arguments: rows)
    func eachFormOfVersionRangeContainsItsVersionsAndNoOthers(row: Row) throws {
        let range = try #require(VersionRange(row.range))
        for text in row.holds { #expect(range.contains(try #require(SemanticVersion(text))), "\(text) is missing") }
        for text in row.lacks { #expect(!range.contains(try #require(SemanticVersion(text))), "\(text) is in it") }
    }

    @Test(arguments: [
        "", " ", "||", "<1.0 ||", "|| 2", "1 | 2", "latest", ">", "> >1", ">>1", "!1", "1.2.3.4", "1.2-beta", "01",
        "1..2",
        ">=1.0,<2.0", "1 -", "- 2", "1 - 2 - 3", ">1 - 2", "~>1.2", "v1", "1.0\t2", "9007199254740992", ">=-1",
        "1.2.3-",
        String(repeating: "1 ", count: 101),
    ])
    func anInvalidVersionRangeIsRefused(text: String) {
        #expect(VersionRange(text) == nil)
    }

    /// Every version is on one side of a bound, so no version is between two rules.
    @Test(arguments: ["1", "1.10", "2.0.0"])
    func everyVersionIsOnExactlyOneSideOfABound(cut: String) throws {
        let below = try #require(VersionRange("<\(cut)"))
        let from = try #require(VersionRange(">=\(cut)"))
        for text in [
            "0.9.9", "1.0.0-0", "1.0.0-a", "1", "1.9.9", "1.10.0-0", "1.10.0-rc", "1.10.0", "2.0.0-b", "2", "3",
        ] {
            let version = try #require(SemanticVersion(text))
            #expect(below.contains(version) != from.contains(version), "\(text) by \(cut)")
        }
    }
}
