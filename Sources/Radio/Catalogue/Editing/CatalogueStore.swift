import Postgres
import Tenancy
import Web

/// All SQL about one kind of thing in the catalogue. Each store says its statements; what is done with them is here once:
/// a change, what it touches and its record are one transaction, and the same content again changes nothing.
protocol CatalogueStore: Sendable {
    associatedtype Content: CatalogueContent

    static var kind: CatalogueKind { get }
    var database: TenantDatabase { get }

    /// The keys of a page in order, and one more where there is more, as `key`.
    func keys(_ list: ListQuery, in tenant: TenantID) -> SQL
    /// The rows of these keys in any order, with `key` and `revision`.
    func selection(of keys: [Int64], in tenant: TenantID) -> SQL
    func content(of row: Row) throws -> Content
    /// Makes one and answers its `key`; no row where what it belongs to is not there.
    func insertion(of content: Content, in tenant: TenantID) -> SQL
    /// Writes the columns of one.
    func update(of key: Int64, to content: Content, in tenant: TenantID) -> SQL
    /// Writes what lies in other tables, in place of what was there.
    func parts(of key: Int64, _ content: Content, in tenant: TenantID) -> [SQL]
    /// Lets go of one wherever it is referred to, and deletes it.
    func removal(of key: Int64, in tenant: TenantID) -> [SQL]
    /// The shows, as `show_id`, whose entry in the finder may be another one after a change; asked before it and after.
    func touched(by key: Int64, in tenant: TenantID) -> SQL?
    /// What the list or a new one belongs to, and what has a row if that is there.
    func scope(in tenant: TenantID) -> (kind: CatalogueKind, statement: SQL)?
    /// What a change may not do to what is there, `nil` for nothing, as 422.
    func check(_ content: Content, inPlaceOf old: Content?) throws
    /// What else has to be so before it is written.
    func check(_ content: Content, in tenant: TenantID, _ transaction: Transaction) async throws
    /// What a constraint says to a client.
    func refusal(by constraint: String) -> APIError?
}

extension CatalogueStore {
    func parts(of key: Int64, _ content: Content, in tenant: TenantID) -> [SQL] { [] }
    func touched(by key: Int64, in tenant: TenantID) -> SQL? { nil }
    func scope(in tenant: TenantID) -> (kind: CatalogueKind, statement: SQL)? { nil }
    func check(_ content: Content, inPlaceOf old: Content?) throws {}
    func check(_ content: Content, in tenant: TenantID, _ transaction: Transaction) async throws {}
    func refusal(by constraint: String) -> APIError? { nil }
}

extension CatalogueStore {
    typealias Item = CatalogueItem<Content>

    /// A page in order, and where the next one begins. 404 where what it is of is not there.
    func page(_ list: ListQuery, in tenant: TenantID) async throws -> (items: [Item], next: Int?) {
        try await database.transaction(in: tenant) { transaction in
            try await checkScope(transaction, tenant)
            let keys = try await transaction.rows(keys(list, in: tenant)).map { try $0("key", as: Int64.self) }
            let shown = Array(keys.prefix(list.limit))
            let rows = shown.isEmpty ? [] : try await transaction.rows(selection(of: shown, in: tenant))
            let items = Dictionary(uniqueKeysWithValues: try rows.map(item).map { ($0.id, $0) })
            return (shown.compactMap { items[$0] }, keys.count > list.limit ? list.offset + list.limit : nil)
        }
    }

    func item(_ key: Int64, in tenant: TenantID) async throws -> Item? {
        try await database.rows(in: tenant, selection(of: [key], in: tenant)).first.map(item)
    }

