/// The import of shows with their channels, genres and credits, and of serials.
extension ImportKind {
    static let show = ImportKind(
        name: ShowDraft.kind, table: "app.show", id: "show_id", hasMentions: true, references: [.art],
        columns: [
            .text("title"), .text("summary", orElse: "''"), .text("description", orElse: "''"),
            .text("language", orElse: "''"), .text("website").kept, .flag("is_music", "isMusic"),
            .flag("is_for_children", "isForChildren"), .flag("is_placeholder", "isPlaceholder"),
            .flag("active", "isInactive", isNegated: true), .art,
        ],
        parts: [.showChannels, .genres(in: "app.show_genre"), .credits(in: "app.show_credit")],
        preparation: { [$0.deactivations("'show ' || t.title || ' becomes inactive'")] },
        conclusion: { [$0.unknownChannelsAndPeople] })

    private var unknownChannelsAndPeople: Publication.Step {
        reporting(
            .notice, "'show ' || s.key || ' names a ' || r.kind || ' that does not exist: ' || r.key", in: Self.sound,
            joins: """

                 cross join lateral (select 'channel' as kind, value as key
                                       from jsonb_array_elements_text(s.item -> 'channels')
                                     union all
                                     select 'person', value ->> 'person'
                                       from jsonb_array_elements(s.item -> 'credits')) r
                """,
            where: """
                not exists (select from app.channel t
                                    where r.kind = 'channel'
                                      and t.tenant_id = \(.tenant)
                                      and t.source = \(.source)
                                      and t.source_key = r.key)
                   and not exists (select from app.radio_stage k
                                    where r.kind = 'channel'
                                      and k.tenant_id = \(.tenant)
                                      and k.kind = 'channel'
                                      and k.id is not null
                                      and k.key = r.key)
                   and not exists (select from app.person t
                                    where r.kind = 'person'
                                      and t.tenant_id = \(.tenant)
                                      and t.source = \(.source)
                                      and t.source_key = r.key)
                """)
    }

    static let serial = ImportKind(
        name: SerialDraft.kind, table: "app.serial", id: "serial_id", stamps: [.revision], references: [.show, .art],
        columns: [
            .of("show", "show_id").fixed, .text("title"), .text("description", orElse: "''"),
            .integer("total_parts", "totalParts"), .art,
        ],
        unknownReference: "'serial ' || s.key || ' names a show that does not exist: ' || (s.item ->> 'show')",
        permanent: (.show, "'serial ' || s.key || ' belongs to another show, and a serial cannot change its show'"))
}

extension ImportPart {
    /// The channels of shows. A mention sets the channels only of a new show.
    fileprivate static let showChannels = ImportPart(
        table: "app.show_channel", key: ["channel_id"], values: ["position"],
        named: { _ in
            """
            select s.show_id, c.channel_id, min(s.place - 1)::integer as position
                  from said s
                  join \(ImportReference.knownChannels) c
                    on c.source_key = s.key
                 group by s.show_id, c.channel_id
            """
        },
        reading: { kind in
            let rows = kind.joinedRows(
                "cross join lateral jsonb_array_elements_text(s.item -> 'channels') with ordinality k (key, place)",
                if: "(s.state = 'new' or not s.is_mention)")
            return """
                said as materialized (
                    select t.show_id, k.key, k.place
                      \(rows)),

                """
        })
}
