import Postgres
import Tenancy
import Web

/// All SQL about what is shown to a visit, and what was dismissed.
public struct NoticeStore: Sendable {
    private let database: TenantDatabase
    private let limits: DismissalLimits

    public init(database: TenantDatabase) { self.init(database: database, limits: DismissalLimits()) }

    init(database: TenantDatabase, limits: DismissalLimits) {
        self.database = database
        self.limits = limits
    }

    /// What a visit's notices are made of, as statements of one transaction; `NoticeMatter` reads their rows.
    static func statements(for visit: AppVisit, in tenant: TenantID) -> [SQL] {
        [
            NoticeWordsStore.selection(in: tenant),
            """
            select notice, revision, until, app_version
              from app.notice_dismissal
             where tenant_id = \(tenant)
               and subject = any(\(visit.subjects))
            """,
            ContentUpdateStore.unacknowledged(by: visit.account, in: tenant),
        ]
    }

    func matter(for visit: AppVisit, in tenant: TenantID) async throws -> NoticeMatter {
        try NoticeMatter(await database.batch(in: tenant, Self.statements(for: visit, in: tenant), idempotent: true))
    }

    /// Notes that somebody does not want to see a notice again. The same again changes nothing; a dismissal of older
    /// words does not take the place of one of newer.
    ///
    /// One transaction, which also takes away the oldest dismissals beyond the limits.
    ///
    /// - Parameter isForGood: otherwise it counts for a day, and for this version of the app alone.
    func dismiss(
        _ notice: Notice.ID, revision: Int32, isForGood: Bool, appVersion: String?, by subject: NoticeSubject,
        in tenant: TenantID
    ) async throws(PostgresError) {
        let seconds: Int64? = isForGood ? nil : limits.pause
        let version = isForGood ? nil : appVersion
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

    /// Device identifiers are the client's own, so that anybody may make up any number of them. Looking for the oldest
    /// beyond the limit costs the limit, and is left to one in so many.
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

/// How many dismissals are kept; the oldest give way, and their notices are seen once more.
struct DismissalLimits: Sendable, Hashable {
    /// Of one account, on all its devices.
    var perAccount: Int64 = 200
    /// Of one tenant, from devices on which nobody has logged in.
    var ofDevices: Int64 = 100_000
    /// The oldest of devices are looked for once in so many dismissals, so there may be some hundreds more.
    var pruneEvery = 100
    /// For how many seconds an optional upgrade stays away that was put off.
    var pause: Int64 = 86_400
}

/// What a visit's notices are made of, as read.
struct NoticeMatter: Sendable {
    let words: [NoticeWords]
    let dismissals: [NoticeDismissal]
    /// The newest content update, when the account has not acknowledged it.
    let update: ContentUpdate?

    /// - Parameter rows: of `NoticeStore.statements`, in their order.
    init(_ rows: [[Row]]) throws {
        words = try rows[0].map { try NoticeWords(row: $0) }
        dismissals = try rows[1].map { try NoticeDismissal(row: $0) }
        update = try rows[2].first.map { try ContentUpdate(row: $0) }
    }

    init(words: [NoticeWords], dismissals: [NoticeDismissal], update: ContentUpdate?) {
        self.words = words
        self.dismissals = dismissals
        self.update = update
    }

    /// The notices of a visit, in the order of showing.
    ///
    /// - Parameter isFirst: whether the account's content is loaded for the first time on this device.
    func notices(_ rules: [UpgradeRule], for visit: AppVisit, isFirst: Bool, at now: Instant) -> [Notice] {
        let upgrade = visit.app.flatMap { rules.deciding(for: $0, at: now) }
        var notices = upgrade.map { [Notice($0)] } ?? []
        for kind in NoticeWords.Kind.allCases where kind == .dataWarning || isFirst {
            let words = words.words(kind)
            if words.isActive { notices.append(Notice(words)) }
        }
        if let update { notices.append(Notice(update)) }
        return notices.filter { notice in
            !dismissals.contains { $0.hides(notice, from: visit.version, at: now) }
        }
    }
}

extension NoticeSubject {
    /// The account's key, as written in the subject.
    fileprivate var account: Substring? {
        text.hasPrefix("account:") ? text.dropFirst("account:".count).prefix { $0 != ":" } : nil
    }
}
