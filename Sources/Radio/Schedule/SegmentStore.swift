import Postgres
import Tenancy
import Web

/// A store for the segments of a broadcast. A change, its audit event and the notification are one transaction.
struct SegmentStore: Sendable {
    private let database: TenantDatabase

    /// The maximum number of segments of one broadcast.
    static let limit = 500

    init(database: TenantDatabase) { self.database = database }

    /// Returns the segments of a broadcast, by offset; empty if the tenant has no such broadcast.
    func segments(of airing: Airing.ID, in tenant: TenantID) async throws(PostgresError) -> [Segment] {
        try await database.rows(in: tenant, Self.selection(airing, tenant)).map { row throws(PostgresError) in
            try Segment(scheduled: row)
        }
    }

    /// Replaces all segments of a broadcast and returns the new ones, by offset. Writes nothing if nothing changes. Throws `APIError` 404 if the
    /// tenant has no such broadcast.
    func replace(
        of id: Airing.ID, by drafts: [SegmentDraft], in tenant: TenantID, _ context: RequestContext
    ) async throws -> [Segment] {
        try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(AiringStore.selection(id, in: tenant).appending(" for update"))
            guard let row = rows.first else { throw APIError.noSuchAiring }
            let airing = try ScheduledAiring(row: row)
            let stored = try await transaction.rows(Self.selection(id, tenant)).map { try Segment(scheduled: $0) }
            guard stored.map(SegmentDraft.init) != drafts else { return stored }
            _ = try await transaction.batch([
                """
                delete from app.segment
                 where tenant_id = \(tenant)
                   and airing_id = \(id.rawValue)
                """,
                """
                insert into app.segment (tenant_id, airing_id, offset_ms, duration_ms, kind, title, is_skippable)
                select \(tenant), \(id.rawValue), s.offset_ms, s.duration_ms, s.kind, s.title, s.is_skippable
                  from unnest(\(drafts.map(\.offsetMs)), \(drafts.map(\.durationMs)), \(drafts.map(\.kind)),
                              \(drafts.map(\.title)), \(drafts.map(\.isSkippable)))
                       as s (offset_ms, duration_ms, kind, title, is_skippable)
                """,
            ])
            let event = try context.audit(
                "schedule.segments.change", subject: id.description, detail: ["count": "\(drafts.count)"])
            _ = try await transaction.batch(
                [event.insertion(in: tenant)]
                    + RadioChange.statements(
                        in: tenant, shows: [airing.value.show], channels: [airing.value.channel]))
            return try await transaction.rows(Self.selection(id, tenant)).map { try Segment(scheduled: $0) }
        }
    }

    private static func selection(_ airing: Airing.ID, _ tenant: TenantID) -> SQL {
        """
        select segment_id, airing_id, offset_ms, duration_ms, kind, title, is_skippable
          from app.segment
         where tenant_id = \(tenant)
           and airing_id = \(airing.rawValue)
         order by offset_ms, segment_id
        """
    }
}

/// A segment in a request of station staff.
struct SegmentDraft: Sendable, Hashable {
    let offsetMs: Int64
    let durationMs: Int64
    let kind: String
    let title: String
    let isSkippable: Bool
}

extension SegmentDraft: Decodable {
    private enum Member: String, CodingKey { case offsetMs, durationMs, kind, title, isSkippable }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        offsetMs = try members.decode(Int64.self, forKey: .offsetMs)
        durationMs = try members.decode(Int64.self, forKey: .durationMs)
        kind = try members.decode(String.self, forKey: .kind)
        title = try members.decodeIfPresent(String.self, forKey: .title) ?? ""
        isSkippable = try members.decodeIfPresent(Bool.self, forKey: .isSkippable) ?? true
    }

    init(_ segment: Segment) {
        offsetMs = segment.offsetMs
        durationMs = segment.durationMs
        kind = segment.kind
        title = segment.title
        isSkippable = segment.isSkippable
    }
}

/// All segments of a broadcast in a request. Decoding sorts the segments by offset.
struct SegmentListDraft: Sendable, Decodable {
    let segments: [SegmentDraft]

    private enum Member: String, CodingKey { case segments }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    init(from decoder: any Decoder) throws {
        let sent = try decoder.container(keyedBy: Member.self).decode([SegmentDraft].self, forKey: .segments)
        var faults = ScheduleFaults()
        faults.check(
            sent.count <= SegmentStore.limit, "/segments",
            "must have at most \(SegmentStore.limit) segments, found \(sent.count)")
        let times = 0...Int64(691_200_000)
        let eightDays = "must be from 0 to 691200000 milliseconds (eight days), found "
        for (index, segment) in sent.prefix(SegmentStore.limit).enumerated() {
            let place = "/segments/\(index)"
            faults.check(times.contains(segment.offsetMs), place + "/offsetMs", eightDays + "\(segment.offsetMs)")
            faults.check(times.contains(segment.durationMs), place + "/durationMs", eightDays + "\(segment.durationMs)")
            faults.check(
                Self.isKind(segment.kind), place + "/kind",
                "must be 1 to 50 lower-case letters (a to z) or hyphens, beginning with a letter, such as \"news\", "
                    + "found \"\(segment.kind.prefix(100))\""
            )
            faults.checkText(segment.title, place + "/title", limit: AiringChange.titleLimit)
        }
        try faults.throwIfAny()
        segments = sent.enumerated().sorted { ($0.element.offsetMs, $0.offset) < ($1.element.offsetMs, $1.offset) }
            .map(\.element)
    }

    /// Returns whether a kind matches the pattern that a constraint of the table `app.segment` requires.
    private static func isKind(_ kind: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = kind.utf8.first, letters.contains(first) else { return false }
        return kind.utf8.count <= 50 && kind.utf8.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension Segment {
    fileprivate init(scheduled row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("segment_id")), airing: Airing.ID(rawValue: try row("airing_id")),
            offsetMs: try row("offset_ms"), durationMs: try row("duration_ms"), kind: try row("kind"),
            title: try row("title"), isSkippable: try row("is_skippable"))
    }
}
