import Postgres
import Tenancy
import Web

/// A store for one kind of catalogue item. It describes the table of the kind, and provides the statements that cannot be composed from the
/// description.
///
/// An extension runs the statements. A change, its audit record and the statements of `RadioChange` for the affected shows are one transaction.
/// Replacing the content of an item with equal content changes nothing.
package protocol CatalogueStore: Sendable {
    associatedtype Content: CatalogueContent

    static var kind: CatalogueKind { get }
    static var table: CatalogueTable<Content> { get }
    var database: TenantDatabase { get }

    /// Returns the statement for the keys of one page as `key`, in order, with one extra key if another page follows.
    func keys(_ list: ListQuery, in tenant: TenantID) -> SQL
    /// Returns the statement for the rows with these keys, in any order. Its columns include `key`, and `revision` if the kind has revisions.
    func selection(of keys: [Int64], in tenant: TenantID) -> SQL
    func content(of row: Row) throws -> Content
    /// Returns the statement that inserts an item and returns its `key`, or no row if its parent does not exist.
    func insertion(of content: Content, in tenant: TenantID) -> SQL
    /// Returns the statement that updates the columns of an item.
    func update(of key: Int64, to content: Content, in tenant: TenantID) -> SQL
    /// Returns the statements that replace the item's rows in other tables.
    func parts(of key: Int64, _ content: Content, in tenant: TenantID) -> [SQL]
    /// Returns the statements that delete an item.
    func removal(of key: Int64, in tenant: TenantID) -> [SQL]
    /// Returns the statement that selects, as `show_id`, the shows whose finder entries may change with the item; `nil` for a kind that does not
    /// affect the finder. The statement runs before and after each change.
    func touched(by key: Int64, in tenant: TenantID) -> SQL?
    /// Returns the kind of the list's parent item and a statement that returns a row if the parent exists; `nil` for a list without a parent.
    func scope(in tenant: TenantID) -> (kind: CatalogueKind, statement: SQL)?
    /// Throws `APIError` 422 if the content must not replace `old`, the stored content. `old` is `nil` for a new item.
    func check(_ content: Content, inPlaceOf old: Content?) throws
    /// Checks the rules that need data from the database. Throws `APIError` 422 if the content breaks one.
    func check(_ content: Content, in tenant: TenantID, _ transaction: Transaction) async throws
    /// Returns the `APIError` to report for a violated constraint, or `nil` if the violation is unexpected.
    func refusal(by constraint: String) -> APIError?
}

extension CatalogueStore {
    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL { Self.table.keys(list, in: tenant) }
    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL { Self.table.selection(of: keys, in: tenant) }
    package func insertion(of content: Content, in tenant: TenantID) -> SQL {
        Self.table.insertion(of: content, in: tenant)
    }
    package func update(of key: Int64, to content: Content, in tenant: TenantID) -> SQL {
        Self.table.update(of: key, to: content, in: tenant)
    }
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] { [Self.table.deletion(of: key, in: tenant)] }
    package func parts(of key: Int64, _ content: Content, in tenant: TenantID) -> [SQL] { [] }
    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        Self.table.hasShow ? Self.table.show(of: key, in: tenant) : nil
    }
    package func scope(in tenant: TenantID) -> (kind: CatalogueKind, statement: SQL)? { nil }
    package func check(_ content: Content, inPlaceOf old: Content?) throws {}
    package func check(_ content: Content, in tenant: TenantID, _ transaction: Transaction) async throws {}
    package func refusal(by constraint: String) -> APIError? { nil }
}

extension CatalogueStore {
    package typealias Item = CatalogueItem<Content>

    /// Returns one page of items, and the offset of the next page or `nil` on the last page. Throws `APIError` 404 if the parent does not exist.
    package func page(_ list: ListQuery, in tenant: TenantID) async throws -> (items: [Item], next: Int?) {
        try await database.transaction(in: tenant) { transaction in
            try await checkScope(transaction, tenant)
            let keys = try await transaction.rows(keys(list, in: tenant)).map { try $0("key", as: Int64.self) }
            let shown = Array(keys.prefix(list.limit))
            let rows = shown.isEmpty ? [] : try await transaction.rows(selection(of: shown, in: tenant))
            let items = Dictionary(uniqueKeysWithValues: try rows.map(item).map { ($0.id, $0) })
            return (shown.compactMap { items[$0] }, keys.count > list.limit ? list.offset + list.limit : nil)
        }
    }

