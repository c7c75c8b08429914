import FoundationEssentials
import Postgres
import ScheduleCore
import Tenancy
import Web

/// A store for the actual times of broadcasts and their effects on the following broadcasts (decision 0025). A change with its effects is one
/// transaction.
package struct OverrunStore: Sendable {
    private let database: TenantDatabase
    private let airings: AiringStore

    /// How far ahead following broadcasts can absorb an overrun, in milliseconds: two days.
    private static let reach: Int64 = 2 * 86_400_000

    package init(database: TenantDatabase, airings: AiringStore) {
        self.database = database
        self.airings = airings
    }

    /// Records the actual times of a broadcast, or removes them if both are `nil`, and moves the following broadcasts accordingly.
    ///
    /// If only the start is `nil`, the broadcast starts as planned, or when the previous broadcast ends if that is later. If only the end is `nil`,
    /// the broadcast ends as planned.
    ///
    /// - Returns: The airings with changed actual times, by start; empty if nothing changes.
    /// - Throws: `APIError` 404 for an unknown broadcast, 409 if the broadcast is cancelled, the times overlap other broadcasts, the overrun cannot
    ///   be absorbed or the time zone is unknown, 412 if `ifMatch` does not match, 422 for invalid times.
    package func set(
        _ times: ActualTimes, of id: Airing.ID, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws -> [ScheduledAiring] {
        try await database.transaction(in: tenant) { transaction in
            let (stored, following, newTimes) = try await planned(times, of: id, ifMatch, in: tenant, transaction)
            guard !newTimes.isEmpty else { return [] }
            try await write(newTimes, in: tenant, transaction)
            let shows = Set(
                ([stored] + following).filter { a in newTimes.contains { $0.id == a.id } }.map(\.value.show))
            try await airings.conclude(
                transaction, "schedule.airing.actual-times", stored, shows,
                detail: [
                    "startsAt": times.startsAt?.description ?? "", "endsAt": times.endsAt?.description ?? "",
                    "changed": "\(newTimes.count)",
                ], context)
            return try await changed(newTimes.map(\.id), in: tenant, transaction)
        }
    }

    /// Returns the changes that `set` would make, in the order of the starts before the change, without writing them. Throws the same errors, except
    /// for an unknown time zone.
    package func preview(
        _ times: ActualTimes, of id: Airing.ID, ifMatch: IfMatch, in tenant: TenantID
    ) async throws -> [(airing: ScheduledAiring, newTimes: NewTimes)] {
        try await database.transaction(in: tenant) { transaction in
            let (stored, following, newTimes) = try await planned(times, of: id, ifMatch, in: tenant, transaction)
            let byID = Dictionary(newTimes.map { ($0.id, $0) }) { first, _ in first }
            return ([stored] + following).compactMap { airing in byID[airing.id].map { (airing, $0) } }
        }
    }

    private func planned(
        _ times: ActualTimes, of id: Airing.ID, _ ifMatch: IfMatch, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> (stored: ScheduledAiring, following: [ScheduledAiring], newTimes: [NewTimes]) {
        let stored = try await airings.stored(id, in: tenant, transaction)
        try ifMatch.check(ScheduleAnswer.tag(stored.value.revision, tenant))
        try times.check(against: stored.value)
        guard !stored.value.isCancelled else {
            throw APIError(
                .conflict, code: .cancelled,
                "this broadcast is cancelled: restore the broadcast before you change its actual times")
        }
        let before = try await before(stored, in: tenant, transaction)
        let following = try await following(stored, times, in: tenant, transaction)
        return (stored, following, try Self.newTimes(times, of: stored, before, following))
    }

    /// The new actual times of an airing. A `nil` start or end means the planned time.
    package struct NewTimes: Sendable, Hashable {
        let id: Airing.ID
        package let start: Instant?
        package let end: Instant?
        let isShifted: Bool
    }

    /// Returns the new actual times of the airings that change. Does no I/O.
    ///
    /// - Parameters:
    ///   - before: The previous broadcast on the channel; `nil` if there is none.
    ///   - following: The later broadcasts that can absorb an overrun, by start.
    /// - Throws: `APIError` 409 if the times overlap another broadcast or the overrun cannot be absorbed, 422 if the end is not later than the start.
    static func newTimes(
        _ times: ActualTimes, of stored: ScheduledAiring, _ before: ScheduledAiring?, _ following: [ScheduledAiring]
    ) throws(APIError) -> [NewTimes] {
        let free = before?.period.upperBound ?? .min
        var followers = following.map {
            Overrun.Follower(key: $0.id.rawValue, planned: $0.planned, stated: $0.isStated ? $0.period : nil)
        }
        var newTimes: [NewTimes] = []
        var end = free
        if times.startsAt == nil, times.endsAt == nil {
            // The broadcast starts as planned again, or as soon as the previous broadcast ends.
            followers.insert(Overrun.Follower(key: stored.id.rawValue, planned: stored.planned), at: 0)
        } else {
            let start = times.startsAt?.milliseconds ?? max(stored.planned.lowerBound, free)
            if start < free, let before {
                throw .conflict(before.id, before.value.startsAt, before.value.endsAt)
            }
            end = times.endsAt?.milliseconds ?? stored.planned.upperBound
            guard start < end else {
                throw .invalid(
                    "/endsAt",
                    "must be later than the start of the broadcast (\(Instant(milliseconds: start))), "
                        + "found \(Instant(milliseconds: end))")
            }
            let isMoved = start != stored.planned.lowerBound || times.startsAt != nil
            newTimes.append(
                NewTimes(
                    id: stored.id, start: isMoved ? Instant(milliseconds: start) : nil, end: times.endsAt,
                    isShifted: false))
        }
        let arranged: [Int64: Range<Int64>]
        do throws(Overrun.Obstacle) {
            arranged = try Overrun.arranged(followers, after: end)
        } catch {
            switch error {
            case .stated(let key, let period):
                throw .conflict(
                    Airing.ID(rawValue: key), Instant(milliseconds: period.lowerBound),
                    Instant(milliseconds: period.upperBound))
            case .notMadeUp:
                throw APIError(
                    .conflict, code: .notMadeUp,
                    "the broadcasts of the next two days have too little time to absorb the overrun: cancel at least one of them"
                )
            }
        }
        let all = [stored] + following
        for airing in all {
            guard let period = arranged[airing.id.rawValue] else { continue }
            newTimes.append(NewTimes(airing, arranged: period))
        }
        let timesByID = Dictionary(all.map { ($0.id, NewTimes($0)) }) { first, _ in first }
        return newTimes.filter { timesByID[$0.id] != $0 }
    }

    /// Returns the last broadcast that starts before this one on the same channel; `nil` if none starts within the ten days before.
    private func before(
        _ stored: ScheduledAiring, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> ScheduledAiring? {
        let start = stored.value.startsAt
        let rows = try await transaction.rows(
            """
            \(name: ScheduledAiring.selection)
              from app.airing
             where tenant_id = \(tenant)
               and channel_id = \(stored.value.channel.rawValue)
               and airing_id <> \(stored.id.rawValue)
               and starts_at > \(start.date.addingTimeInterval(-10 * 86_400))
               and starts_at < \(start.date)
               and not is_cancelled
             order by starts_at desc
             limit 1
            """)
        return try rows.first.map { try ScheduledAiring(row: $0) }
    }

    /// Locks and returns the channel's later broadcasts that start within `reach` of the end of this one, by start, excluding cancelled ones.
    private func following(
        _ stored: ScheduledAiring, _ times: ActualTimes, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> [ScheduledAiring] {
        let latest = max(
            stored.period.upperBound, stored.planned.upperBound, times.endsAt?.milliseconds ?? stored.planned.upperBound
        )
        let rows = try await transaction.rows(
            """
            \(name: ScheduledAiring.selection)
              from app.airing
             where tenant_id = \(tenant)
               and channel_id = \(stored.value.channel.rawValue)
               and airing_id <> \(stored.id.rawValue)
               and starts_at > \(stored.value.startsAt.date)
               and starts_at < \(Instant(milliseconds: latest + Self.reach).date)
               and not is_cancelled
             order by starts_at
               for update
            """)
        return try rows.map { try ScheduledAiring(row: $0) }
    }

    /// Writes the new actual times. The airings are cancelled while they move, so they never violate the exclusion constraint.
    private func write(
        _ newTimes: [NewTimes], in tenant: TenantID, _ transaction: Transaction
    ) async throws {
        let ids = newTimes.map(\.id.rawValue)
        _ = try await transaction.batch([
            """
            update app.airing
               set is_cancelled = true
             where tenant_id = \(tenant)
               and airing_id = any (\(ids))
            """,
            """
            update app.airing a
               set actual_start = s.actual_start, actual_end = s.actual_end, is_shifted = s.is_shifted,
                   is_cancelled = false, revision = a.revision + 1, updated_at = now()
              from unnest(\(ids), \(newTimes.map { $0.start?.date }), \(newTimes.map { $0.end?.date }),
                          \(newTimes.map(\.isShifted)))
                   as s (airing_id, actual_start, actual_end, is_shifted)
             where a.tenant_id = \(tenant)
               and a.airing_id = s.airing_id
            """,
        ])
    }

    private func changed(
        _ ids: [Airing.ID], in tenant: TenantID, _ transaction: Transaction
    ) async throws -> [ScheduledAiring] {
        let rows = try await transaction.rows(
            """
            \(name: ScheduledAiring.selection)
              from app.airing
             where tenant_id = \(tenant)
               and airing_id = any (\(ids.map(\.rawValue)))
             order by starts_at
            """)
        return try rows.map { try ScheduledAiring(row: $0) }
    }
}

extension OverrunStore.NewTimes {
    init(_ airing: ScheduledAiring) {
        self.init(
            id: airing.id, start: airing.value.actualStart, end: airing.value.actualEnd, isShifted: airing.isShifted)
    }

    /// Creates the times of an airing after an overrun. Times that equal the planned times become `nil`.
    init(_ airing: ScheduledAiring, arranged: Range<Int64>) {
        let isLate = arranged.lowerBound != airing.planned.lowerBound
        self.init(
            id: airing.id, start: isLate ? Instant(milliseconds: arranged.lowerBound) : nil,
            end: arranged.upperBound != airing.planned.upperBound ? Instant(milliseconds: arranged.upperBound) : nil,
            isShifted: isLate)
    }
}
