import Postgres
import Tenancy

/// The statements that replace a catalogue item's rows in the tables that link it with other items.
struct CatalogueLinks: Sendable {
    let owner: StaticString
    let key: Int64
    let tenant: TenantID

    /// Returns the statements that replace the unordered links to other items. `column` is the column with the keys of the other items.
    func replace<ID>(_ table: StaticString, _ column: StaticString, by others: [Reference<ID>]) -> [SQL] {
        [
            deletion(from: table),
            """
            insert into \(name: table) (tenant_id, \(name: owner), \(name: column))
            select \(tenant), \(key), n.key
              from unnest(\(others.map(\.key))) as n (key)
            """,
        ]
    }

    /// Returns the statements that replace the item's credits and keep the order of `credits`.
    func replace(_ table: StaticString, by credits: [Credit]) -> [SQL] {
        [
            deletion(from: table),
            """
            insert into \(name: table) (tenant_id, \(name: owner), position, person_id, role)
            select \(tenant), \(key), number - 1, person_id, role
              from unnest(\(credits.map(\.person.key)), \(credits.map(\.role)))
                   with ordinality as n (person_id, role, number)
            """,
        ]
    }

    /// Returns the statement that deletes the item's rows from a table.
    func deletion(from table: StaticString) -> SQL {
        "delete from \(name: table) where tenant_id = \(tenant) and \(name: owner) = \(key)"
    }
}
