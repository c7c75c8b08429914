import Postgres
import Tenancy
import Web

/// The statements that compare what is staged with what is there, and publish what differs (spec R68, decision 0028).
///
/// All run in one transaction, in the order of `steps`, each over the whole stage at once: none is asked per item. A row
/// is found by `source` and `source_key`; one that is as the source has it is not written.
struct Publication: Sendable {
    let tenant: TenantID
    /// The format, and where a tenant has several sources of it, a name: "rss:morning-talks".
    let source: String
    let coverage: ImportFormat.Coverage
    /// The clock that a channel gets whose source names none.
    let timeZone: String
    /// The moment of the import.
    let now: Instant

    /// What is done with the rows of a step.
    enum Step: Sendable {
        /// Nothing: it has none.
        case write(SQL)
        /// They are told, as `Finding`s: columns `total`, `file`, `line`, `detail` and `message`.
        case tell(Finding, SQL)
        /// What the source no longer lists: columns `kind` and `count`.
        case count(SQL)
        /// Something that SQL alone cannot decide.
        case slugs, overlaps
    }

    enum Finding: Sendable { case fault, notice, loss }

    /// All of them in their order, by what they are about.
    var parts: [(name: String, steps: [Step])] {
        [
            ("doubles", doubles), ("pictures", art), ("categories", categories), ("genres", genres),
            ("people", persons),
            ("channels", channels), ("shows", shows), ("serials", serials), ("tags", tags), ("episodes", episodes),
            ("rules", rules), ("broadcasts", airings), ("segments", segments), ("songs", cuts), ("sound", versions),
            ("revisions", [.write(touchedShows), .write(touchedEpisodes), .write(touchedVersions)]),
            ("removals", absences), ("alerts", [alertedRules]),
        ]
    }

    /// Of two items with one key the later counts; a mention counts for nothing beside what it mentions.
    private var doubles: [Step] {
        [
            .write(
                """
                update app.radio_stage s
                   set state = 'double'
                  from (select n, row_number() over (partition by kind, key order by is_mention, n desc) as place
                          from app.radio_stage
                         where tenant_id = \(tenant)
                           and kind <> 'segment') d
                 where s.tenant_id = \(tenant)
                   and s.n = d.n
                   and d.place > 1
                """),
            .tell(
                .notice,
                """
                select count(*) over () as total, d.file, d.line, d.detail,
                       case d.kind when 'airing' then 'broadcast' when 'cut' then 'played track' when 'tag' then 'topic'
                                   when 'version' then 'recording' else d.kind end
                       || ' ' || d.key || ' occurs again with different content at '
                       || s.file || case when s.line > 0 then ':' || s.line else '' end || '; the later one is used' as message
                  from app.radio_stage d
                  join app.radio_stage s
                    on s.tenant_id = d.tenant_id and s.kind = d.kind and s.key = d.key and s.state <> 'double'
                 where d.tenant_id = \(tenant)
                   and d.state = 'double'
                   and not d.is_mention
                   and not s.is_mention
                   and s.item <> d.item
                 order by d.n
                 limit 500
                """),
        ]
    }
}
