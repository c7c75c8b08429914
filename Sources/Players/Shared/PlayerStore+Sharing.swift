import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

extension PlayerStore {
    /// Locks the listener's own player, pauses it, and returns it with its whole queue. The queue and the position stay the same. `heard` contains
    /// the current item if it counts as heard by the pause.
    func paused(
        of owner: PlayerOwner, in transaction: Transaction
    ) async throws -> (player: StoredPlayer, heard: [HeardItem]) {
        let rows = try await transaction.batch([
            Self.insertion(of: owner), selection(of: owner, .whole).appending("\n   for no key update"),
        ])
        guard let row = rows[1].first else { throw APIError.notLoggedIn }
        let stored = try StoredPlayer(row: row)
        guard stored.session.audio.isActive else { return (stored, []) }
        let event: PlayerEvent = stored.session.state == .collapsedPlay ? .toggle : .tapPause
        let sender = stored.session.device ?? PlayerDevice.unnamed
        let reaction = try stored.session.handle(event, from: sender, at: stored.now)
        let writes = try Self.writes(from: stored, to: reaction.session, reaction.effects, nil, owner)
        if !writes.isEmpty { _ = try await transaction.batch(writes) }
        let heard = reaction.effects.compactMap { effect -> HeardItem? in
            guard case .heard(let item, let since, let played) = effect else { return nil }
            return HeardItem(item: item, since: since.instant, playedMs: played, listener: owner)
        }
        return (StoredPlayer(session: reaction.session, now: stored.now), heard)
    }

    /// Returns the statement that selects the listener's membership of a shared session.
    static func sharing(_ owner: PlayerOwner) -> SQL {
        """
        select seen_at
          from app.shared_member
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
        """
    }

    /// Returns whether the rows that `sharing` selected contain a membership that has not expired.
    static func isSharing(_ rows: [Row], at now: PlayerTime) -> Bool {
        guard let row = rows.first, let seenAt = try? row("seen_at", as: Date.self) else { return false }
        return now.milliseconds - PlayerTime(seenAt).milliseconds <= SharedSession.silenceLimitMs
    }
}
