import FoundationEssentials
import Postgres
import Web

/// A rule for the versions of an app on one platform that should or must be upgraded (spec R5, R6).
public struct UpgradeRule: Sendable, Hashable {
    /// The ID of a rule within its installation.
    public struct ID: NumberedID, Comparable {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }

        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }

        /// The ID of the notice that the rule shows, such as "upgrade-12".
        var noticeID: String { "upgrade-\(self)" }
    }

    /// The effect of a rule.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The app shows a notice and can be used.
        case optional
        /// The app shows a notice and cannot be used.
        case forced
    }

    let id: ID
    let content: UpgradeRuleDraft
    /// The revision, from 1, which each change of the content increases. A dismissal applies to one revision.
    let revision: Int32
    let createdAt: Instant
    let updatedAt: Instant

    var kind: Kind { content.kind }

    /// Returns whether the rule is active at this time and matches the app.
    func applies(to app: RunningApp, at now: Instant) -> Bool {
        app.platform.utf8.elementsEqual(content.platform.utf8)
            && content.activeFrom.map { $0 <= now } ?? true && content.activeTo.map { now < $0 } ?? true
            && content.versionRange.contains(app.version)
    }
}

extension [UpgradeRule] {
    /// Returns the rule that decides for an app; `nil` if no rule applies. Forced rules precede optional rules, and newer rules precede older ones.
    func deciding(for app: RunningApp, at now: Instant) -> UpgradeRule? {
        let applying = filter { $0.applies(to: app, at: now) }
        return applying.filter { $0.kind == .forced }.max { $0.id < $1.id } ?? applying.max { $0.id < $1.id }
    }
}

/// The platform and version of the app that sends a request.
struct RunningApp: Sendable, Hashable {
    /// The platform in lower case, such as "ios" or "android".
    let platform: String
    let version: SemanticVersion

    /// Parses a platform and a version. Returns `nil` if one is invalid.
    init?(platform: String, version: String) {
        guard let platform = Platform.name(platform), let version = SemanticVersion(version) else { return nil }
        self.platform = platform
        self.version = version
    }
}

/// The rules for the names of platforms.
enum Platform {
    /// Returns the name in lower case, or `nil` if it is invalid. Only ASCII is converted, because Unicode folds the Kelvin sign to k (spec S1.28).
    static func name(_ text: String) -> String? {
        let bytes = text.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        let name = String(decoding: bytes, as: UTF8.self)
        return isValid(name) ? name : nil
    }

    /// Returns whether the name has 1 to 32 lower-case letters, digits and hyphens, and begins with a letter. The schema has the same rule.
    static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return false }
        return name.utf8.count <= 32
            && name.utf8.allSatisfy {
                ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || VersionReader.isDigit($0)
                    || $0 == UInt8(ascii: "-")
            }
    }
}

extension UpgradeRule: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        id = ID(rawValue: try row("rule_id"))
        revision = try row("revision")
        createdAt = Instant(try row("created_at", as: Date.self))
        updatedAt = Instant(try row("updated_at", as: Date.self))
        let (kind, range): (String, String) = (try row("kind"), try row("version_range"))
        guard let kind = Kind(rawValue: kind) else {
            throw .decoding(column: "kind", reason: "contains \(kind), which is not a kind of rule")
        }
        guard let range = VersionRange(range) else {
            throw .decoding(column: "version_range", reason: "contains \(range), which is not a version range")
        }
        content = UpgradeRuleDraft(
            platform: try row("platform"), versionRange: range, kind: kind, message: try row("message"),
            linkURL: try row("link_url"),
            activeFrom: try row.optional("active_from", as: Date.self).map { Instant($0) },
            activeTo: try row.optional("active_to", as: Date.self).map { Instant($0) })
    }
}
