import Postgres
import Tenancy

/// A store that reads and writes the glossary of a tenant.
public struct GlossaryStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// The version of a glossary, which changes with every change of the terms and of pictures that only the glossary shows.
    public struct Version: Sendable, Hashable {
        /// The revision; 0 if the tenant has no glossary.
        public let revision: Int
        /// The time of the last change, in whole seconds since 1970; 0 if the tenant has no glossary.
        public let changedAt: Int64
    }

    /// Returns the current version of the glossary.
    public func version(in tenant: TenantID) async throws(PostgresError) -> Version {
        try await Self.version(of: database.rows(in: tenant, Self.version(tenant)))
    }

    /// Returns the terms in their stored order with the version, read in one transaction; `nil` if the version has changed during the call.
    public func glossary(in tenant: TenantID) async throws(PostgresError) -> (glossary: Glossary, version: Version)? {
        let results = try await database.batch(
            in: tenant,
            [
                Self.version(tenant),
                Self.items(tenant),
                Self.version(tenant),
            ])
        let version = try Self.version(of: results[0])
        guard try Self.version(of: results[2]) == version else { return nil }
        var items: [GlossaryItem] = []
        for row in results[1] { items.append(try GlossaryItem(row: row)) }
        return (Glossary(items: items), version)
    }

    private static func version(_ tenant: TenantID) -> SQL {
        """
        select revision, floor(extract(epoch from updated_at))::bigint as changed_at
          from app.glossary
         where tenant_id = \(tenant)
        """
    }

    private static func version(of rows: [Row]) throws(PostgresError) -> Version {
        guard let row = rows.first else { return Version(revision: 0, changedAt: 0) }
        return Version(revision: try row("revision"), changedAt: try row("changed_at"))
    }

    /// Replaces the whole glossary, in one transaction with its notification and audit event. Writes nothing in a dry run or if `digest`, the digest
    /// of the glossary, equals the stored one. Returns the outcome or, in a dry run, the expected outcome. Changes of one tenant's glossary run one
    /// after the other.
    func put(
        _ glossary: Glossary, digest: [UInt8], in tenant: TenantID, dryRun: Bool, by actor: AuditEvent.Actor = .command
    ) async throws -> ImportReport.Outcome {
        try await database.transaction(in: tenant) { transaction in
            _ = try await transaction.rows("select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))")
            let old = try await transaction.rows(
                """
                select revision, content_digest
                  from app.glossary
                 where tenant_id = \(tenant)
                """
            ).first
            let revision: Int? = try old?("revision")
            if let old, let revision, try old("content_digest") == digest { return .unchanged(revision: revision) }
            let outcome: ImportReport.Outcome = revision.map { .replaced(revision: $0 + 1) } ?? .created
            if dryRun { return outcome }
            let event = AuditEvent("glossary.import", by: actor, detail: outcome.facts)
            _ = try await transaction.batch(Self.replacement(glossary, digest, tenant) + [event.insertion(in: tenant)])
            return outcome
        }
    }

    /// Changes the glossary in one transaction with its notification and audit event, and returns the result of `change`. `change` receives the
    /// stored terms in order and modifies them; an error that it throws is thrown to the caller. Writes nothing then, or if the terms stay the same.
    package func change<Result: Sendable>(
        in tenant: TenantID, recorded event: AuditEvent, _ change: @Sendable (inout [GlossaryItem]) throws -> Result
    ) async throws -> Result {
        try await database.transaction(in: tenant) { transaction in
            try await Self.change(in: tenant, transaction, recorded: event, change)
        }
    }

    /// Changes the glossary like `change(in:recorded:_:)`, within a transaction of the caller.
    package static func change<Result: Sendable>(
        in tenant: TenantID, _ transaction: Transaction, recorded event: AuditEvent,
        _ change: @Sendable (inout [GlossaryItem]) throws -> Result
    ) async throws -> Result {
        _ = try await transaction.rows("select pg_advisory_xact_lock(\(lock), \(tenant.rawValue))")
        let old = try await transaction.rows(items(tenant)).map(GlossaryItem.init(row:))
        var items = old
        let result = try change(&items)
        guard items != old else { return result }
        let glossary = Glossary(items: items)
        _ = try await transaction.batch(
            replacement(glossary, glossary.digest, tenant) + [event.insertion(in: tenant)])
        return result
    }

    /// Returns the statement that gives the glossary a new version, with its notification, if a term shows the picture `name` and no published
    /// concert does. Phones then load the uploaded content.
    package static func renewal(ofPicture name: String, in tenant: TenantID) -> SQL {
        """
        with renewed as (
            update app.glossary
               set revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and exists (select from app.glossary_item g where g.tenant_id = \(tenant) and g.image = \(name))
               and not exists (select from app.concert_image ci where ci.tenant_id = \(tenant) and ci.name = \(name))
            returning tenant_id, revision)
        select pg_notify('tutti', concat_ws(',', tenant_id, 'glossary', revision))
          from renewed
        """
    }

    private static func items(_ tenant: TenantID) -> SQL {
        """
        select name, category, description, history, image, source
          from app.glossary_item
         where tenant_id = \(tenant)
         order by position
        """
    }

    /// The first key of the advisory lock, unique to this use. The second key is the tenant.
    private static let lock: Int32 = 7202

    private static func replacement(_ glossary: Glossary, _ digest: [UInt8], _ tenant: TenantID) -> [SQL] {
        let items = glossary.items
        return [
            """
            insert into app.glossary as g (tenant_id, content_digest)
            values (\(tenant), \(digest))
                on conflict (tenant_id)
                do update set content_digest = excluded.content_digest, revision = g.revision + 1, updated_at = now()
            """,
            "delete from app.glossary_item where tenant_id = \(tenant)",
            """
            insert into app.glossary_item (tenant_id, position, name_key, name, category, description, history, image,
                                           source)
            select \(tenant), new.position, normalize(new.name_key), new.name, new.category, new.description,
                   new.history, new.image, new.source
              from unnest(\(items.indices.map { Int32($0 + 1) }), \(items.map(\.key)), \(items.map(\.name)),
                          \(items.map(\.category)), \(items.map(\.description)), \(items.map(\.history)),
                          \(items.map(\.image)), \(items.map(\.source)))
                   as new (position, name_key, name, category, description, history, image, source)
            """,
            """
            select pg_notify('tutti', concat_ws(',', tenant_id, 'glossary', revision))
              from app.glossary
             where tenant_id = \(tenant)
            """,
        ]
    }
}

extension GlossaryItem: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        self.init(
            name: try row("name"), category: try row("category"), description: try row("description"),
            history: try row("history"), image: try row("image"), source: try row("source"))
    }
}
