import Postgres
import Tenancy

/// A check for overlapping broadcasts of a channel within an import. A broadcast becomes a fault if it overlaps an imported broadcast that starts
/// earlier or, at the same time, was read earlier. Cancelled broadcasts are not checked.
///
/// The staged items are read in pages of 5,000, so only one page is in memory.
struct OverlapCheck {
    let transaction: Transaction
    let tenant: TenantID

    private static let page: Int64 = 5000

    func run() async throws -> Findings {
        var findings = Findings()
        var (channel, start, number): (Int64, String, Int64) = (0, "-infinity", 0)
        var last: (channel: Int64, end: Int64, key: String)?
        while true {
            let rows = try await transaction.rows(
                """
                select n, key, file, line, detail, channel_id, starts_at::text as start,
                       (extract(epoch from starts_at) * 1000)::bigint as from_ms,
                       (extract(epoch from ends_at) * 1000)::bigint as to_ms
                  from app.radio_stage
                 where tenant_id = \(tenant)
                   and kind = 'airing'
                   and state = 'staged'
                   and not item ? 'isCancelled'
                   and channel_id is not null
                   and (channel_id, starts_at, n) > (\(channel), \(start)::text::timestamptz, \(number))
                 order by channel_id, starts_at, n
                 limit \(Self.page)
                """)
            var faulty: [Int64] = []
            for row in rows {
                (channel, start, number) = (try row("channel_id"), try row("start"), try row("n"))
                let (from, to, key): (Int64, Int64, String) = (try row("from_ms"), try row("to_ms"), try row("key"))
                if let kept = last, kept.channel == channel, kept.end > from {
                    faulty.append(number)
                    findings.append(
                        "broadcast \(key) is not imported: it overlaps broadcast \(kept.key), which begins or is listed earlier",
                        at: FilePosition(file: try row("file"), line: try row("line"), detail: try row("detail")))
                } else {
                    last = (channel, to, key)
                }
            }
            if !faulty.isEmpty {
                _ = try await transaction.rows(
                    """
                    update app.radio_stage
                       set state = 'fault'
                     where tenant_id = \(tenant)
                       and n = any (\(faulty))
                    """)
            }
            if rows.count < Self.page { return findings }
        }
    }
}
