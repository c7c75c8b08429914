import Testing
import Web

@testable import Notices

@Suite struct UpgradeRuleTests {
    private static func rule(
        _ id: Int64, _ kind: UpgradeRule.Kind = .optional, platform: String = "ios", _ range: String = "*",
        from: Int64? = nil, to: Int64? = nil
    ) throws -> UpgradeRule {
        UpgradeRule(
            id: UpgradeRule.ID(rawValue: id),
            content: UpgradeRuleDraft(
                platform: platform, versionRange: try #require(VersionRange(range)), kind: kind, message: "New.",
                linkURL: "https://example.org/", activeFrom: from.map { Instant(milliseconds: $0) },
                activeTo: to.map { Instant(milliseconds: $0) }),
            revision: 1, createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
    }

    private static let now = Instant(milliseconds: 1000)

    private static func app(_ version: String = "1.9", platform: String = "ios") throws -> RunningApp {
        try #require(RunningApp(platform: platform, version: version))
    }

    @Test func aForcedUpgradeRuleTakesPrecedenceOverANewerOptionalRule() throws {
        let rules = [try Self.rule(1), try Self.rule(2, .forced), try Self.rule(3)]
        #expect(rules.deciding(for: try Self.app(), at: Self.now)?.id.rawValue == 2)
    }

    @Test func theNewestUpgradeRuleOfAKindTakesPrecedence() throws {
        let rules = [try Self.rule(7), try Self.rule(9), try Self.rule(8)]
        #expect(rules.deciding(for: try Self.app(), at: Self.now)?.id.rawValue == 9)
    }

    @Test func anUpgradeRuleAppliesToItsPlatformAndVersions() throws {
        let rules = [try Self.rule(1, .forced, "<1.10")]
        #expect(rules.deciding(for: try Self.app("1.9"), at: Self.now) != nil)
        #expect(rules.deciding(for: try Self.app("1.10"), at: Self.now) == nil)
        #expect(rules.deciding(for: try Self.app("1.9", platform: "android"), at: Self.now) == nil)
        #expect(rules.deciding(for: try Self.app("1.9", platform: "iOS"), at: Self.now) != nil)
    }

    @Test(
        arguments: [
            (nil, nil, true), (1000, nil, true), (1001, nil, false), (nil, 1000, false), (nil, 1001, true),
            (0, 2000, true),
            (1500, 2000, false),
        ] as [(Int64?, Int64?, Bool)])
    func anUpgradeRuleAppliesFromItsStartUntilBeforeItsEnd(from: Int64?, to: Int64?, holds: Bool) throws {
        #expect(try Self.rule(1, from: from, to: to).applies(to: try Self.app(), at: Self.now) == holds)
    }

    @Test(arguments: ["", "1os", "i os", "ios/17", "ïos", "\u{212A}ai", "a23456789-123456789-123456789-123"])
    func aMalformedAppPlatformIsRefused(platform: String) {
        #expect(RunningApp(platform: platform, version: "1") == nil)
    }
}
