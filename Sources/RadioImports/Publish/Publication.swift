import Postgres
import Tenancy
import Web

/// The statements that compare the staged items with the database and publish the differences (spec R68, decision 0028).
///
/// All statements run in one transaction, in the order of `parts`. Apart from `OverlapCheck`, their number does not depend on the number of items.
/// Rows are found by `source` and `source_key`. A row that equals its item is not written.
struct Publication: Sendable {
    let tenant: TenantID
    /// The format, with the source name if there is one, such as "rss:morning-talks".
    let source: String
    let coverage: ImportFormat.Coverage
    /// The time zone of new channels for which the source gives none.
    let timeZone: String
    /// The start of the import.
    let now: Instant

    enum Step: Sendable {
        /// A statement that writes.
        case write(StatementTemplate)
        /// A statement that returns findings.
        case report(Finding, StatementTemplate)
        /// A statement that returns, by kind, the number of rows that the source no longer lists.
        case count(StatementTemplate)
        /// The steps that are written in Swift: `SlugChoice` and `OverlapCheck`.
        case slugs, overlaps
    }

    enum Finding: Sendable { case fault, notice, loss }

    typealias Part = (name: String, steps: [Step])

    /// All parts in order, with their names in progress messages.
    static let parts: [Part] = [
        ("doubles", doubles), ("pictures", art), ("categories", ImportKind.category.steps),
        ("genres", ImportKind.genre.steps), ("people", ImportKind.person.steps),
        ("channels", ImportKind.channel.steps), ("shows", ImportKind.show.steps), ("serials", ImportKind.serial.steps),
        ("tags", ImportKind.tag.steps), ("episodes", ImportKind.episode.steps), ("rules", ImportKind.rule.steps),
        ("broadcasts", ImportKind.airing.steps), ("segments", ImportKind.segmentSteps),
        ("songs", ImportKind.cut.steps), ("sound", ImportKind.version.steps),
        ("revisions", [ImportKind.show, .episode, .version].map { .write($0.revision) }),
        ("removals", absences), ("alerts", [alertedRules]),
    ]

    /// The parts of this import, with removals only for a complete source.
    var parts: [Part] { Self.parts.filter { $0.name != "removals" || coverage == .whole } }

    /// Returns the statement with the values of this import as binds in place of its parameters.
    func statement(_ template: StatementTemplate) -> SQL {
        var statement = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: template.pieces.count)
        for piece in template.pieces {
            switch piece {
            case .text(let text): statement.appendLiteral(text)
            case .value(.tenant): statement.appendInterpolation(tenant)
            case .value(.source): statement.appendInterpolation(source)
            case .value(.now): statement.appendInterpolation(now.description)
            case .value(.timeZone): statement.appendInterpolation(timeZone)
            case .value(.isSpan): statement.appendInterpolation(coverage == .span)
            case .value(.isWhole): statement.appendInterpolation(coverage == .whole)
            }
        }
        return SQL(stringInterpolation: statement)
    }

    /// A query for the IDs of the shows whose own data, episodes, airings, rules, recordings or channels changed, as `show_id`.
    static let affectedShows: StatementTemplate = {
        let kinds = [ImportKind.show, .episode, .airing, .rule, .version].map { kind -> StatementTemplate in
            """
            select t.show_id
              from touched s
              join \(kind.table) t on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = s.key
             where s.kind = '\(kind.name)'
            union

            """
        }
        return """
            with touched as (
                select kind, key, id, state
                  from app.radio_stage
                 where tenant_id = \(.tenant)
                   and state in ('new', 'changed', 'gone'))
            \(kinds, joined: "")select h.show_id
              from touched s
              join app.channel c on c.tenant_id = \(.tenant) and c.source = \(.source) and c.source_key = s.key
              join app.show_channel h on h.tenant_id = \(.tenant) and h.channel_id = c.channel_id
             where s.kind = 'channel'
            """
    }()

    /// The steps that mark duplicates and report those with different content. Of items with the same kind and key, the last one is imported, but a
    /// mention only if all of them are mentions. Segments have no keys of their own, so all segments are imported.
    private static let doubles: [Step] = [
        .write(
            """
            update app.radio_stage s
               set state = 'double'
              from (select n, row_number() over (partition by kind, key order by is_mention, n desc) as place
                      from app.radio_stage
                     where tenant_id = \(.tenant)
                       and kind <> 'segment') d
             where s.tenant_id = \(.tenant)
               and s.n = d.n
               and d.place > 1
            """),
        .report(
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
             where d.tenant_id = \(.tenant)
               and d.state = 'double'
               and not d.is_mention
               and not s.is_mention
               and s.item <> d.item
             order by d.n
             limit 500
            """),
    ]
}
