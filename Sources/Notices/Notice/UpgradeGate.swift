import HTTP
import Web

/// The gate that answers 426 to an app that must be upgraded (spec R6).
///
/// An app identifies itself by the request fields `App-Platform` and `App-Version`. Requests without valid fields pass, because scripts and browsers
/// do not send them. The gate is not a security measure.
public struct UpgradeGate: Gate {
    private let ruleCache: UpgradeRuleCache
    private let now: @Sendable () -> Instant

    public init(ruleCache: UpgradeRuleCache, now: @escaping @Sendable () -> Instant = { .now }) {
        self.ruleCache = ruleCache
        self.now = now
    }

    /// The operations that remain available to a refused app.
    private static let exempt: Set<String> = ["getConfig", "findNotices", "dismissNotice", "deleteCurrentSession"]

    /// Returns whether the gate applies to a route: below `/api/v1`, except exempt operations and routes of the platform, which has no rules.
    public static func guards(_ route: Route) -> Bool {
        route.path.hasPrefix("/api/v1/") && !route.path.hasPrefix("/api/v1/platform/")
            && !exempt.contains(route.operation)
    }

    public func pass(_ passage: Passage) async throws -> Fields {
        guard let version = passage.request.fields["App-Version"],
            let platform = passage.request.fields["App-Platform"],
            Self.guards(passage.route), let app = RunningApp(platform: platform, version: version)
        else { return [:] }
        if let rule = await ruleCache.rules(of: passage.tenant.id).deciding(for: app, at: now()), rule.kind == .forced {
            throw APIError.upgradeRequired(rule)
        }
        return [:]
    }
}

extension APIError {
    fileprivate static func upgradeRequired(_ rule: UpgradeRule) -> APIError {
        let notice = Notice(rule)
        return APIError(
            .upgradeRequired, code: .upgradeRequired, notice.message, title: notice.title,
            actions: notice.actions.map { Action(id: $0.id, label: $0.label, url: $0.url, clearsCredentials: false) })
    }
}
