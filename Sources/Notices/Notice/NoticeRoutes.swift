import HTTP
import Tenancy
import Web

/// The endpoints for getting and dismissing notices.
public struct NoticeRoutes: Sendable {
    private let store: NoticeStore
    private let texts: NoticeTextStore
    private let rules: UpgradeRuleStore
    private let updates: ContentUpdateStore
    private let ruleCache: UpgradeRuleCache
    private let now: @Sendable () -> Instant

    public init(
        store: NoticeStore, texts: NoticeTextStore, rules: UpgradeRuleStore, updates: ContentUpdateStore,
        ruleCache: UpgradeRuleCache, now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.store = store
        self.texts = texts
        self.rules = rules
        self.updates = updates
        self.ruleCache = ruleCache
        self.now = now
    }

    public var routes: [Route] {
        [
            Route(
                "findNotices", .get, "/api/v1/notices", access: .visitor, query: ["appVersion", "device", "platform"],
                endpoint: findNotices),
            Route(
                "dismissNotice", .put, "/api/v1/notices/{notice}/dismissal", access: .visitor, bodyLimit: 16 * 1024,
                endpoint: dismissNotice),
        ]
    }

    /// Answers `findNotices` with the notices for the app, device and account of the request, in display order, without dismissed ones. Only the data
    /// for a launch includes the notice about the first launch.
    func findNotices(_ request: Request, _ context: RequestContext) async throws -> Response {
        let recipient = try NoticeRecipient(request, context)
        let rules = recipient.app == nil ? [] : await ruleCache.rules(of: context.tenant.id)
        let noticeData = try await store.noticeData(for: recipient, in: context.tenant.id)
        let notices = noticeData.notices(rules, for: recipient, isFirst: false, at: now())
        return try .json(ListView(notices.map(NoticeView.init)), fields: ["Cache-Control": "no-store"])
    }

    private struct Dismissal: Decodable {
        let forever: Bool
        let revision: Int32
        let device: String?
        let appVersion: String?
    }

    /// Answers `dismissNotice`: hides one revision of a notice forever, or for a day if `forever` is `false`, which is allowed only for an optional
    /// upgrade. The dismissal applies to requests with the same account and the same `device`. Without sign-in, it applies to all requests with the
    /// same `device`; of a content update, to all requests of the account. 204, 401 for a content update without sign-in, 404 for an unknown notice,
    /// 409 for a forced upgrade, or 422 for an invalid request.
    func dismissNotice(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Notice.ID(try request.parameter("notice")) else { throw APIError.noSuchNotice }
        let body = try request.json(as: Dismissal.self)
        let tenant = context.tenant.id
        let isPausable: Bool
        let newest: Int32
        switch id {
        case .text(let kind):
            (newest, isPausable) = (try await texts.text(kind, in: tenant).revision, false)
        case .upgrade(let rule):
            guard let rule = try await rules.rule(rule, in: tenant) else { throw APIError.noSuchNotice }
            guard rule.kind == .optional else {
                throw APIError(
                    .conflict, code: .forcedUpgrade, "a forced upgrade cannot be dismissed: update the app")
            }
            (newest, isPausable) = (rule.revision, true)
        case .contentUpdate:
            guard let revision = try await updates.newest(in: tenant) else { throw APIError.noSuchNotice }
            guard context.caller != nil else {
                throw APIError(
                    .unauthorized, code: .notLoggedIn,
                    "only a signed-in user can dismiss this notice: sign in first")
            }
            (newest, isPausable) = (revision.rawValue, false)
        }
        let subject = try Self.subject(body, context, newest: newest, isPausable: isPausable)
        if id == .contentUpdate, let account = context.caller?.userID {
            _ = try await updates.acknowledge(ContentRevision(rawValue: body.revision), by: account, in: tenant)
        } else {
            try await store.dismiss(
                id, revision: body.revision, isPermanent: body.forever, appVersion: body.appVersion, by: subject,
                in: tenant)
        }
        return .noContent
    }

    private static func subject(
        _ body: Dismissal, _ context: RequestContext, newest: Int32, isPausable: Bool
    ) throws -> NoticeSubject {
        var faults = Faults()
        faults.check(body.forever || isPausable, "/forever", "must be true: only an optional upgrade can be postponed")
        faults.check(
            (0...newest).contains(body.revision), "/revision",
            "must be a whole number from 0 to \(newest), the newest revision, found \(body.revision)")
        if let device = body.device {
            faults.checkText(device, "/device", limit: NoticeRecipient.deviceLimit, isOneLine: true)
        } else {
            faults.check(
                context.caller != nil, "/device", "is missing: send the identifier of the device, or sign in")
        }
        if let version = body.appVersion {
            faults.check(
                SemanticVersion(version) != nil, "/appVersion",
                "must be one to three numbers separated by periods, optionally with a pre-release, such as \"1.9\" or "
                    + "\"2.0.0-beta.1\", found \"\(version.prefix(100))\"")
        }
        try faults.throwIfAny()
        if let caller = context.caller { return NoticeSubject(account: caller.userID, device: body.device) }
        return NoticeSubject(device: body.device ?? "")
    }
}

extension APIError {
    static let noSuchNotice = APIError(
        .notFound, code: .noSuchNotice, "there is no notice with this ID: check the ID")
}
