import HTTP
import PlayerCore
import Tenancy
import Web

/// Performs the events of shared sessions, records the items that the members heard, and responds with the session.
package struct SharedResponder: Sendable {
    package let store: SharedSessionStore
    let catalogue: any PlayerCatalogue
    private let source: PlayerQueueSource

    package init(store: SharedSessionStore, catalogue: any PlayerCatalogue) {
        (self.store, self.catalogue) = (store, catalogue)
        source = PlayerQueueSource(catalogue: catalogue)
    }

    /// Performs an event of a member, and returns the changed session.
    ///
    /// - Throws: 404 if the listener is in no session; 412 with the current session for a failed `If-Match`; 403, 404, 409 or 422 for a refused or
    ///   invalid event.
    package func perform(
        _ body: SharedEventBody, if condition: IfMatch = IfMatch(nil), of owner: PlayerOwner
    ) async throws -> StoredSharedSession {
        let action = try await body.action(source, of: owner)
        do {
            let outcome = try await store.perform([action], if: condition, of: owner)
            await note(outcome)
            return outcome.stored
        } catch let changed as SharedChanged {
            throw APIError(
                .preconditionFailed, code: .changedMeanwhile,
                "another member has changed the session: check the session and repeat your change",
                versions: APIError.Versions(
                    known: changed.known, current: changed.stored.entityTag(of: owner),
                    content: try await view(changed.stored, of: owner).map { try ViewWriter.bytes($0) }))
        }
    }

    /// Returns the session of a listener after applying the passage of time; `nil` if the listener is in no session.
    package func current(of owner: PlayerOwner) async throws -> StoredSharedSession? {
        guard let outcome = try await store.current(of: owner) else { return nil }
        await note(outcome)
        return outcome.stored
    }

    /// Creates a session as ``SharedSessionStore/create(name:rule:of:)`` does.
    package func create(name: String, rule: SharedRule, of owner: PlayerOwner) async throws -> StoredSharedSession {
        let outcome = try await store.create(name: name, rule: rule, of: owner)
        await note(outcome)
        return outcome.stored
    }

    /// Records that a device of the listener is connected, and returns the session; `nil` if the listener is in no session.
    func seen(_ owner: PlayerOwner) async throws -> StoredSharedSession? {
        guard let outcome = try await store.seen(owner) else { return nil }
        await note(outcome)
        return outcome.stored
    }

    /// Removes a listener from the session, which ends when its last member leaves. Throws 404 if the listener is in no session.
    package func leave(of owner: PlayerOwner) async throws {
        await note(try await store.leave(of: owner))
    }

    /// Ends the session of a listener for all members. Throws 404 if the listener is in no session, and 403 if the listener is not its owner.
    package func end(of owner: PlayerOwner) async throws {
        await note(try await store.end(of: owner))
    }

    /// Returns the session as JSON for a listener; `nil` if the listener is not a member.
    func view(_ stored: StoredSharedSession, of owner: PlayerOwner) async throws -> SharedSessionView? {
        guard let member = stored.member(of: owner) else { return nil }
        return SharedSessionView(stored, member, try await catalogue.text(of: stored.session, for: owner))
    }

    func answer(
        _ stored: StoredSharedSession, to owner: PlayerOwner, status: Status = .ok
    ) async throws -> Response {
        guard let view = try await view(stored, of: owner) else { throw APIError.noSharedSession }
        return try .json(
            view, status: status, fields: ["Cache-Control": "private, no-cache", "ETag": stored.entityTag(of: owner)])
    }

    /// Records in the catalogue the items that listeners have heard. An error of the catalogue does not make the request fail.
    func note(_ outcome: SharedOutcome) async {
        for heard in outcome.heard {
            try? await catalogue.wasHeard(heard.item, since: heard.since, playedMs: heard.playedMs, by: heard.listener)
        }
    }
}
