/// The import of schedule rules. `ScheduleMaterialiser` creates the airings of rules.
extension ImportKind {
    static let rule = ImportKind(
        name: RuleDraft.kind, table: "app.schedule_rule", id: "rule_id", references: [.show, .channel],
        columns: [
            .of("channel", "channel_id"), .of("show", "show_id"),
            ImportColumn("starts_on", "date '1970-01-01' + (s.item ->> 'startsOn')::integer"),
            ImportColumn("ends_on", "date '1970-01-01' + (s.item ->> 'endsOn')::integer"),
            ImportColumn(
                "start_time", "time '00:00' + make_interval(mins => coalesce((s.item ->> 'startMinute')::integer, 0))"),
            .bigint("duration_ms", "durationMs"), .text("recurrence"), .integer("priority", orElse: "0"),
            .flag("is_live", "isLive"), .flag("is_repeat", "isRepeat"),
        ],
        unknownReference: """
            'rule ' || s.key || ' names a show or channel that does not exist: '
                          || (s.item ->> 'show') || ' on ' || (s.item ->> 'channel')
            """)
}
