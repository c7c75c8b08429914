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
        parts: [.channelCategories, .genres(in: "app.channel_genre"), .bearers],
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
                     cross join lateral (select \(categoryID(of: "k.key")) as category_id) c
                """,
                if: "not s.is_mention and c.category_id is not null")
            return """
                select t.channel_id, c.category_id, bool_or(k.place = 1) as is_primary
                      \(rows)
                     group by t.channel_id, c.category_id
                """
        },
        preparation: """
            update app.channel_category o
               set is_primary = false
              from app.channel t
              join app.radio_stage s on s.tenant_id = \(.tenant) and s.kind = 'channel' and s.key = t.source_key
                                    and s.state in ('staged', 'new', 'changed') and s.item ? 'categories'
             cross join lateral (select \(categoryID(of: "s.item -> 'categories' ->> 0")) as category_id) c
             where t.tenant_id = \(.tenant)
               and t.source = \(.source)
               and o.tenant_id = \(.tenant)
               and o.channel_id = t.channel_id
               and o.is_primary
               and o.category_id <> c.category_id
            """)

    /// Returns an expression for the ID of the category with this key, which is in this import or from an earlier one; null for none.
    private static func categoryID(of key: StaticString) -> StatementTemplate {
        """
        coalesce((select d.id
                    from app.radio_stage d
                   where d.tenant_id = \(.tenant)
                     and d.kind = 'category'
                     and d.key = \(key)
                     and d.id is not null
                   limit 1),
                 (select e.category_id
                    from app.category e
                   where e.tenant_id = \(.tenant)
                     and e.source = \(.source)
                     and e.source_key = \(key)))
        """
    }

    fileprivate static let bearers = list(
        "bearers", in: "app.bearer", by: .text("uri"),
        .text("purpose"), .text("media_type", "mediaType", orElse: "''"), .integer("bitrate", orElse: "0"),
        .integer("cost", orElse: "0"), .integer("offset_ms", "offsetMs", orElse: "0"))
}
