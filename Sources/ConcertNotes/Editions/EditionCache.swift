import HTTP
import Logging
import Tenancy
import Web

/// The editions of all tenants in memory, for one kind of client (spec N3, N28, T18).
///
/// An edition is built at the first request or by `warm`, and again after a notification of a change; requests wait until the edition is built. If
/// the edition cannot be built, the last edition with the same settings is used, and building is retried until it succeeds (`TenantCache`).
///
/// Mutexes protect the state for a few instructions at a time. Editions are immutable.
public final class EditionCache<Edition: TenantEdition>: Sendable {
    /// A function that builds the edition with a mark, and may reuse parts of `old`. Returns `nil` if the content has changed since the mark was
    /// read.
    public typealias Build =
        @Sendable (_ mark: EditionMark, _ tenant: TenantID, _ old: Edition?) async throws -> Edition?

    private let builder: EditionBuilder<Edition>
    @usableFromInline let editions: TenantCache<WholeTenant, Edition>
    private var tenants: EditionTenants { builder.tenants }

    /// Creates a cache without editions, and registers it with the observers of `database`.
    ///
    /// - Parameters:
    ///   - clients: The clients in log messages, such as "old phones".
    ///   - retryDelay: The time between two attempts to build an edition after a failure, for example while the database is down.
    ///   - replaced: Called when an edition replaces another, with a lock held. Must be fast.
    public init(
        database: TenantDatabase, clients: String, retryDelay: Duration, logger: Logger,
        replaced: @escaping @Sendable (_ old: Edition) -> Void = { _ in }, build: @escaping Build
    ) {
        builder = EditionBuilder(database: database, clients: clients, build: build, logger: logger)
        editions = TenantCache(
            of: database.observers, .reloadingOnNotice(["content", "glossary", ChangeNotice.tenantKind]),
            outage: .servesLast(pause: retryDelay), limit: .none,
            replaced: { old, new in
                guard old !== new else { return }
                if let old { replaced(old) }
                Task { await new.warm() }
            })
        database.observers.add(self)
    }

    // MARK: Answers

    /// The seconds for which an event loop may repeat a response. The time is short, because a change may go unnoticed while the database is down.
    public static var keptFor: Double { 1 }

    /// A number that increases when an edition is stored, expires or is removed.
    public var version: UInt64 { editions.version }

    /// Returns the edition from memory; `nil` if it is missing, outdated, or has other settings. Never waits, so the event loop can call it.
    @inlinable
    public func current(for tenant: Tenant) -> Edition? {
        editions.current(of: tenant.id) { $0.mark.integerSeconds == tenant.integerSeconds }
    }

    /// The editions of all tenants in memory, in no particular order.
    public var values: [Edition] { editions.values }

    /// Returns the current edition, or the last edition with the tenant's current settings if the current one cannot be built. Without either,
    /// throws the error of the attempt: the error of `build`, `PostgresError`, or `APIError` 503 if the content keeps changing.
    public func edition(for tenant: Tenant) async throws -> Edition {
        func isOfTenant(_ edition: Edition) -> Bool { edition.mark.integerSeconds == tenant.integerSeconds }
        if let edition = current(for: tenant) { return edition }
        tenants.register(tenant)
        // Without `self`: `TenantCache` keeps the closure for its retries.
        return try await editions.value(of: tenant.id, where: isOfTenant) { [builder] last in
            try await builder.edition(for: tenant, replacing: last)
        }
    }

    /// Builds the editions of these tenants in advance, with the documents that clients request first. A failure is only logged.
    public func warm(_ tenants: [Tenant]) async {
        for tenant in tenants {
            do {
                try await edition(for: tenant).warm()
            } catch {
                builder.logger.warning(
                    "the content for phones is not ready",
                    metadata: ["clients": "\(builder.clients)", "tenant": "\(tenant.slug)", "error": "\(error)"])
            }
        }
    }

    /// Expires the edition of a tenant, and waits until clients get the committed content or until the new edition could not be built.
    public func caughtUp(in tenant: TenantID) async {
        editions.expire(tenant)
        // If the new edition cannot be built, the last one is used.
        await editions.settled(tenant)
    }

    /// Reads in the background which concert of a tenant is on the air, and expires the edition if it is of another concert or if the query fails. At
    /// most one query of a tenant runs at a time, and calls during the query share one further query.
    private func checkOnAir(of tenant: TenantID) {
        guard editions.knows(tenant), tenants.beginQuery(at: tenant) else { return }
        Task {
            let onAir: Concert.ID?
            do {
                onAir = try await builder.concerts.onAir(in: tenant)
            } catch {
                // The query did not show whether the edition is up to date.
                _ = tenants.endQuery(at: tenant)
                editions.expire(tenant)
                return
            }
            let isDueAgain = tenants.endQuery(at: tenant)
            if onAir != editions.last(of: tenant)?.mark.concertOnAir?.id {
                editions.expire(tenant)
            } else if isDueAgain {
                checkOnAir(of: tenant)
            }
        }
    }
}

extension EditionCache: TenantObserver {
    /// Checks after a notification of kind `live` whether another concert is on the air, because most notifications of this kind are only about
    /// positions. `TenantCache` handles changes of the content.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == "live" { checkOnAir(of: notice.tenant) }
    }

    /// Does nothing, because `TenantCache` reloads its editions.
    public func changesWereMissed() {}

    public func tenantEnded(_ tenant: TenantID) { tenants.forget(tenant) }

    public var knownTenants: [TenantID] { tenants.known }
}
