import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

/// The store of invitations to shared sessions, which contains only the hashes of their secrets.
package struct SharedInvitationStore: Sendable {
    private let responder: SharedResponder

    package init(responder: SharedResponder) { self.responder = responder }

    private var sessions: SharedSessionStore { responder.store }

    private var database: TenantDatabase { sessions.database }

    /// Makes an invitation to the listener's session, valid for `minutes`. Throws 404 if the listener is in no session, and 409 if the session
    /// already has `SharedInvitation.limit` valid invitations.
    package func invite(minutes: Int, of owner: PlayerOwner) async throws -> SharedInvitation {
        guard let stored = try await responder.current(of: owner) else { throw APIError.noSharedSession }
        let now = stored.now.instant
        let invitation = SharedInvitation(
            secret: SecretKey(), expiresAt: Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000))
        let week = Instant(milliseconds: now.milliseconds - 7 * 86_400_000)
        // Expired invitations are kept for a week, so that joining by one of them gives 410 instead of 404.
        let rows = try await database.batch(
            in: owner.tenant,
            [
                "delete from app.shared_invitation where tenant_id = \(owner.tenant) and expires_at < \(week.date)",
                // The lock makes two concurrent requests count one after the other.
                """
                select session_id
                  from app.shared_session
                 where tenant_id = \(owner.tenant)
                   and session_id = \(stored.id)
                   for no key update
                """,
                """
                insert into app.shared_invitation (tenant_id, token_hash, session_id, user_id, created_at, expires_at)
                select \(owner.tenant), \(invitation.secret.hash), \(stored.id), \(owner.account), \(now.date)::timestamptz,
                       \(invitation.expiresAt.date)::timestamptz
                 where (select count(*)
                          from app.shared_invitation
                         where tenant_id = \(owner.tenant)
                           and session_id = \(stored.id)
                           and revoked_at is null
                           and expires_at > \(now.date)) < \(SharedInvitation.limit)
                returning session_id
                """,
            ])
        guard !rows[2].isEmpty else {
            throw APIError(
                .conflict, code: .tooManyInvitations,
                "the session has \(SharedInvitation.limit) valid invitations, the maximum: the owner of the session can revoke the invitations"
            )
        }
        return invitation
    }

    /// Revokes all invitations to the listener's session. Throws 404 if the listener is in no session, and 403 for a member who is not the owner.
    package func revokeAll(of owner: PlayerOwner) async throws {
        guard let stored = try await responder.current(of: owner), let member = stored.member(of: owner) else {
            throw APIError.noSharedSession
        }
        guard stored.session.owner?.id == member.id else {
            throw APIError(.ownerOnly(stored.session.rule), stored.session.player)
        }
        _ = try await database.rows(
            in: owner.tenant,
            """
            update app.shared_invitation
               set revoked_at = \(stored.now.date)
             where tenant_id = \(owner.tenant)
               and session_id = \(stored.id)
               and revoked_at is null
            """)
    }

    /// Returns the session of an invitation, without joining the session. Throws 404 for an unknown invitation, and 410 for one that has
    /// expired, was revoked or whose session has ended.
    package func invited(_ secret: SecretKey, in tenant: TenantID) async throws -> StoredSharedSession {
        let id = try await database.transaction(in: tenant) { transaction in
            try await invited(secret, in: tenant, transaction)
        }
        guard let stored = try await sessions.stored(id, in: tenant), stored.session.owner != nil else {
            throw APIError.sessionEnded
        }
        return stored
    }

    /// Joins the session of an invitation in one transaction, in which the listener leaves any other session and the listener's own player is paused.
    /// Joining again changes the member's name. Throws 404 or 410 as `invited` does, and 409 for a full session or a name that another member has.
    package func join(_ secret: SecretKey, name: String, of owner: PlayerOwner) async throws -> StoredSharedSession {
        let outcome = try await database.transaction(in: owner.tenant) { transaction in
            let session = try await invited(secret, in: owner.tenant, transaction)
            return try await sessions.join(session, name: name, of: owner, transaction)
        }
        await responder.note(outcome)
        return outcome.stored
    }

    /// Returns the identifier of the session of a valid invitation.
    private func invited(_ secret: SecretKey, in tenant: TenantID, _ transaction: Transaction) async throws -> Int64 {
        let rows = try await transaction.batch([
            """
            select session_id, revoked_at is not null as is_revoked,
                   expires_at <= coalesce(\(sessions.clock?().date), clock_timestamp()) as is_expired
              from app.shared_invitation
             where tenant_id = \(tenant)
               and token_hash = \(secret.hash)
            """
        ])[0]
        guard let row = rows.first else { throw APIError.noSuchInvitation }
        if try row("is_revoked", as: Bool.self) {
            throw APIError(.gone, code: .invitationRevoked, "the invitation was revoked: ask for a new invitation")
        }
        if try row("is_expired", as: Bool.self) {
            throw APIError(.gone, code: .invitationExpired, "the invitation has expired: ask for a new invitation")
        }
        return try row("session_id")
    }
}
