import Postgres
import Tenancy
import Web

/// The search index of people, channels and topics. An update of the index also marks the shows of changed people, and of channels that were
/// activated or deactivated.
struct FinderNames: Sendable {
    let tenant: TenantID
    let transaction: Transaction

    /// The kind of an indexed item, as the database stores it.
    enum Kind: Int16, Sendable {
        case person = 0
        case channel
        case topic
    }

    private static let portion = 2000

    func update(_ state: FinderState) async throws {
        guard state.names.read != state.names.now || state.inactive.read != state.inactive.now else { return }
        try await markShows(state)
        _ = try await transaction.rows(removal)
        var last: (kind: Int16, id: Int64) = (-1, 0)
        while true {
            let rows = try await transaction.rows(changed(after: last))
            guard let end = rows.last else { break }
            last = (try end("kind"), try end("item_id"))
            try await write(rows)
        }
        _ = try await transaction.rows(
            """
            update app.finder_state
               set names = \(state.names.now), inactive = \(state.inactive.now)
             where tenant_id = \(tenant)
            """)
    }

    private func markShows(_ state: FinderState) async throws {
        let switched = Set(state.inactive.read).symmetricDifference(state.inactive.now).sorted()
        _ = try await transaction.rows(
            """
            with renamed as (
                select p.person_id
                  from app.person p
                 where p.tenant_id = \(tenant)
                   and exists (select from app.finder_name n
                                where n.tenant_id = p.tenant_id and n.kind = 0 and n.item_id = p.person_id
                                  and n.revision <> p.revision)
            )
            insert into app.show_change (tenant_id, show_id)
            select \(tenant), show_id
              from (select c.show_id
                      from app.show_credit c
                      join renamed r on r.person_id = c.person_id
                     where c.tenant_id = \(tenant)
                     union
                    select e.show_id
                      from app.episode_credit c
                      join renamed r on r.person_id = c.person_id
                      join app.episode e on e.tenant_id = c.tenant_id and e.episode_id = c.episode_id
                     where c.tenant_id = \(tenant)
                     union
                    select a.show_id
                      from app.airing a
                     where a.tenant_id = \(tenant)
                       and a.channel_id = any (\(switched))) s
             order by show_id
                on conflict (tenant_id, show_id) do nothing
            """)
    }

    private var removal: SQL {
        """
        delete from app.finder_name n
         where n.tenant_id = \(tenant)
           and not exists (select from app.person p
                            where n.kind = 0 and p.tenant_id = \(tenant) and p.person_id = n.item_id
                              and p.revision = n.revision)
           and not exists (select from app.channel c
                            where n.kind = 1 and c.tenant_id = \(tenant) and c.channel_id = n.item_id
                              and c.revision = n.revision and c.active)
           and not exists (select from app.tag t
                            where n.kind = 2 and t.tenant_id = \(tenant) and t.tag_id = n.item_id
                              and t.revision = n.revision and t.kind = 'topic')
        """
    }

    private func changed(after last: (kind: Int16, id: Int64)) -> SQL {
        """
        select x.kind, x.item_id, x.revision, x.title, x.description
          from (select 0::smallint as kind, person_id as item_id, revision, name as title, biography as description
                  from app.person
                 where tenant_id = \(tenant)
                 union all
                select 1::smallint, channel_id, revision, name || ' ' || short_name, description
                  from app.channel
                 where tenant_id = \(tenant) and active
                 union all
                select 2::smallint, tag_id, revision, title, words
                  from app.tag
                 where tenant_id = \(tenant) and kind = 'topic') x
         where (x.kind, x.item_id) > (\(last.kind), \(last.id))
           and not exists (select from app.finder_name n
                            where n.tenant_id = \(tenant) and n.kind = x.kind and n.item_id = x.item_id
                              and n.revision = x.revision)
         order by x.kind, x.item_id
         limit \(Int64(Self.portion))
        """
    }

    private func write(_ rows: [Row]) async throws {
        var (words, fields, kinds, items, revisions): ([String], [Int16], [Int16], [Int64], [Int32]) = (
            [], [], [], [], []
        )
        for row in rows {
            var seen: Set<String> = []
            for (field, column) in [(FinderSearchIndex.Field.title, "title"), (.description, "description")] {
                for word in Folding.words(of: try row(column)) where seen.insert(word).inserted {
                    words.append(word)
                    fields.append(field.rawValue)
                    kinds.append(try row("kind"))
                    items.append(try row("item_id"))
                    revisions.append(try row("revision"))
                }
            }
        }
        _ = try await transaction.rows(
            """
            insert into app.finder_name (tenant_id, word, field, kind, item_id, revision)
            select \(tenant), n.*
              from unnest(\(words), \(fields), \(kinds), \(items), \(revisions))
                   as n (word, field, kind, item_id, revision)
                on conflict (tenant_id, field, word, kind, item_id) do update
               set revision = excluded.revision
            """)
        try await VocabularyStore(tenant: tenant, transaction: transaction).add(Set(words))
    }
}
