import Postgres
import Radio
import Tenancy
import Web

/// The steps of an import within its transaction: staging, publishing and recording.
struct ImportSession {
    let transaction: Transaction
    let tenant: TenantID

    /// Reads the source on a separate thread and stages its items in batches. If staging fails or the task is cancelled, the reading ends before the
    /// error is thrown.
    func stage(
        _ reading: SourceReading, _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> SourceReading.Result {
        let batchQueue = BatchQueue()
        async let result = ReadingThread.run { try reading.run(onto: batchQueue, progress: progress) }
        do {
            for await batch in batchQueue.batches {
                try await stage(batch)
                batchQueue.batchStaged()
            }
            // The loop also ends on cancellation.
            try Task.checkCancellation()
        } catch {
            reading.meter.cancel()
            batchQueue.stop()
            _ = try? await result
            throw error
        }
        return try await result
    }

    private func stage(_ batch: [StagedItem]) async throws {
        _ = try await transaction.rows(
            """
            insert into app.radio_stage (tenant_id, n, kind, key, file, line, detail, item, is_mention)
            select \(tenant), n, kind, key, file, line, detail, item::jsonb, is_mention
              from unnest(\(batch.map(\.n)), \(batch.map(\.kind)), \(batch.map(\.key)), \(batch.map(\.position.file)),
                          \(batch.map(\.position.line)), \(batch.map(\.position.detail)), \(batch.map(\.json)),
                          \(batch.map(\.isMention)))
                   as s (n, kind, key, file, line, detail, item, is_mention)
            """)
    }

    /// Compares the staged items with the database, writes the differences, and returns `begun` with the findings and counts.
    func publish(
        _ publication: Publication, _ read: SourceReading.Result, _ begun: ImportReport,
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        var report = begun
        report.faults.append(read.faults)
        report.notices.append(read.notices)
        // The planner has no statistics for the staged rows and expects few.
        if read.count > Self.many { _ = try await transaction.rows("set local enable_nestloop = off") }
        // The resulting high cost estimates must not trigger JIT compilation.
        _ = try await transaction.rows("set local jit = off")
        var gone: [String: Int64] = [:]
        for (name, steps) in publication.parts {
            progress(.publishing(name))
            for step in steps { try await take(step, of: publication, &report, &gone) }
        }
        report.counts = try await counts(gone)
        return report
    }

    private func take(
        _ step: Publication.Step, of publication: Publication, _ report: inout ImportReport,
        _ gone: inout [String: Int64]
    ) async throws {
        switch step {
        case .write(let statement): _ = try await transaction.rows(publication.statement(statement))
        case .report(let finding, let statement):
            let findings = try Self.findings(try await transaction.rows(publication.statement(statement)))
            switch finding {
            case .fault: report.faults.append(findings)
            case .notice: report.notices.append(findings)
            case .loss: report.losses.append(findings)
            }
        case .count(let statement):
            for row in try await transaction.rows(publication.statement(statement)) {
                gone[try row("kind", as: String.self), default: 0] += try row("count", as: Int64.self)
            }
        case .slugs:
            report.notices.append(
                try await SlugChoice(transaction: transaction, tenant: tenant).run(publication.source))
        case .overlaps:
            report.faults.append(try await OverlapCheck(transaction: transaction, tenant: tenant).run())
        }
    }

    private static let many: Int64 = 1000

    static func findings(_ rows: [Row]) throws -> Findings {
        var findings = Findings()
        for row in rows {
            findings.append(
                try row("message"),
                at: FilePosition(file: try row("file"), line: try row("line"), detail: try row("detail")))
        }
        let total: Int64 = try rows.first?("total") ?? 0
        findings.count(further: total - findings.total)
        return findings
    }

    private func counts(_ gone: [String: Int64]) async throws -> [ImportReport.Count] {
        let rows = try await transaction.rows(
            """
            select kind, count(*) filter (where state = 'new') as new, count(*) filter (where state = 'changed') as changed,
                   count(*) filter (where state = 'staged') as unchanged,
                   count(*) filter (where state = 'gone' and kind = 'airing') as gone
              from app.radio_stage
             where tenant_id = \(tenant)
             group by kind
            """)
        var counts: [String: ImportReport.Count] = [:]
        for row in rows {
            let kind: String = try row("kind")
            var count = ImportReport.Count(kind: kind)
            count.new = try row("new")
            count.changed = try row("changed")
            count.unchanged = try row("unchanged")
            count.gone = try row("gone")
            counts[kind] = count
        }
        for (kind, number) in gone where number > 0 {
            counts[kind, default: ImportReport.Count(kind: kind)].gone += number
        }
        return DraftItem.drafts.compactMap { counts[$0.kind.description] }
    }

    /// Returns the channels that earlier imports of a source created, with their bearers. Channels without bearers are left out. For a bearer of
    /// several channels, `keyByBearer` has the key of the oldest one.
    func known(of source: String) async throws -> KnownChannels {
        let rows = try await transaction.rows(
            """
            select b.uri, c.source_key, c.name
              from app.bearer b
              join app.channel c on c.tenant_id = b.tenant_id and c.channel_id = b.channel_id
             where b.tenant_id = \(tenant)
               and c.source = \(source)
             order by b.uri, c.channel_id desc
            """)
        var channels = KnownChannels()
        for row in rows { channels.add(key: try row("source_key"), name: try row("name"), bearer: try row("uri")) }
        return channels
    }

    /// Removes the staged items and, for a published import, creates the airings of rules, announces the change, records the shows that the finder
    /// must update, and raises the revision. Throws `APIError` 409 if the server does not know the time zone of a channel with rules, and the errors
    /// of the announcer.
    func conclude(
        _ report: ImportReport, _ publication: Publication, _ announcer: any ContentAnnouncer,
        _ materialiser: ScheduleMaterialiser
    ) async throws {
        guard report.outcome == .published else { return try await clear() }
        let channels = try await affectedChannels(publication)
        var shows = Set(try await affectedShows(publication))
        try await clear()
        shows.formUnion(try await materialiser.materialise(channels, in: tenant, transaction).shows)
        try await announcer.announce(Self.message(report), in: tenant, transaction)
        _ = try await transaction.batch(RadioChange.statements(in: tenant, shows: shows))
    }

    private func clear() async throws {
        _ = try await transaction.rows("delete from app.radio_stage where tenant_id = \(tenant)")
    }

    private static func message(_ report: ImportReport) -> String {
        let words = ["show": "shows", "episode": "episodes", "airing": "broadcasts", "channel": "channels"]
        let parts = report.counts.compactMap { count in
            words[count.kind].flatMap { count.new > 0 ? "\($0) (\(count.new))" : nil }
        }
        return parts.isEmpty
            ? "The guide is up to date." : "New in the guide: \(SentenceFormat.list(parts))."
    }

    /// Returns the channels whose rules changed, and the channels with rules whose airings changed.
    private func affectedChannels(_ publication: Publication) async throws -> Set<Channel.ID> {
        let rows = try await transaction.rows(
            """
            select r.channel_id
              from app.radio_stage s
              join app.schedule_rule r
                on r.tenant_id = \(tenant) and r.source = \(publication.source) and r.source_key = s.key
             where s.tenant_id = \(tenant)
               and s.kind = 'rule'
               and s.state in ('new', 'changed', 'gone')
            union
            select a.channel_id
              from app.radio_stage s
              join app.airing a on a.tenant_id = \(tenant) and a.source = \(publication.source) and a.source_key = s.key
             where s.tenant_id = \(tenant)
               and s.kind = 'airing'
               and s.state in ('new', 'changed', 'gone')
               and exists (select from app.schedule_rule r where r.tenant_id = \(tenant) and r.channel_id = a.channel_id)
            """)
        return Set(try rows.map { Channel.ID(rawValue: try $0("channel_id")) })
    }

    private func affectedShows(_ publication: Publication) async throws -> [Show.ID] {
        let rows = try await transaction.rows(publication.statement(Publication.affectedShows))
        return try rows.map { Show.ID(rawValue: try $0("show_id")) }
    }

    /// Writes the result of the import and its audit event. Throws `CancellationError` if the record is no longer in progress.
    func record(
        _ report: ImportReport, as id: ImportRecord.ID, _ sha256: [UInt8], _ actor: ImportActor
    ) async throws {
        let json = String(decoding: try JSONText.encoded(report), as: UTF8.self)
        let rows = try await transaction.rows(
            """
            update app.radio_import
               set sha256 = \(sha256), finished_at = clock_timestamp(), outcome = \(report.outcome.rawValue),
                   report = \(json)::text::jsonb, progress = null
             where tenant_id = \(tenant)
               and import_id = \(id.rawValue)
               and outcome = 'under-way'
            returning import_id
            """)
        // The person who cancelled the import has been informed.
        guard !rows.isEmpty else { throw CancellationError() }
        let event = actor.event(report.source, ["outcome": report.outcome.rawValue, "file": report.name])
        _ = try await transaction.rows(event.insertion(in: tenant))
    }
}
