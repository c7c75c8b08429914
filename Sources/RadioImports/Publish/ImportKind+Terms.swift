/// The import of categories, genres, people and tags.
///
/// If a row has the name of a new category or genre, or the code of a new genre, the import uses that row and does not change it. An existing
/// category or genre keeps its values if another row has its new name or code.
extension ImportKind {
    static let category = ImportKind(
        name: CategoryDraft.kind, table: "app.category", id: "category_id", stamps: [.revision],
        columns: [.text("name"), .integer("rank", orElse: "0")],
        changesOnlyIf: """

                   and not exists (select from app.category o
                                    where o.tenant_id = \(.tenant)
                                      and o.name = w.name
                                      and o.category_id <> t.category_id)
            """,
        customInsertion: """
            with made as (
                insert into app.category (tenant_id, name, rank, source, source_key)
                select distinct on (s.item ->> 'name') \(.tenant), s.item ->> 'name',
                       coalesce((s.item ->> 'rank')::integer, 0), \(.source), s.key
                  from app.radio_stage s
                 where s.tenant_id = \(.tenant)
                   and s.kind = 'category'
                   and s.state = 'staged'
                   and not exists (select from app.category t
                                    where t.tenant_id = \(.tenant)
                                      and (t.name = s.item ->> 'name'
                                           or (t.source = \(.source) and t.source_key = s.key)))
                 order by s.item ->> 'name', s.n
                returning source_key)
            update app.radio_stage s
               set state = 'new'
              from made m
             where s.tenant_id = \(.tenant)
               and s.kind = 'category'
               and s.key = m.source_key
               and s.state = 'staged'
            """,
        conclusion: { [$0.identifying(alsoBy: ["name"])] })

    static let genre = ImportKind(
        name: GenreDraft.kind, table: "app.genre", id: "genre_id", stamps: [.revision],
        columns: [.text("name"), .text("code").kept],
        changesOnlyIf: """

                   and not exists (select from app.genre o
                                    where o.tenant_id = \(.tenant)
                                      and (o.name = w.name or o.code = w.code)
                                      and o.genre_id <> t.genre_id)
            """,
        customInsertion: """
            with named as (
                select distinct on (s.item ->> 'name') s.n, s.key, s.item ->> 'name' as name, s.item ->> 'code' as code
                  from app.radio_stage s
                 where s.tenant_id = \(.tenant)
                   and s.kind = 'genre'
                   and s.state = 'staged'
                   and not exists (select from app.genre t
                                    where t.tenant_id = \(.tenant)
                                      and (t.name = s.item ->> 'name' or t.code = s.item ->> 'code'
                                           or (t.source = \(.source) and t.source_key = s.key)))
                 order by s.item ->> 'name', s.n),
            made as (
                insert into app.genre (tenant_id, name, code, source, source_key)
                select distinct on (coalesce(code, 'name ' || name)) \(.tenant), name, code, \(.source), key
                  from named
                 order by coalesce(code, 'name ' || name), n
                returning source_key)
            update app.radio_stage s
               set state = 'new'
              from made m
             where s.tenant_id = \(.tenant)
               and s.kind = 'genre'
               and s.key = m.source_key
               and s.state = 'staged'
            """,
        conclusion: { [$0.identifying(alsoBy: ["code", "name"])] })

    static let person = ImportKind(
        name: PersonDraft.kind, table: "app.person", id: "person_id", stamps: [.revision], references: [.art],
        columns: [.text("name"), .text("biography", orElse: "''"), .art])

    static let tag = ImportKind(
        name: TagDraft.kind, table: "app.tag", id: "tag_id", stamps: [.revision], references: [.art],
        columns: [
            .text("kind"), .text("title"), .integer("position", orElse: "0"), .text("words", orElse: "''"), .art,
        ])

    /// Returns a step that stores the ID of each item's row, found by the item's key or else by an equal value in one of `columns`, in their order.
    private func identifying(alsoBy columns: [StaticString]) -> Publication.Step {
        let others = columns.map { column -> StatementTemplate in
            """
            ,
                                 (select t.\(id)
                                    from \(table) t
                                   where t.tenant_id = \(.tenant)
                                     and t.\(column) = s.item ->> '\(column)')
            """
        }
        return .write(
            """
            update app.radio_stage s
               set id = coalesce((select t.\(id)
                                    from \(table) t
                                   where t.tenant_id = \(.tenant)
                                     and t.source = \(.source)
                                     and t.source_key = s.key)\(others, joined: ""))
             where s.tenant_id = \(.tenant)
               and s.kind = '\(name)'
               and s.state \(Self.sound)
            """)
    }
}