    /// - Throws: 422 for what it names and is not there, 409 by `refusal`.
    func add(_ content: Content, in tenant: TenantID, _ context: RequestContext) async throws -> Item {
        try await change(in: tenant) { transaction in
            try await checkScope(transaction, tenant)
            try check(content, inPlaceOf: nil)
            try await MentionStore.check(content.mentions, in: tenant, transaction)
            try await check(content, in: tenant, transaction)
            guard let row = try await transaction.rows(insertion(of: content, in: tenant)).first else {
                throw APIError.unknown(Self.kind)
            }
            let key: Int64 = try row("key")
            _ = try await transaction.batch(parts(of: key, content, in: tenant))
            let shows = try await shows(touchedBy: key, transaction, tenant)
            try await conclude(transaction, "create", key, content, shows, tenant, context)
            return try await held(key, transaction, tenant)
        }
    }

    /// - Throws: 404, 412 when it is none of those of `ifMatch`, and as `add`.
    func replace(
        _ key: Int64, by content: Content, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws -> Item {
        try await change(in: tenant) { transaction in
            let held = try await held(key, transaction, tenant)
            try ifMatch.check(held.tag(of: tenant))
            guard held.content != content else { return held }
            try check(content, inPlaceOf: held.content)
            try await MentionStore.check(content.mentions, in: tenant, transaction)
            try await check(content, in: tenant, transaction)
            let before = try await shows(touchedBy: key, transaction, tenant)
            _ = try await transaction.batch(
                [update(of: key, to: content, in: tenant)] + parts(of: key, content, in: tenant))
            let after = try await shows(touchedBy: key, transaction, tenant)
            try await conclude(transaction, "change", key, content, before.union(after), tenant, context)
            return try await self.held(key, transaction, tenant)
        }
    }

    /// - Throws: 404, 412, and 409 for what has to stay.
    func remove(_ key: Int64, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext) async throws {
        try await change(in: tenant) { transaction in
            let held = try await held(key, transaction, tenant)
            try ifMatch.check(held.tag(of: tenant))
            let shows = try await shows(touchedBy: key, transaction, tenant)
            _ = try await transaction.batch(removal(of: key, in: tenant))
            try await conclude(transaction, "delete", key, held.content, shows, tenant, context)
        }
    }

    /// One that nobody else changes until the transaction is over; 404 without one.
    func held(_ key: Int64, _ transaction: Transaction, _ tenant: TenantID) async throws -> Item {
        guard let row = try await transaction.rows(selection(of: [key], in: tenant).appending(" for update")).first
        else { throw APIError.unknown(Self.kind) }
        return try item(row)
    }

    /// A transaction whose constraints are told in words.
    func change<Result: Sendable>(
        in tenant: TenantID, _ body: (Transaction) async throws -> Result
    ) async throws -> Result {
        do {
            return try await database.transaction(in: tenant, body)
        } catch let error as PostgresError {
            if let told = error.constraint.flatMap(refusal) { throw told }
            guard error.sqlState == "23503" else { throw error }
            throw APIError(
                .conflict, code: "gone-meanwhile",
                "an entry that is referred to was deleted in the meantime: reload, choose another entry and try again")
        }
    }

    /// Writes the record and says that the radio's data are other ones. Comes last.
    func conclude(
        _ transaction: Transaction, _ act: String, _ key: Int64, _ content: Content, _ shows: Set<Show.ID>,
        _ tenant: TenantID, _ context: RequestContext
    ) async throws {
        let event = try context.audit(
            "\(Self.kind.rawValue).\(act)", subject: String(key), detail: ["name": String(content.label.prefix(200))])
        _ = try await transaction.batch(
            [event.insertion(in: tenant)] + RadioChange.statements(in: tenant, shows: shows))
    }

    func shows(touchedBy key: Int64, _ transaction: Transaction, _ tenant: TenantID) async throws -> Set<Show.ID> {
        guard let statement = touched(by: key, in: tenant) else { return [] }
        return Set(try await transaction.rows(statement).map { Show.ID(rawValue: try $0("show_id")) })
    }

    private func checkScope(_ transaction: Transaction, _ tenant: TenantID) async throws {
        guard let scope = scope(in: tenant), try await transaction.rows(scope.statement).isEmpty else { return }
        throw APIError.unknown(scope.kind)
    }

    private func item(_ row: Row) throws -> Item {
        Item(id: try row("key"), revision: try row.optional("revision"), content: try content(of: row))
    }
}
