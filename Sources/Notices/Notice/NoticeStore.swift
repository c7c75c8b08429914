import Postgres
import Tenancy
import Web

/// The store of dismissals, which also reads the data for the notices that answer a request.
public struct NoticeStore: Sendable {
    private let database: TenantDatabase
    private let limits: DismissalLimits

    public init(database: TenantDatabase) { self.init(database: database, limits: DismissalLimits()) }

    init(database: TenantDatabase, limits: DismissalLimits) {
        self.database = database
        self.limits = limits
    }

    /// Returns the statements that read, in one transaction, the data for the notices that answer a request. `NoticeData` decodes the rows of these
    /// statements.
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

    /// Dismisses a notice. A repeated dismissal without an end changes nothing. The dismissal of an older revision does not replace the dismissal of
    /// a newer revision.
    ///
    /// Runs one transaction, which also deletes the oldest dismissals beyond the limits: at every call for an account, but only at one in about
    /// `DismissalLimits.pruneEvery` calls, chosen at random, for a device without sign-in.
    ///
    /// - Parameter isPermanent: Whether the dismissal has no end. Otherwise the dismissal applies for `DismissalLimits.pause` seconds, and only to
    ///   this version of the app, or to every version if `appVersion` is `nil`.
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

    /// Returns the statements that delete the oldest dismissals beyond the limits. Limits are needed because a client can invent any number of device
    /// identifiers. The search for the oldest dismissals of devices takes time linear in the limit, so for devices the statements are returned only
    /// in one of `pruneEvery` calls on average, chosen at random.
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

/// The limits on stored dismissals. The oldest dismissals beyond a limit are deleted, and the dismissed notices are shown again.
struct DismissalLimits: Sendable, Hashable {
    /// The maximum number of dismissals of an account, on all devices together.
    var perAccount: Int64 = 200
    /// The maximum number of dismissals of a tenant on devices without sign-in.
    var ofDevices: Int64 = 100_000
    /// The average number of dismissals on devices between two deletions. Dismissals may therefore exceed `ofDevices` by some hundreds.
    var pruneEvery = 100
    /// The number of seconds for which an optional upgrade is postponed.
    var pause: Int64 = 86_400
}

/// The data that determine which notices answer a request, as read from the database.
struct NoticeData: Sendable {
    let texts: [NoticeText]
    let dismissals: [NoticeDismissal]
    /// The newest content update; `nil` if there is no update or no account, or if the account has acknowledged the update.
    let update: ContentUpdate?

    /// Decodes the data. Throws `PostgresError` for a row that cannot be decoded.
    ///
    /// - Parameter rows: The rows of `NoticeStore.statements`, in the order of the statements.
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

    /// Returns the notices that answer a request, in display order, without the notices that the account or the device has dismissed.
    ///
    /// - Parameter isFirst: Whether this is the first launch of the session (`LaunchRecord`).
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
    /// The ID of the account to which the subject belongs; `nil` for a device.
    fileprivate var account: Substring? {
        text.hasPrefix("account:") ? text.dropFirst("account:".count).prefix { $0 != ":" } : nil
    }
}
