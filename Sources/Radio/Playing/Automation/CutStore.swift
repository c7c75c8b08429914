import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for cuts. A change, its audit record and the notification are one transaction.
///
/// A cut may be corrected at any time, but it is deleted only with its channel (spec R69).
struct CutStore: Sendable {
    private let database: TenantDatabase

    /// The value of the column `source` for cuts that automation systems report.
    static let source = "now-playing"

    init(database: TenantDatabase) { self.database = database }

    /// The result of a report or correction: the stored cut, and whether the cut is new.
    struct Outcome: Sendable {
        let cut: Cut
        let isNew: Bool
        /// The notification of the change; `nil` if listeners see no change.
        let notice: RadioNotice?
    }

    /// Records a new current cut, so that the previous one ends, or corrects a known cut. The known cut is the one with the reported start; if the
    /// report has no start, it is the current cut, provided that title and artist are equal.
    ///
    /// A correction replaces the whole content, except that a missing `listeners` or `skips` keeps its stored value. A change of only these two
    /// arrives every few seconds, so it causes neither an audit record nor a notification.
    ///
    /// - Throws: `APIError` 404 if the tenant has no such channel.
    func play(
        _ report: NowPlayingReport, on channel: Channel.ID, at now: Instant, in tenant: TenantID,
        _ context: RequestContext
    ) async throws -> Outcome {
        try await database.transaction(in: tenant) { transaction in
            try await Self.lock(channel, transaction, tenant)
            let known = try await Self.known(report, on: channel, at: now, transaction, tenant)
            guard let known else {
                let cut = try await Self.insert(report, on: channel, at: report.startsAt ?? now, transaction, tenant)
                let notice = try await Self.conclude(transaction, "cut.play", cut, tenant, context)
                return Outcome(cut: cut, isNew: true, notice: notice)
            }
            var (content, counted) = (report.content, CutDraft(known))
            content.listeners = content.listeners ?? known.listeners
            content.skips = content.skips ?? known.skips
            guard counted != content else { return Outcome(cut: known, isNew: false, notice: nil) }
            let cut = try await Self.write(content, startsAt: known.startsAt, to: known, transaction, tenant)
            (counted.listeners, counted.skips) = (content.listeners, content.skips)
            guard counted != content else { return Outcome(cut: cut, isNew: false, notice: nil) }
            let notice = try await Self.conclude(transaction, "cut.correct", cut, tenant, context)
            return Outcome(cut: cut, isNew: false, notice: notice)
        }
    }

    /// Ends the current cut and returns the notification; `nil` if no cut is playing or nothing changes. Throws `APIError` 404 if the tenant has no
    /// such channel.
    func stop(
        on channel: Channel.ID, at now: Instant, in tenant: TenantID, _ context: RequestContext
    ) async throws -> RadioNotice? {
        try await database.transaction(in: tenant) { transaction in
            try await Self.lock(channel, transaction, tenant)
            guard let playing = try await Self.playing(on: channel, at: now, transaction, tenant),
                let startsAt = playing.startsAt
            else { return nil }
            var draft = CutDraft(playing)
            draft.durationMs = now.milliseconds - startsAt.milliseconds
            guard draft != CutDraft(playing) else { return nil }
            let cut = try await Self.write(draft, startsAt: startsAt, to: playing, transaction, tenant)
            return try await Self.conclude(transaction, "cut.end", cut, tenant, context)
        }
    }

    /// Returns a cut, or `nil` if the tenant has none with this ID.
    func cut(_ id: Cut.ID, in tenant: TenantID) async throws -> Cut? {
        try await database.rows(in: tenant, Self.selection(id, tenant)).first.map(Cut.init(cutRow:))
    }

    /// Corrects a cut of any age. `change` receives the stored cut and returns its new content and start. Throws `APIError` 404 if the tenant has no
    /// such cut, and the errors of `change`.
    func correct(
        _ id: Cut.ID, in tenant: TenantID, _ context: RequestContext,
        _ change: @Sendable (Cut) throws -> (content: CutDraft, startsAt: Instant?)
    ) async throws -> Outcome {
        try await database.transaction(in: tenant) { transaction in
            guard let row = try await transaction.rows(Self.selection(id, tenant).appending(" for update")).first else {
                throw APIError.noSuchCut
            }
            let known = try Cut(cutRow: row)
            let new = try change(known)
            guard CutDraft(known) != new.content || known.startsAt != new.startsAt else {
                return Outcome(cut: known, isNew: false, notice: nil)
            }
            let cut = try await Self.write(new.content, startsAt: new.startsAt, to: known, transaction, tenant)
            let notice = try await Self.conclude(transaction, "cut.correct", cut, tenant, context)
            return Outcome(cut: cut, isNew: false, notice: notice)
        }
    }

    /// Locks the channel, so its reports are processed one at a time. Throws `APIError` 404 if the tenant has no such channel.
    private static func lock(_ channel: Channel.ID, _ transaction: Transaction, _ tenant: TenantID) async throws {
        let rows = try await transaction.rows(
            """
            select channel_id
              from app.channel
             where tenant_id = \(tenant)
               and channel_id = \(channel.rawValue)
               for no key update
            """)
        if rows.isEmpty { throw APIError.noSuchChannel }
    }

    private static func known(
        _ report: NowPlayingReport, on channel: Channel.ID, at now: Instant, _ transaction: Transaction,
        _ tenant: TenantID
    ) async throws -> Cut? {
        if let start = report.startsAt {
            return try await transaction.rows(beginning(at: start, on: channel, tenant)).first.map(Cut.init(cutRow:))
        }
        guard let playing = try await playing(on: channel, at: now, transaction, tenant),
            playing.title == report.content.title, playing.artist == report.content.artist
        else { return nil }
        return playing
    }

    /// Returns the cut that is on air at an instant by the rules of `ChannelTrack`; `nil` if there is none.
    private static func playing(
        on channel: Channel.ID, at now: Instant, _ transaction: Transaction, _ tenant: TenantID
    ) async throws -> Cut? {
        let period = now.advanced(byMs: -PlayedCut.longestUnmeasuredMs)..<now.advanced(byMs: 1)
        let tables = try await transaction.batch([
            TrackStore.airings(of: [channel], over: period, in: tenant),
            TrackStore.cuts(of: [channel], over: period, in: tenant),
        ])
        let track = ChannelTrack(
            airings: try tables[0].map(Airing.init(airingRow:)), cuts: try tables[1].map(Cut.init(cutRow:)),
            segments: [], knownFrom: period.lowerBound)
        return track.moment(at: now).cut?.cut
    }

    private static func conclude(
        _ transaction: Transaction, _ action: String, _ cut: Cut, _ tenant: TenantID, _ context: RequestContext
    ) async throws -> RadioNotice {
        let event = try context.audit(
            action, subject: cut.id.description,
            detail: CutDraft(cut).detail.merging(["channel": cut.channel.description]) { $1 })
        let tables = try await transaction.batch(
            [event.insertion(in: tenant)] + RadioChange.statements(in: tenant, shows: [], channels: [cut.channel]))
        let revision = RadioRevision(rawValue: try tables.last?.first?("revision") ?? 0)
        return RadioNotice(revision: revision, channels: [cut.channel])
    }
}

extension APIError {
    static let noSuchCut = APIError(.notFound, code: .noSuchCut, "this cut does not exist: check the ID")
}
