/// The import of episodes with their genres, credits and tags, and of on-demand recordings (spec R66) with their media.
extension ImportKind {
    static let episode = ImportKind(
        name: EpisodeDraft.kind, table: "app.episode", id: "episode_id",
        references: [.show, ImportReference("serial", "app.serial", .optional, sameShowAs: "show"), .art],
        columns: [
            .of("show", "show_id").fixed, .of("serial", "serial_id"), .text("title"), .text("summary", orElse: "''"),
            .text("description", orElse: "''"), .integer("part"), .integer("season"),
            .timestamp("published_at", "publishedAt"), .art,
        ],
        parts: [.genres(in: "app.episode_genre"), .credits(in: "app.episode_credit"), .tags],
        unknownReference: "'episode ' || s.key || ' names a show that does not exist: ' || (s.item ->> 'show')",
        permanent: (.show, "'episode ' || s.key || ' belongs to another show, and an episode cannot change its show'"),
        preparation: { kind in
            [
                kind.reporting(
                    .notice,
                    """
                    'episode ' || s.key || ' is imported without its serial, because its show has no such serial: '
                           || (s.item ->> 'serial')
                    """,
                    joins: kind.joining("show", "serial"),
                    where: """
                        s.item ? 'serial'
                           and serial.serial_id is null
                        """)
            ]
        },
        conclusion: { _ in
            [
                tag.reporting(
                    .notice, "'topic ' || s.key || ' names episodes that do not exist (' || count(*) || ')'", in: sound,
                    joins: """

                         cross join lateral jsonb_array_elements_text(s.item -> 'episodes') k (key)
                        """,
                    where: """
                        not exists (select from app.episode t
                                            where t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = k.key)
                        """,
                    groupedBy: "\n group by s.n, s.file, s.line, s.detail, s.key")
            ]
        })

    static let version = ImportKind(
        name: VersionDraft.kind, table: "app.version", id: "version_id",
        references: [.episode, ImportReference("airing", "app.airing", .optional)],
        columns: [
            .of("episode", "episode_id").fixed, .of("episode", "show_id").fixed, .of("airing", "airing_id").kept,
            .bigint("duration_ms", "durationMs"), .timestamp("available_from", "availableFrom"),
            .timestamp("available_until", "availableUntil"), .flag("is_downloadable", "isDownloadable"),
        ],
        parts: [.media],
        unknownReference:
            "'recording ' || s.key || ' names an episode that does not exist: ' || (s.item ->> 'episode')",
        permanent: (
            .episode,
            "'recording ' || s.key || ' belongs to another episode, and a recording cannot change its episode'"
        ),
        preparation: { kind in
            [
                kind.reporting(
                    .loss, "'episode ' || e.title || ' is on demand only until ' || (s.item ->> 'availableUntil')",
                    joins: """

                          join app.version t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = s.key
                          join app.episode e on e.tenant_id = \(.tenant) and e.episode_id = t.episode_id
                        """,
                    where: """
                        coalesce(t.available_until, 'infinity') > \(.now)::text::timestamptz
                           and (s.item ->> 'availableUntil')::timestamptz < coalesce(t.available_until, 'infinity')
                        """)
            ]
        })
}

extension ImportReference {
    fileprivate static let episode = ImportReference("episode", "app.episode")
}

extension ImportPart {
    /// The links between episodes and tags. An import adds links and removes none, because a file may contain only some of the episodes and tags.
    fileprivate static let tags = ImportPart(
        table: "app.episode_tag", key: ["tag_id"], keepsOthers: true,
        named: { _ in
            """
            select distinct t.episode_id, g.tag_id
                  from (select s.key as episode, k.key as tag
                          from app.radio_stage s
                         cross join lateral jsonb_array_elements_text(s.item -> 'tags') k (key)
                         where s.tenant_id = \(.tenant)
                           and s.kind = 'episode'
                           and s.state in ('staged', 'new', 'changed')
                         union all
                        select k.key, s.key
                          from app.radio_stage s
                         cross join lateral jsonb_array_elements_text(s.item -> 'episodes') k (key)
                         where s.tenant_id = \(.tenant)
                           and s.kind = 'tag'
                           and s.state in ('staged', 'new', 'changed')) p
                  join app.episode t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = p.episode
                  join app.tag g on g.tenant_id = \(.tenant) and g.source = \(.source) and g.source_key = p.tag
            """
        })

    fileprivate static let media = list(
        "media", in: "app.version_media", by: .text("url"),
        .text("purpose"), .text("media_type", "mediaType", orElse: "''"), .integer("bitrate", orElse: "0"),
        .bigint("bytes"))
}
