import HTTP
import Web

/// Turns back an app that must be replaced: 426 from everything of the API but what it needs to say so (spec R6).
///
/// An app names itself by the request fields `App-Platform` and `App-Version`. A request without both, or with a
/// version that is none, passes: scripts and browsers have none, and this is no wall but a signpost.
public struct UpgradeGate: Gate {
    private let rulebook: UpgradeRulebook
    private let now: @Sendable () -> Instant

    public init(rulebook: UpgradeRulebook, now: @escaping @Sendable () -> Instant = { .now }) {
        self.rulebook = rulebook
        self.now = now
    }

    /// What tells an app why it cannot go on and where to go, and lets it forget its credentials.
    private static let exempt: Set<String> = ["getConfig", "findNotices", "dismissNotice", "deleteCurrentSession"]

    /// Whether an app that must be replaced is turned back from a route. Pages, probes and what other programs than the
    /// tenant's app read stand outside `/api/v1`; those who look after all tenants are above one tenant's rules.
    public static func guards(_ route: Route) -> Bool {
        route.path.hasPrefix("/api/v1/") && !route.path.hasPrefix("/api/v1/platform/")
            && !exempt.contains(route.operation)
    }

    public func pass(_ passage: Passage) async throws -> Fields {
        guard let version = passage.request.fields["App-Version"],
            let platform = passage.request.fields["App-Platform"],
            Self.guards(passage.route), let app = RunningApp(platform: platform, version: version)
        else { return [:] }
        if let rule = await rulebook.rules(of: passage.tenant.id).deciding(for: app, at: now()), rule.kind == .forced {
            throw APIError.upgradeRequired(rule)
        }
        return [:]
    }
}

extension APIError {
    /// 426 with the tenant's words and the one way on.
    fileprivate static func upgradeRequired(_ rule: UpgradeRule) -> APIError {
        let notice = Notice(rule)
        return APIError(
            .upgradeRequired, code: "upgrade-required", notice.message, title: notice.title,
            actions: notice.actions.map { Action(id: $0.id, label: $0.label, url: $0.url, clearsCredentials: false) })
    }
}
