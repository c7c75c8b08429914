import Postgres
import Tenancy
import Web

/// The store of dismissals, which also reads the data for the notices of a request.
public struct NoticeStore: Sendable {
    private let database: TenantDatabase
    private let limits: DismissalLimits

    public init(database: TenantDatabase) { self.init(database: database, limits: DismissalLimits()) }

    init(database: TenantDatabase, limits: DismissalLimits) {
        self.database = database
        self.limits = limits
    }

    /// Returns the statements that read the data for the notices of a request, for `NoticeData`.
    static func statements(for recipient: NoticeRecipient, in tenant: TenantID) -> [SQL] {
        [
            NoticeTextStore.selection(in: tenant),
            """
            select notice, revision, until, app_version
              from app.notice_dismissal
             where tenant_id = \(tenant)
               and subject = any(\(recipient.subjects))
            """,
            ContentUpdateStore.unacknowledged(by: recipient.account, in: tenant),
        ]
    }

    func noticeData(for recipient: NoticeRecipient, in tenant: TenantID) async throws -> NoticeData {
        try NoticeData(await database.batch(in: tenant, Self.statements(for: recipient, in: tenant), idempotent: true))
    }

    /// Dismisses a notice, and deletes the oldest dismissals beyond the limits, in one transaction. An earlier dismissal is kept if it is of a newer
    /// revision, or of the same revision and permanent.
    ///
    /// - Parameter isPermanent: whether the dismissal has no end. Otherwise it applies for `DismissalLimits.pause` seconds and to this version of the
    ///   app, or to every version if `appVersion` is `nil`.
    func dismiss(
        _ notice: Notice.ID, revision: Int32, isPermanent: Bool, appVersion: String?, by subject: NoticeSubject,
        in tenant: TenantID
    ) async throws(PostgresError) {
        let seconds: Int64? = isPermanent ? nil : limits.pause
        let version = isPermanent ? nil : appVersion
        let dismissal: SQL = """
            insert into app.notice_dismissal as d (tenant_id, subject, notice, revision, until, app_version)
            values (\(tenant), \(subject.text), \(notice.description), \(revision),
                    now() + make_interval(secs => \(seconds)), \(version))
                on conflict (tenant_id, subject, notice) do update
               set revision = excluded.revision, until = excluded.until, app_version = excluded.app_version,
                   dismissed_at = now()
             where d.revision < excluded.revision
                or (d.revision = excluded.revision and d.until is not null)
            """
        _ = try await database.batch(in: tenant, [dismissal] + pruning(subject, tenant), idempotent: true)
    }

    /// Returns the statements that delete the oldest dismissals beyond the limit of the subject. A client can invent any number of device IDs, and
    /// the search for the oldest dismissals of devices takes time linear in the limit, so for devices only about one call in `pruneEvery` returns a
    /// statement, chosen at random.
    private func pruning(_ subject: NoticeSubject, _ tenant: TenantID) -> [SQL] {
        if let owner = subject.account {
            return [
                """
                delete from app.notice_dismissal
                 where tenant_id = \(tenant)
                   and (subject, notice) in (select subject, notice
                                               from app.notice_dismissal
                                              where tenant_id = \(tenant)
                                                and subject >= \("account:\(owner):")
                                                and subject < \("account:\(owner);")
                                              order by dismissed_at desc, subject, notice
                                             offset \(limits.perAccount))
                """
            ]
        }
        guard Int.random(in: 0..<limits.pruneEvery) == 0 else { return [] }
        return [
            """
            delete from app.notice_dismissal
             where tenant_id = \(tenant)
               and (subject, notice) in (select subject, notice
                                           from app.notice_dismissal
                                          where tenant_id = \(tenant)
                                            and subject >= 'device:'
                                            and subject < 'device;'
                                          order by dismissed_at desc, subject, notice
                                         offset \(limits.ofDevices))
            """
        ]
    }
}

/// The limits on stored dismissals. Beyond a limit, the oldest are deleted and their notices shown again.
struct DismissalLimits: Sendable, Hashable {
    /// The maximum for an account, on all devices together.
    var perAccount: Int64 = 200
    /// The maximum for a tenant's devices without sign-in.
    var ofDevices: Int64 = 100_000
    /// The average number of dismissals on devices between two deletions. Dismissals may therefore exceed `ofDevices` by some hundreds.
    var pruneEvery = 100
    /// The number of seconds for which an optional upgrade is postponed.
    var pause: Int64 = 86_400
}

/// The data that determine the notices of a request.
struct NoticeData: Sendable {
    let texts: [NoticeText]
    let dismissals: [NoticeDismissal]
    /// The newest content update, unless the account has acknowledged it; `nil` without an account.
    let update: ContentUpdate?

    /// Decodes the rows of `NoticeStore.statements`.
    init(_ rows: [[Row]]) throws {
        texts = try rows[0].map { try NoticeText(row: $0) }
        dismissals = try rows[1].map { try NoticeDismissal(row: $0) }
        update = try rows[2].first.map { try ContentUpdate(row: $0) }
    }

    init(texts: [NoticeText], dismissals: [NoticeDismissal], update: ContentUpdate?) {
        self.texts = texts
        self.dismissals = dismissals
        self.update = update
    }

    /// Returns the notices of a request in display order, without dismissed ones.
    ///
    /// - Parameter isFirst: whether this is the first launch of the session (`LaunchRecord`).
    func notices(_ rules: [UpgradeRule], for recipient: NoticeRecipient, isFirst: Bool, at now: Instant) -> [Notice] {
        let upgrade = recipient.app.flatMap { rules.deciding(for: $0, at: now) }
        var notices = upgrade.map { [Notice($0)] } ?? []
        for kind in NoticeText.Kind.allCases where kind == .dataWarning || isFirst {
            let text = texts.text(kind)
            if text.isActive { notices.append(Notice(text)) }
        }
        if let update { notices.append(Notice(update)) }
        return notices.filter { notice in
            !dismissals.contains { $0.hides(notice, from: recipient.version, at: now) }
        }
    }
}

extension NoticeSubject {
    /// The ID of the account; `nil` for a device.
    fileprivate var account: Substring? {
        text.hasPrefix("account:") ? text.dropFirst("account:".count).prefix { $0 != ":" } : nil
    }
}
