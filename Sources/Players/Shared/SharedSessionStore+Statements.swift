import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

/// The statements of shared sessions and their members.
extension SharedSessionStore {
    func selection(of owner: PlayerOwner) -> [SQL] {
        [
            """
            select s.session_id, s.rule, s.session::text as session, s.queue::text as queue, s.turn, s.ready_since, s.revision,
                   coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms
              from app.shared_session s
              join app.shared_member m on m.tenant_id = s.tenant_id and m.session_id = s.session_id
             where s.tenant_id = \(owner.tenant)
               and m.tenant_id = \(owner.tenant)
               and m.user_id = \(owner.account)
            """,
            """
            select m.user_id, m.member_id, m.name, m.joined_at, m.seen_at, m.is_listening, m.ready_attempt, m.failed_attempt,
                   m.failure, m.has_voted, m.difference_us, m.bound_us
              from app.shared_member m
              join app.shared_member o on o.tenant_id = m.tenant_id and o.session_id = m.session_id
             where m.tenant_id = \(owner.tenant)
               and o.tenant_id = \(owner.tenant)
               and o.user_id = \(owner.account)
             order by m.joined_at, m.member_id
            """,
        ]
    }

    func selection(of id: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            select session_id, rule, session::text as session, queue::text as queue, turn, ready_since, revision,
                   coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms
              from app.shared_session
             where tenant_id = \(tenant)
               and session_id = \(id)
            """,
            """
            select user_id, member_id, name, joined_at, seen_at, is_listening, ready_attempt, failed_attempt, failure,
                   has_voted, difference_us, bound_us
              from app.shared_member
             where tenant_id = \(tenant)
               and session_id = \(id)
             order by joined_at, member_id
            """,
        ]
    }

    static func membership(of owner: PlayerOwner) -> SQL {
        """
        select session_id
          from app.shared_member
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
        """
    }

    static func locking(_ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select session_id
          from app.shared_session
         where tenant_id = \(tenant)
           and session_id = any(\(ids))
         order by session_id
           for no key update
        """
    }

    static func insertion(_ stored: StoredSharedSession, _ owner: PlayerOwner) throws -> [SQL] {
        let session = stored.session
        let text = try StoredPlayer.text(session.player)
        let queue = try StoredPlayer.text(session.content)
        return [
            """
            insert into app.shared_session (tenant_id, session_id, rule, session, queue, turn, revision)
            values (\(owner.tenant), \(stored.id), \(session.rule.rawValue), \(text)::jsonb, \(queue)::jsonb,
                    \(session.turn?.rawValue), \(Int64(session.revision)))
            """
        ] + session.members.map { insert($0, owner.account, stored.id, owner.tenant) }
    }

    static func update(
        _ new: StoredSharedSession, from old: SharedSession, _ tenant: TenantID
    ) throws -> SQL {
        let session = new.session
        let text = try StoredPlayer.text(session.player)
        // The items are most of the bytes and seldom change.
        let queue = old.content == session.content ? nil : try StoredPlayer.text(session.content)
        return """
            update app.shared_session
               set rule = \(session.rule.rawValue), session = \(text)::jsonb, queue = coalesce(\(queue)::jsonb, queue),
                   turn = \(session.turn?.rawValue), ready_since = \(session.readySince?.date),
                   revision = \(Int64(session.revision))
             where tenant_id = \(tenant)
               and session_id = \(new.id)
            """
    }

    static func insert(_ member: SharedMember, _ account: Int64, _ session: Int64, _ tenant: TenantID) -> SQL {
        """
        insert into app.shared_member (tenant_id, user_id, session_id, member_id, name, joined_at, seen_at)
        values (\(tenant), \(account), \(session), \(member.id.rawValue), \(member.name), \(member.joinedAt.date),
                \(member.seenAt.date))
        """
    }

    static func upsert(_ member: SharedMember, _ account: Int64, _ session: Int64, _ tenant: TenantID) -> SQL {
        """
        insert into app.shared_member (tenant_id, user_id, session_id, member_id, name, joined_at, seen_at, is_listening,
                                       ready_attempt, failed_attempt, failure, has_voted, difference_us, bound_us)
        values (\(tenant), \(account), \(session), \(member.id.rawValue), \(member.name), \(member.joinedAt.date),
                \(member.seenAt.date), \(member.isListening), \(Int64(member.readyAttempt)), \(Int64(member.failedAttempt)),
                \(member.failure?.rawValue), \(member.hasVoted), \(member.step?.differenceUs), \(member.step?.errorBoundUs))
            on conflict (tenant_id, user_id) do update
           set name = excluded.name, seen_at = excluded.seen_at, is_listening = excluded.is_listening,
               ready_attempt = excluded.ready_attempt, failed_attempt = excluded.failed_attempt, failure = excluded.failure,
               has_voted = excluded.has_voted, difference_us = excluded.difference_us, bound_us = excluded.bound_us
        """
    }
}
