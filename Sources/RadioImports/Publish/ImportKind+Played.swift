/// The import of broadcast segments and of played items.
extension ImportKind {
    /// Played items, which are added and corrected but never removed (spec R69).
    static let cut = ImportKind(
        name: CutDraft.kind, table: "app.cut", id: "cut_id", stamps: [.updatedAt],
        references: [.channel, ImportReference("airing", "app.airing", .requiredIfNamed)],
        columns: [
            .of("channel", "channel_id").fixed, .of("airing", "airing_id"), .timestamp("starts_at", "startsAt"),
            .integer("position"), .bigint("duration_ms", "durationMs"), .text("kind"), .flag("is_music", "isMusic"),
            .text("title", orElse: "''"), .text("artist", orElse: "''"), .text("album", orElse: "''"),
            .text("label", orElse: "''"), .text("isrc"),
        ],
        unknownReference: """
            'played track ' || s.key || ' names a channel or broadcast that does not exist: '
                          || (s.item ->> 'channel') || coalesce(', ' || (s.item ->> 'airing'), '')
            """)

    private static let segment = ImportKind(
        name: SegmentDraft.kind, table: "app.segment", id: "segment_id",
        columns: [
            .bigint("offset_ms", "offsetMs", orElse: "0"), .bigint("duration_ms", "durationMs", orElse: "0"),
            .text("kind"), .text("title", orElse: "''"),
        ])

    /// The steps that refuse segments of unknown broadcasts, compare the other segments of each broadcast as one list, and replace the stored list if
    /// it differs. A broadcast without segments in the source keeps its own.
    static let segmentSteps: [Publication.Step] = {
        let names = segment.columns.map { "\($0.name)" as StatementTemplate }
        let storedColumns = segment.columns.map { "g.\($0.name)" as StatementTemplate }
        let staged = segment.columns.map(\.staged)
        return [
            segment.refusing(
                ImportReference.isNowhere("app.airing", "s.key"),
                "'a segment names a broadcast that does not exist: ' || s.key"),
            .write(
                """
                with wanted as (
                    select t.airing_id, s.key,
                           array_agg((\(staged, joined: ", "))::text
                                     order by \(staged, joined: ", ")) as parts
                      from app.radio_stage s
                      join app.airing t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = s.key
                     where s.tenant_id = \(.tenant)
                       and s.kind = 'segment'
                       and s.state = 'staged'
                     group by t.airing_id, s.key),
                held as (
                    select g.airing_id,
                           array_agg((\(storedColumns, joined: ", "))::text
                                     order by \(storedColumns, joined: ", ")) as parts
                      from app.segment g
                     where g.tenant_id = \(.tenant)
                       and g.airing_id in (select airing_id from wanted)
                     group by g.airing_id),
                differing as (
                    select w.airing_id, w.key, h.airing_id is null as is_new
                      from wanted w
                      left join held h on h.airing_id = w.airing_id
                     where h.parts is distinct from w.parts),
                gone as (
                    delete from app.segment g
                     using differing d
                     where g.tenant_id = \(.tenant)
                       and g.airing_id = d.airing_id)
                update app.radio_stage s
                   set state = case when d.is_new then 'new' else 'changed' end, id = d.airing_id
                  from differing d
                 where s.tenant_id = \(.tenant)
                   and s.kind = 'segment'
                   and s.key = d.key
                   and s.state = 'staged'
                """),
            .write(
                """
                insert into app.segment (tenant_id, airing_id, \(names, joined: ", "))
                select \(.tenant), s.id, \(staged, joined: ", ")
                  from app.radio_stage s
                 where s.tenant_id = \(.tenant)
                   and s.kind = 'segment'
                   and s.state in ('new', 'changed')
                 order by s.n
                """),
        ]
    }()
}
