import FoundationEssentials
import Postgres
import Tenancy
import Web

/// All SQL by which cuts are written: one transaction of the cut, its record, and the word to every server.
///
/// The log of plays only grows: a cut is corrected, never deleted, and never made twice (spec R69).
struct CutStore: Sendable {
    private let database: TenantDatabase

    /// Under which automation's cuts are known beside those of imports.
    static let source = "now-playing"

    init(database: TenantDatabase) { self.database = database }

    /// What came of a report.
    struct Outcome: Sendable {
        let cut: Cut
        let isNew: Bool
        /// `nil` where nothing was changed.
        let notice: RadioNotice?
    }

    /// Notes what plays. A cut that began at the same instant is the same play and is corrected; without an instant, the
    /// one that plays now is the same when title and artist are. Whatever played before ends where this one begins.
    ///
    /// Another number of listeners or skips alone is noted without a record and without a word to anybody: it comes every few seconds, and
    /// would make everything anew that is made of the radio's data. A report that knows none leaves the number as it is.
    ///
    /// - Throws: 404 for a channel that this tenant does not have.
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

    /// Ends what plays, by the length that it came to. Nothing playing is nothing to end.
    ///
    /// - Returns: what is said of it; `nil` where nothing was.
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

    func cut(_ id: Cut.ID, in tenant: TenantID) async throws -> Cut? {
        try await database.rows(in: tenant, Self.selection(id, tenant)).first.map(Cut.init(cutRow:))
    }

    /// Corrects a cut, whenever it was. The same again changes nothing.
    ///
    /// - Parameter change: makes the new content of the old, and its new start.
    /// - Throws: 404 for a cut that this tenant does not have; what `change` throws.
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

    /// Reports of one channel come one after the other, also of one that listeners do not see.
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

    /// What plays at an instant, by the rules by which listeners are told.
    private static func playing(
        on channel: Channel.ID, at now: Instant, _ transaction: Transaction, _ tenant: TenantID
    ) async throws -> Cut? {
        let stretch = now.advanced(byMs: -PlayedCut.longestUnmeasuredMs)..<now.advanced(byMs: 1)
        let tables = try await transaction.batch([
            TrackStore.airings(of: [channel], over: stretch, in: tenant),
            TrackStore.cuts(of: [channel], over: stretch, in: tenant),
        ])
        let track = ChannelTrack(
            airings: try tables[0].map(Airing.init(airingRow:)), cuts: try tables[1].map(Cut.init(cutRow:)),
            segments: [], knownFrom: stretch.lowerBound)
        return track.moment(at: now).cut?.cut
    }

    /// A failing write changes nothing, the word to servers included.
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
    static let noSuchCut = APIError(.notFound, code: "no-such-cut", "no such cut")
}
