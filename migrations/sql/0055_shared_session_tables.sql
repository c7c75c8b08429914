-- Why: several listeners of a tenant hear one queue in step (spec Decided 24). Each member keeps a player of his own, which a session never
-- changes. Tables only: foreign keys, the wall and the grants are in 0056 (deploy/citus/distribute-0055.sql runs between the two).

-- The rules of a session are those of PlayerCore; its player is stored as in app.player.
create table app.shared_session (
    tenant_id   integer not null default app.tenant_id(),
    session_id  bigint not null default control.next_identifier(),
    rule        text not null check (rule in ('everyone', 'votes', 'turns')),
    session     jsonb not null,
    queue       jsonb not null default '{"items": []}',
    -- The member who adds the next track under the rule 'turns'.
    turn        bigint,
    -- Since when a member waits for the others to be ready.
    ready_since timestamptz,
    revision    bigint not null default 0 check (revision >= 0),
    primary key (tenant_id, session_id)
);

-- An account is a member of one session at a time. The owner is the member who joined first.
create table app.shared_member (
    tenant_id      integer not null default app.tenant_id(),
    user_id        bigint not null,
    session_id     bigint not null,
    member_id      bigint not null default control.next_identifier(),
    name           text not null check (length(name) between 1 and 50 and name !~ '[[:cntrl:]]'),
    joined_at      timestamptz not null,
    seen_at        timestamptz not null,
    is_listening   boolean not null default false,
    ready_attempt  bigint not null default 0,
    failed_attempt bigint not null default 0,
    failure        text,
    has_voted      boolean not null default false,
    -- How a device of the member keeps in step, as it reported last.
    difference_us  bigint,
    bound_us       bigint check (bound_us >= 0),
    primary key (tenant_id, user_id)
);

create index shared_member_session on app.shared_member (tenant_id, session_id, joined_at, member_id);

-- A link by which others join. It outlives its session, so that the answer says that the session has ended. The secret is stored as its hash.
create table app.shared_invitation (
    tenant_id  integer not null default app.tenant_id(),
    token_hash bytea not null check (octet_length(token_hash) = 32),
    session_id bigint not null,
    -- The member who made the link.
    user_id    bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    primary key (tenant_id, token_hash)
);

create index shared_invitation_session on app.shared_invitation (tenant_id, session_id);
create index shared_invitation_user on app.shared_invitation (tenant_id, user_id);
