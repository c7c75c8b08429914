import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

extension SharedSessionStore {
    /// Makes an invitation to the listener's session. Throws 404 if the listener is in no session, and 409 if the session has the maximum
    /// number of valid invitations.
    package func invite(minutes: Int, of owner: PlayerOwner) async throws -> SharedInvitation {
        guard let stored = try await current(of: owner)?.stored else { throw APIError.noSharedSession }
        let now = stored.now.instant
        let invitation = SharedInvitation(
            secret: SecretKey(), expiresAt: Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000))
        let week = Instant(milliseconds: now.milliseconds - 7 * 86_400_000)
        // Expired invitations are kept for a week, so that the answer says that they have expired.
        let rows = try await database.batch(
            in: owner.tenant,
            [
                "delete from app.shared_invitation where tenant_id = \(owner.tenant) and expires_at < \(week.date)",
                // Two concurrent requests count one after the other.
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
                "the session has \(SharedInvitation.limit) valid invitations: revoke them first, or share one of them")
        }
        return invitation
    }

    /// Revokes all invitations to the listener's session. Throws 403 unless the listener is the owner.
    package func revokeInvitations(of owner: PlayerOwner) async throws {
        guard let stored = try await current(of: owner)?.stored, let member = stored.member(of: owner) else {
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

    /// Returns the session of an invitation, for a listener who has not joined yet. Throws as `join`.
    package func invited(_ secret: SecretKey, in tenant: TenantID) async throws -> StoredSharedSession {
        let id = try await database.transaction(in: tenant) { transaction in
            try await invited(secret, in: tenant, transaction)
        }
        guard let stored = try await stored(id, in: tenant), stored.session.owner != nil else {
            throw APIError.sessionEnded
        }
        return stored
    }

    /// Returns the identifier of the session of a valid invitation.
    func invited(_ secret: SecretKey, in tenant: TenantID, _ transaction: Transaction) async throws -> Int64 {
        let rows = try await transaction.batch([
            """
            select session_id, revoked_at is not null as is_revoked,
                   expires_at <= coalesce(\(clock?().date), clock_timestamp()) as is_expired
              from app.shared_invitation
             where tenant_id = \(tenant)
               and token_hash = \(secret.hash)
            """
        ])[0]
        guard let row = rows.first else { throw APIError.noSuchInvitation }
        if try row("is_revoked", as: Bool.self) {
            throw APIError(.gone, code: .invitationRevoked, "the invitation was revoked: ask for a new one")
        }
        if try row("is_expired", as: Bool.self) {
            throw APIError(.gone, code: .invitationExpired, "the invitation has expired: ask for a new one")
        }
        return try row("session_id")
    }
}

extension PlayerStore {
    /// Locks the listener's own player, pauses it if it plays, and returns it. The queue and the position stay, so that leaving a shared
    /// session gives them back.
    func paused(of owner: PlayerOwner, in transaction: Transaction) async throws -> StoredPlayer {
        let rows = try await transaction.batch([
            Self.insertion(of: owner), selection(of: owner, .whole).appending("\n   for no key update"),
        ])
        guard let row = rows[1].first else { throw APIError.notLoggedIn }
        let stored = try StoredPlayer(row: row)
        guard stored.session.audio.isActive else { return stored }
        let event: PlayerEvent = stored.session.state == .collapsedPlay ? .toggle : .tapPause
        let sender = stored.session.device ?? PlayerDevice.unnamed
        let reaction = try stored.session.handle(event, from: sender, at: stored.now)
        let writes = try Self.writes(from: stored, to: reaction.session, reaction.effects, nil, owner)
        if !writes.isEmpty { _ = try await transaction.batch(writes) }
        return StoredPlayer(session: reaction.session, now: stored.now)
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

    /// Returns whether a selected membership has not ended by silence.
    static func isSharing(_ rows: [Row], at now: PlayerTime) -> Bool {
        guard let row = rows.first, let seenAt = try? row("seen_at", as: Date.self) else { return false }
        return now.milliseconds - PlayerTime(seenAt).milliseconds <= SharedSession.silenceLimitMs
    }
}
