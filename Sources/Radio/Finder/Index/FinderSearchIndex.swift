import Postgres
import Tenancy

/// The search index of shows, their serials and episodes, and the people credited on them.
struct FinderSearchIndex: Sendable {
    let tenant: TenantID
    let transaction: Transaction

    /// The field in which a word occurs. A match in an earlier case ranks higher (decision 0026).
    enum Field: Int16, Sendable, CaseIterable {
        case title = 0
        case people
        case description
    }

    /// Updates the words of those `shows` whose texts have changed since the last update, and removes the words of those that are no longer listed.
    func update(_ shows: [Int64]) async throws {
        let changed = try await changed(shows)
        guard !changed.isEmpty else { return }
        let ids = changed.map(\.show)
        var entries = WordEntries()
        for row in try await transaction.rows(texts(ids)) {
            entries.add(
                try row("item"), of: try row("show_id"),
                texts: [try row("title"), try row("people"), try row("description")])
        }
        _ = try await transaction.batch(entries.statements(replacing: ids, in: tenant))
        try await VocabularyStore(tenant: tenant, transaction: transaction).add(entries.words)
        _ = try await transaction.rows(
            """
            update app.finder_show f
               set words_digest = n.digest::uuid
              from unnest(\(ids), \(changed.map(\.digest))) as n (show_id, digest)
             where f.tenant_id = \(tenant)
               and f.show_id = n.show_id
            """)
    }

    private func changed(_ shows: [Int64]) async throws -> [(show: Int64, digest: String)] {
        try await transaction.rows(
            """
            select f.show_id, n.digest
              from app.finder_show f
              join app.show s on s.tenant_id = f.tenant_id and s.show_id = f.show_id
             cross join lateral (
                   select case when f.is_listed then
                       md5(concat_ws(E'\\x01', s.title, s.summary, s.description,
                           (select string_agg(p.name, E'\\x02' order by c.position)
                              from app.show_credit c
                              join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
                             where c.tenant_id = \(tenant) and c.show_id = f.show_id),
                           (select string_agg(md5(concat_ws(E'\\x02', r.serial_id, r.title, r.description)), '' order by r.serial_id)
                              from app.serial r
                             where r.tenant_id = \(tenant) and r.show_id = f.show_id),
                           (select string_agg(md5(concat_ws(E'\\x02', e.episode_id, e.title, e.summary, e.description)), ''
                                              order by e.episode_id)
                              from app.episode e
                             where e.tenant_id = \(tenant) and e.show_id = f.show_id),
                           (select string_agg(concat_ws(E'\\x02', e.episode_id, p.name), '' order by e.episode_id, c.position)
                              from app.episode e
                              join app.episode_credit c on c.tenant_id = e.tenant_id and c.episode_id = e.episode_id
                              join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
                             where e.tenant_id = \(tenant) and e.show_id = f.show_id)))
                   else md5('') end as digest) n
             where f.tenant_id = \(tenant)
               and f.show_id = any (\(shows))
               and f.words_digest is distinct from n.digest::uuid
            """
        ).map { (show: try $0("show_id"), digest: try $0("digest")) }
    }

    private func texts(_ shows: [Int64]) -> SQL {
        """
        select s.show_id, s.show_id * 4 as item, s.title, s.summary || ' ' || s.description as description,
               coalesce((select string_agg(p.name, ' ')
                           from app.show_credit c
                           join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
                          where c.tenant_id = \(tenant) and c.show_id = s.show_id), '') as people
          from app.show s
         where s.tenant_id = \(tenant)
           and s.show_id = any (\(shows))
           and s.active
           and not s.is_placeholder
         union all
        select r.show_id, r.serial_id * 4 + 1, r.title, r.description, ''
          from app.serial r
          join app.show s on s.tenant_id = r.tenant_id and s.show_id = r.show_id
         where r.tenant_id = \(tenant)
           and r.show_id = any (\(shows))
           and s.active
           and not s.is_placeholder
         union all
        select e.show_id, e.episode_id * 4 + 2, e.title, e.summary || ' ' || e.description,
               coalesce((select string_agg(p.name, ' ')
                           from app.episode_credit c
                           join app.person p on p.tenant_id = c.tenant_id and p.person_id = c.person_id
                          where c.tenant_id = \(tenant) and c.episode_id = e.episode_id), '')
          from app.episode e
          join app.show s on s.tenant_id = e.tenant_id and s.show_id = e.show_id
         where e.tenant_id = \(tenant)
           and e.show_id = any (\(shows))
           and s.active
           and not s.is_placeholder
        """
    }
}
