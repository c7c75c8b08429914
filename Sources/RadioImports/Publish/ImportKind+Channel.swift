/// The import of channels with their categories, genres and bearers.
extension ImportKind {
    static let channel = ImportKind(
        name: ChannelDraft.kind, table: "app.channel", id: "channel_id", hasMentions: true, references: [.art],
        columns: [
            ImportColumn("slug", "s.slug").fixed, .text("name"), .text("short_name", "shortName", orElse: "''"),
            .text("description", orElse: "''"), .text("language", orElse: "''"), .text("website").kept,
            .text("colour").kept, .text("time_zone", "timeZone").kept.whenNew("coalesce(w.time_zone, \(.timeZone))"),
            .integer("number").kept, .flag("active", "isInactive", isNegated: true), .art,
        ],
        isNewOnlyIf: "\n       and w.slug is not null",
        parts: [.channelCategories, .channelGenres, .bearers],
        preparation: {
            [$0.deactivations("'channel ' || t.name || ' becomes inactive'"), .slugs]
        },
        conclusion: { kind in
            [
                .write(kind.revision),
                kind.reporting(
                    .notice,
                    "'channel ' || s.key || ' names a category or genre that does not exist: ' || r.key",
                    in: sound,
                    joins: """

                         cross join lateral (select 'category' as kind, value as key
                                               from jsonb_array_elements_text(s.item -> 'categories')
                                             union all
                                             select 'genre', value
                                               from jsonb_array_elements_text(s.item -> 'genres')) r
                        """,
                    where: """
                        not exists (select from app.radio_stage k
                                            where k.tenant_id = \(.tenant)
                                              and k.kind = r.kind
                                              and k.key = r.key
                                              and k.id is not null)
                           and not exists (select from app.category t
                                            where r.kind = 'category'
                                              and t.tenant_id = \(.tenant)
                                              and t.source = \(.source)
                                              and t.source_key = r.key)
                           and not exists (select from app.genre t
                                            where r.kind = 'genre'
                                              and t.tenant_id = \(.tenant)
                                              and t.source = \(.source)
                                              and t.source_key = r.key)
                        """),
            ]
        })

    /// Returns a step that reports, as losses, the active rows whose items are inactive. Mentions are left out.
    func deactivations(_ message: StatementTemplate) -> Publication.Step {
        reporting(
            .loss, message,
            joins: """

                  join \(table) t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = s.key
                """,
            where: """
                not s.is_mention
                   and t.active
                   and s.item ? 'isInactive'
                """)
    }
}

extension ImportPart {
    /// The categories of channels. The previous primary category is reset first, because a channel has only one.
    fileprivate static let channelCategories = ImportPart(
        table: "app.channel_category", key: ["category_id"], values: ["is_primary"],
        named: { kind in
            let rows = kind.joinedRows(
                """
                cross join lateral jsonb_array_elements_text(s.item -> 'categories') with ordinality k (key, place)
                      join app.radio_stage c on c.tenant_id = \(.tenant) and c.kind = 'category' and c.key = k.key
                                            and c.id is not null and c.state <> 'double'
                """)
            return """
                select t.channel_id, c.id as category_id, bool_or(k.place = 1) as is_primary
                      \(rows)
                     group by t.channel_id, c.id
                """
        },
        preparation: """
            update app.channel_category o
               set is_primary = false
              from app.channel t
              join app.radio_stage s on s.tenant_id = \(.tenant) and s.kind = 'channel' and s.key = t.source_key
                                    and s.state in ('staged', 'new', 'changed') and s.item ? 'categories'
              join app.radio_stage c on c.tenant_id = \(.tenant) and c.kind = 'category' and c.id is not null
                                    and c.key = s.item -> 'categories' ->> 0
             where t.tenant_id = \(.tenant)
               and t.source = \(.source)
               and o.tenant_id = \(.tenant)
               and o.channel_id = t.channel_id
               and o.is_primary
               and o.category_id <> c.id
            """)

    fileprivate static let channelGenres = ImportPart(
        table: "app.channel_genre", key: ["genre_id"],
        named: { kind in
            let rows = kind.joinedRows(
                """
                cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
                      join app.radio_stage g on g.tenant_id = \(.tenant) and g.kind = 'genre' and g.key = k.key
                                            and g.id is not null and g.state <> 'double'
                """)
            return """
                select distinct t.channel_id, g.id as genre_id
                      \(rows)
                """
        })

    fileprivate static let bearers = list(
        "bearers", in: "app.bearer", by: .text("uri"),
        .text("purpose"), .text("media_type", "mediaType", orElse: "''"), .integer("bitrate", orElse: "0"),
        .integer("cost", orElse: "0"), .integer("offset_ms", "offsetMs", orElse: "0"))
}
