import Testing

@testable import Notices

@Suite struct SemanticVersionTests {
    /// The versions in ascending order: the example of semver.org §11.4, and numbers that must not be compared as words.
    private static let rising = [
        "0.0.0-0", "0.0.0", "0.0.9", "0.9", "1.0.0-0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
        "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-beta.99999999999999999999", "1.0.0-beta.100000000000000000000",
        "1.0.0-rc.1", "1.0.0", "1.0.1", "1.9", "1.9.3", "1.10", "1.10.1", "2", "10.0.0", "9007199254740991.0.0",
    ]

    @Test func versionsAreOrderedByTheirSemanticPrecedence() throws {
        let versions = try Self.rising.map { try #require(SemanticVersion($0), "\($0)") }
        for (index, version) in versions.enumerated() {
            for (other, later) in versions.enumerated() {
                #expect((version < later) == (index < other), "\(version) < \(later)")
                #expect((version == later) == (index == other), "\(version) == \(later)")
            }
        }
    }

    @Test(arguments: [
        ("1", "1.0.0"), ("1.9", "1.9.0"), ("1.9.3", "1.9.3"), ("1.9-beta", "1.9.0-beta"), ("1.0.0+build.7", "1.0.0"),
        ("1.0.0-rc.1+5", "1.0.0-rc.1"), ("1.0.0--", "1.0.0--"), ("0.0.0", "0.0.0"), ("1.0.0-0a", "1.0.0-0a"),
    ])
    func shortenedVersionsAreCompleted(text: String, means: String) throws {
        #expect(try #require(SemanticVersion(text)).description == means)
    }

    @Test(arguments: [
        "", " ", "1.", ".1", "1..2", "01", "1.09", "+1", "-1", "1.2.3.4", "1.x", "v1.0", "1.0.0-", "1.0.0-01",
        "1.0.0-a..b",
        "1.0.0+", "1.0.0-ä", "1.0.0 ", "１.０", "9007199254740992", "99999999999999999999999999",
        "1.0.0-" + String(repeating: "a", count: 95),
    ])
    func anInvalidSemanticVersionIsRefused(text: String) {
        #expect(SemanticVersion(text) == nil)
    }

    @Test func buildMetadataDoesNotAffectTheOrder() {
        #expect(SemanticVersion("1.0.0+1") == SemanticVersion("1.0.0+2"))
    }
}