    /// Returns an item, or `nil` if it does not exist.
    package func item(_ key: Int64, in tenant: TenantID) async throws -> Item? {
        try await database.rows(in: tenant, selection(of: [key], in: tenant)).first.map(item)
    }

    /// Inserts an item and returns it.
    ///
    /// - Throws: `APIError` 404 if the parent does not exist, 409 if a referenced item was deleted meanwhile, 422 for content that is not allowed,
    ///   and the error of `refusal` for a violated constraint.
    package func add(_ content: Content, in tenant: TenantID, _ context: RequestContext) async throws -> Item {
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
            let shows = try await shows(affectedBy: key, transaction, tenant)
            try await conclude(transaction, "create", key, content, shows, tenant, context)
            return try await stored(key, transaction, tenant)
        }
    }

    /// Replaces an item's content and returns the item.
    ///
    /// - Throws: `APIError` 404 if the item is unknown, 412 if `ifMatch` does not match, and the other errors of `add`.
    package func replace(
        _ key: Int64, by content: Content, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws -> Item {
        try await change(in: tenant) { transaction in
            let stored = try await stored(key, transaction, tenant)
            try ifMatch.check(stored.tag(of: tenant))
            guard stored.content != content else { return stored }
            try check(content, inPlaceOf: stored.content)
            try await MentionStore.check(content.mentions, in: tenant, transaction)
            try await check(content, in: tenant, transaction)
            let before = try await shows(affectedBy: key, transaction, tenant)
            _ = try await transaction.batch(
                [update(of: key, to: content, in: tenant)] + parts(of: key, content, in: tenant))
            let after = try await shows(affectedBy: key, transaction, tenant)
            try await conclude(transaction, "change", key, content, before.union(after), tenant, context)
            return try await self.stored(key, transaction, tenant)
        }
    }

    /// Deletes an item. Throws `APIError` 404 if it is unknown, 409 if it is in use, 412 if `ifMatch` does not match.
    package func remove(_ key: Int64, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext) async throws {
        try await change(in: tenant) { transaction in
            let stored = try await stored(key, transaction, tenant)
            try ifMatch.check(stored.tag(of: tenant))
            let shows = try await shows(affectedBy: key, transaction, tenant)
            _ = try await transaction.batch(removal(of: key, in: tenant))
            try await conclude(transaction, "delete", key, stored.content, shows, tenant, context)
        }
    }

    /// Returns an item and locks it until the transaction ends. Throws `APIError` 404 if it does not exist.
    func stored(_ key: Int64, _ transaction: Transaction, _ tenant: TenantID) async throws -> Item {
        guard let row = try await transaction.rows(selection(of: [key], in: tenant).appending(" for update")).first
        else { throw APIError.unknown(Self.kind) }
        return try item(row)
    }

    /// Runs a transaction. If it violates a constraint, throws the error that `refusal` returns for the constraint, or else, if the constraint is a
    /// foreign key, `APIError` 409.
    func change<Result: Sendable>(
        in tenant: TenantID, _ body: (Transaction) async throws -> Result
    ) async throws -> Result {
        do {
            return try await database.transaction(in: tenant, body)
        } catch let error as PostgresError {
            if let refused = error.constraint.flatMap(refusal) { throw refused }
            guard error.sqlState == "23503" else { throw error }
            throw APIError(
                .conflict, code: .goneMeanwhile,
                "an item that this entry refers to was deleted in the meantime: reload, choose another item and try again"
            )
        }
    }

    /// Writes the audit record and announces the change. Call it last in the transaction. Throws `APIError` 401 if no account is signed in.
    func conclude(
        _ transaction: Transaction, _ action: String, _ key: Int64, _ content: Content, _ shows: Set<Show.ID>,
        _ tenant: TenantID, _ context: RequestContext
    ) async throws {
        let event = try context.audit(
            "\(Self.kind.rawValue).\(action)", subject: String(key), detail: ["name": String(content.label.prefix(200))]
        )
        _ = try await transaction.batch(
            [event.insertion(in: tenant)] + RadioChange.statements(in: tenant, shows: shows))
    }

    func shows(affectedBy key: Int64, _ transaction: Transaction, _ tenant: TenantID) async throws -> Set<Show.ID> {
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
