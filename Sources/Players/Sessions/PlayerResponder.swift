import HTTP
import PlayerCore
import Postgres
import Tenancy
import Web

/// Performs the commands of the player's endpoints, informs the catalogue of playback, and responds with the player.
package struct PlayerResponder: Sendable {
    let store: PlayerStore
    let catalogue: any PlayerCatalogue
    /// The texts that recent responses have read; `nil` if each response reads its texts again.
    private let recent: RecentDescriptions?

    package init(store: PlayerStore, catalogue: any PlayerCatalogue) {
        self.init(store: store, catalogue: catalogue, recent: nil)
    }

    init(store: PlayerStore, catalogue: any PlayerCatalogue, recent: RecentDescriptions?) {
        (self.store, self.catalogue, self.recent) = (store, catalogue, recent)
    }

    /// Performs a command and returns a response with the player, or a 409 response for a refused event. Throws 412 for a failed condition.
    func perform(_ command: PlayerCommand, of owner: PlayerOwner) async throws -> Response {
        let outcome: PlayerOutcome
        do {
            outcome = try await performed(command, of: owner)
        } catch let refused as PlayerRefused {
            return try PlayerProblem(refused).response()
        } catch let changed as PlayerChanged {
            throw try await Self.changed(changed, view(changed.session, at: changed.now, of: owner), of: owner)
        }
        return try await answer(outcome, to: owner, effects: outcome.effects)
    }

    /// Performs the command of a form, and informs the catalogue of playback. Throws 409 for a refused event, or 422 for an invalid rate.
    package func perform(form command: PlayerCommand, of owner: PlayerOwner) async throws {
        do {
            _ = try await performed(command, of: owner)
        } catch let refused as PlayerRefused {
            throw PlayerProblem.error(refused.refusal, refused.session)
        }
    }

    private func performed(_ command: PlayerCommand, of owner: PlayerOwner) async throws -> PlayerOutcome {
        let outcome = try await store.perform(command, of: owner)
        await note(outcome, of: owner)
        return outcome
    }

    /// Returns a response with the player as JSON and its entity tag. `effects` is `nil` for a request that only reads the player. With effects, an
    /// error of the catalogue leaves out the texts of the current item, because the player has already changed.
    func answer(
        _ outcome: PlayerOutcome, to owner: PlayerOwner, effects: [PlayerEffect]? = nil
    ) async throws -> Response {
        let text: PlayerItemDescription?
        if effects == nil {
            text = try await description(of: outcome.session, owner)
        } else {
            // The player has changed, so an error of the catalogue does not cause the request to fail.
            text = try? await recentDescription(of: outcome.session, owner)
        }
        return try .json(
            PlayerView(outcome.session, at: outcome.now, text, effects: effects),
            fields: ["Cache-Control": "private, no-cache", "ETag": outcome.session.entityTag(of: owner)])
    }

    func view(_ session: PlayerSession, at now: PlayerTime, of owner: PlayerOwner) async throws -> PlayerView {
        PlayerView(session, at: now, try await description(of: session, owner))
    }

    private func description(of session: PlayerSession, _ owner: PlayerOwner) async throws -> PlayerItemDescription? {
        guard let id = session.item?.id else { return nil }
        return try await catalogue.descriptions(of: [id], of: owner)[id]
    }

    private func recentDescription(
        of session: PlayerSession, _ owner: PlayerOwner
    ) async throws -> PlayerItemDescription? {
        guard let recent, let id = session.item?.id else { return try await description(of: session, owner) }
        let now = ContinuousClock.now
        if let known = recent.description(of: id, for: owner, at: now) { return known }
        let read = try await description(of: session, owner)
        if let read { recent.keep(read, of: id, for: owner, readAt: now) }
        return read
    }

    private static func changed(
        _ changed: PlayerChanged, _ view: PlayerView, of owner: PlayerOwner
    ) throws -> APIError {
        APIError(
            .preconditionFailed, code: .changedMeanwhile,
            "another device has changed the player: check the player and repeat your change",
            versions: APIError.Versions(
                known: changed.known, current: changed.session.entityTag(of: owner),
                content: try ViewWriter.bytes(view)))
    }

    /// Informs the catalogue of items that were heard or begin to play. When playback of a list stops or another item becomes current, also informs
    /// the catalogue of the current item and its position (spec L26). The player has already changed, so an error of the catalogue does not cause the
    /// request to fail.
    private func note(_ outcome: PlayerOutcome, of owner: PlayerOwner) async {
        for case .heard(let item, let since, let played) in outcome.effects {
            try? await catalogue.wasHeard(item, since: since.instant, playedMs: played, by: owner)
        }
        let (old, new) = (outcome.before, outcome.session)
        let begins = outcome.effects.contains { $0.audio == .start }
        if begins, let item = new.item { await catalogue.began(item.id, by: owner) }
        let stopped = old.audio.isActive && !new.audio.isActive
        guard let list = new.queue.context, let item = new.item, stopped || new.item != old.item else { return }
        let position = item.timing.isLive ? 0 : new.positionMs(at: outcome.now)
        try? await catalogue.stopped(at: item.id, positionMs: position, in: list, by: owner)
    }
}
