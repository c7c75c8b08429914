import Postgres
import Tenancy

/// The statements that replace the rows of a catalogue item in the tables that link it with other items.
struct CatalogueLinks: Sendable {
    /// The column of the item's key.
    let owner: StaticString
    let key: Int64
    let tenant: TenantID

    /// Links the item with other items, without an order.
    /// - Parameter column: the column of the other items' keys.
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

    /// Links the item with people in their order.
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

    /// Deletes the item's rows.
    func deletion(from table: StaticString) -> SQL {
        "delete from \(name: table) where tenant_id = \(tenant) and \(name: owner) = \(key)"
    }
}
