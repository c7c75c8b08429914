/// A dependent table of a kind, such as genres or media. The rows that an item lists replace the existing rows of its owner. An item that lists no
/// rows, or only unknown ones, replaces none.
struct ImportPart: Sendable {
    let table: StaticString
    /// The columns of the primary key, except the tenant's and the owner's.
    let key: [StaticString]
    var values: [StaticString] = []
    /// Whether to keep rows that no item lists.
    var keepsOthers = false
    /// Returns the query for the rows that the items of a kind list, with the columns of the owner's ID, `key` and `values`.
    let named: @Sendable (ImportKind) -> StatementTemplate
    /// Returns a common table expression for the start of the statement, with a comma at its end; `nil` if none is needed.
    var reading: @Sendable (ImportKind) -> StatementTemplate? = { _ in nil }
    /// A statement that runs before the generated one; `nil` for none.
    var preparation: StatementTemplate?

    /// Returns `preparation` and the statement that deletes unlisted rows, writes new and changed rows, and sets `is_touched` for the items of their
    /// owners.
    func statements(of kind: ImportKind) -> [StatementTemplate] {
        let owner = kind.id
        let columns = [owner] + key + values
        func all(_ columns: [StaticString], _ one: (StaticString) -> StatementTemplate) -> [StatementTemplate] {
            columns.map(one)
        }
        let isSame = all([owner] + key) { "\n                          and e.\($0) = w.\($0)" }
        let areEqual: StatementTemplate? =
            values.isEmpty
            ? nil
            : """

                                      and (\(all(values) { "e.\($0)" }, joined: ", ")) is not distinct from
                                          (\(all(values) { "w.\($0)" }, joined: ", "))
            """
        let replacing: StatementTemplate? =
            values.isEmpty
            ? nil
            : """

                    on conflict (tenant_id, \(all([owner] + key) { "\($0)" }, joined: ", ")) do update
                   set \(all(values) { "\($0) = excluded.\($0)" }, joined: ", ")
            """
        let gone: StatementTemplate? =
            keepsOthers
            ? nil
            : """
            gone as (
                delete from \(table) o
                 where o.tenant_id = \(.tenant)
                   and o.\(owner) in (select \(owner) from named)
                   and not exists (select from named x
                                    where x.\(owner) = o.\(owner)\(all(key) { " and x.\($0) = o.\($0)" }, joined: ""))
                returning o.\(owner)),

            """
        let touched: StatementTemplate =
            keepsOthers ? "select \(owner) from put" : "select \(owner) from gone union select \(owner) from put"
        let statement: StatementTemplate = """
            with \(reading(kind))named as (
                \(named(kind))),
            \(gone)put as (
                insert into \(table) as o (tenant_id, \(all(columns) { "\($0)" }, joined: ", "))
                select \(.tenant), \(all(columns) { "w.\($0)" }, joined: ", ")
                  from named w
                 where not exists (select from \(table) e
                                    where e.tenant_id = \(.tenant)\(isSame, joined: "")\(areEqual))\(replacing)
                returning o.\(owner))
            update app.radio_stage s
               set is_touched = true
              from \(kind.table) t
             where t.tenant_id = \(.tenant)
               and t.source = \(.source)
               and t.\(owner) in (\(touched))
               and s.tenant_id = \(.tenant)
               and s.kind = '\(kind.name)'
               and s.key = t.source_key
            """
        return (preparation.map { [$0] } ?? []) + [statement]
    }

    /// Returns the dependent table of genres. A genre may be staged or exist from an earlier import; unknown genres and those of mentions are left
    /// out.
    static func genres(in table: StaticString) -> ImportPart {
        ImportPart(
            table: table, key: ["genre_id"],
            named: { kind in
                let rows = kind.joinedRows(
                    """
                    cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
                         cross join lateral (select coalesce((select d.id
                                                                from app.radio_stage d
                                                               where d.tenant_id = \(.tenant)
                                                                 and d.kind = 'genre'
                                                                 and d.key = k.key
                                                                 and d.id is not null
                                                               limit 1),
                                                             (select e.genre_id
                                                                from app.genre e
                                                               where e.tenant_id = \(.tenant)
                                                                 and e.source = \(.source)
                                                                 and e.source_key = k.key)) as genre_id) g
                    """,
                    if: "not s.is_mention and g.genre_id is not null")
                return """
                    select distinct t.\(kind.id), g.genre_id
                          \(rows)
                    """
            })
    }

    /// Returns the dependent table of credits, without those of mentions and of unknown people. The credits are read before the people, because a
    /// lateral join would read all people for each item.
    static func credits(in table: StaticString) -> ImportPart {
        ImportPart(
            table: table, key: ["position"], values: ["person_id", "role"],
            named: { kind in
                """
                select s.\(kind.id), p.person_id, s.role,
                           (row_number() over (partition by s.\(kind.id) order by s.place) - 1)::integer as position
                      from said s
                      join app.person p on p.tenant_id = \(.tenant) and p.source = \(.source) and p.source_key = s.person
                """
            },
            reading: { kind in
                let rows = kind.joinedRows(
                    "cross join lateral jsonb_array_elements(s.item -> 'credits') with ordinality k (credit, place)",
                    if: "not s.is_mention")
                return """
                    said as materialized (
                        select t.\(kind.id), k.credit ->> 'person' as person, k.credit ->> 'role' as role, k.place
                          \(rows)),

                    """
            })
    }

    /// Returns the dependent table for the list of objects in the member `member` of an item. Of objects with the same key, only the first is
    /// imported.
    static func list(_ member: StaticString, in table: StaticString, by key: ImportColumn, _ columns: ImportColumn...)
        -> ImportPart
    {
        ImportPart(
            table: table, key: [key.name], values: ["position"] + columns.map(\.name),
            named: { kind in
                """
                select distinct on (t.\(kind.id), \(key.staged))
                           t.\(kind.id), \(([key] + columns).map { "\($0.staged) as \($0.name)" }, joined: ",\n           "),
                           (s.place - 1)::integer as position
                      from app.radio_stage i
                      join \(kind.table) t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = i.key
                     cross join lateral jsonb_array_elements(i.item -> '\(member)') with ordinality s (item, place)
                     where i.tenant_id = \(.tenant)
                       and i.kind = '\(kind.name)'
                       and i.state \(ImportKind.sound)
                     order by t.\(kind.id), \(key.staged), s.place
                """
            })
    }
}
