-- Why: accounts that are invited, disabled, subscribed and audited; what a tenant says of itself, its policies and
-- limits; notices to the users of its app; those who look after all tenants. Tables and columns only: foreign keys,
-- the wall and the grants are in 0005 (deploy/citus/distribute.sql runs between the two).

-- Tenants -------------------------------------------------------------------------------------------------

-- What is needed with the tenant itself: its clock, and what every page shows.
alter table control.tenant
    add column time_zone     text not null default 'UTC' check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
    add column accent_colour text check (accent_colour ~ '^#[0-9a-f]{6}$'),
    add column logo_sha256   bytea check (octet_length(logo_sha256) = 32),
    add constraint tenant_locale_shape check (locale ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$');

-- What one tenant may take of the installation. NULL: as the installation's settings say.
create table control.tenant_limit (
    tenant_id           integer primary key references control.tenant on delete cascade,
    requests_per_second integer check (requests_per_second > 0),
    request_burst       integer check (request_burst > 0),
    -- Requests that wait for an answer at one moment.
    connections         integer check (connections > 0),
    streams             integer check (streams > 0),
    stored_bytes        bigint check (stored_bytes > 0),
    accounts            integer check (accounts > 0)
);

-- Those who look after tenants. They belong to none, and nothing in `app` is open to them.
create table control.platform_account (
    platform_account_id integer generated always as identity primary key,
    login               text not null check (login <> '' and length(login) <= 254 and login !~ '[[:cntrl:]]'),
    login_key           text collate "C" not null generated always as (lower(login)) stored,
    password_hash       text not null,
    created_at          timestamptz not null default now(),
    disabled_at         timestamptz,
    constraint platform_account_login_key unique (login_key)
);

create table control.platform_session (
    token_hash          bytea primary key check (octet_length(token_hash) = 32),
    platform_account_id integer not null references control.platform_account on delete cascade,
    kind                text not null check (kind in ('browser', 'token')),
    created_at          timestamptz not null default now(),
    last_seen_at        timestamptz not null default now(),
    expires_at          timestamptz not null
);

-- What was done to tenants, by whom; outlives the tenant.
create table control.platform_audit (
    event_id bigint generated always as identity primary key,
    at       timestamptz not null default clock_timestamp(),
    actor    text not null check (actor <> ''),
    action   text not null check (action ~ '^[a-z][a-z-]*(\.[a-z-]+)+$'),
    tenant   text not null,
    detail   jsonb not null default '{}'
);

-- What a tenant's administrators set. A tenant without a row has the defaults of the columns.
create table app.tenant_profile (
    tenant_id           integer not null default app.tenant_id(),
    -- Where the app's pages of help lead (spec R2, R4).
    learn_more_url      text check (learn_more_url ~ '^https?://[^[:cntrl:][:space:]]+$'),
    conversion_url      text check (conversion_url ~ '^https?://[^[:cntrl:][:space:]]+$'),
    support_url         text check (support_url ~ '^https?://[^[:cntrl:][:space:]]+$'),
    support_phone       text check (support_phone ~ '^\+?[0-9][0-9 ()./-]{2,30}$'),
    -- Words that replace the program's own, by their key (spec R4).
    texts               jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
    sign_up             boolean not null default false,
    buffer_ms           bigint not null default 18000000 check (buffer_ms between 60000 and 86400000),
    -- Skips on restricted content in a rolling window (spec R22).
    skips_back          integer not null default 1 check (skips_back between 0 and 1000),
    skips_forward       integer not null default 5 check (skips_forward between 0 and 1000),
    skips_total         integer not null default 6 check (skips_total between 0 and 2000),
    skip_window_ms      bigint not null default 3600000 check (skip_window_ms between 60000 and 86400000),
    -- The part of an item, in percent, after which it counts as heard to its end.
    completion_percent  integer not null default 100 check (completion_percent between 50 and 100),
    -- How many streams an account may play at once; NULL: any number.
    streams_per_account integer check (streams_per_account between 1 and 100),
    -- The logo again (control.tenant has it for every request): what keeps its bytes in app.blob.
    logo_sha256         bytea,
    revision            integer not null default 1 check (revision > 0),
    updated_at          timestamptz not null default now(),
    primary key (tenant_id)
);

-- Accounts ------------------------------------------------------------------------------------------------

alter table app.user_account
    add column display_name        text not null default ''
        check (length(display_name) <= 200 and display_name !~ '[[:cntrl:]]'),
    add column email               text
        check (length(email) <= 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
    add column disabled_at         timestamptz,
    add column password_changed_at timestamptz not null default now(),
    add column subscription        text not null default 'active'
        check (subscription in ('active', 'lapsed', 'support-required')),
    add column subscription_until  timestamptz;

-- `name` is what the owner calls a script's token; `scope` the permissions it has, NULL for all of its account.
-- `bootstrapped_at` is when a device first loaded everything (spec R8).
alter table app.session
    add column name            text check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
    add column scope           text[],
    add column bootstrapped_at timestamptz,
    add constraint session_scope_kind check (scope is null or kind = 'token');

-- A link that is good once: to make the account somebody was invited to, or to set a new password.
create table app.account_link (
    tenant_id    integer not null default app.tenant_id(),
    link_id      bigint generated always as identity,
    purpose      text not null check (purpose in ('invitation', 'password-reset')),
    token_hash   bytea not null check (octet_length(token_hash) = 32),
    user_id      bigint,
    role         text check (role in ('listener', 'editor', 'programmer', 'operator', 'admin')),
    email        text check (length(email) <= 254),
    display_name text not null default '' check (length(display_name) <= 200 and display_name !~ '[[:cntrl:]]'),
    created_by   bigint,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null,
    used_at      timestamptz,
    primary key (tenant_id, link_id),
    constraint account_link_token_key unique (tenant_id, token_hash),
    constraint account_link_purpose check ((purpose = 'invitation') = (role is not null)
                                           and (purpose = 'password-reset') = (user_id is not null))
);

-- A device that somebody logged in from: guesses by others do not slow it down.
create table app.known_device (
    tenant_id    integer not null default app.tenant_id(),
    user_id      bigint not null,
    token_hash   bytea not null check (octet_length(token_hash) = 32),
    created_at   timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (tenant_id, user_id, token_hash)
);

-- A stream that an account plays now; it ends when nobody renews it.
create table app.stream_lease (
    tenant_id  integer not null default app.tenant_id(),
    lease_id   bigint generated always as identity,
    user_id    bigint not null,
    device     text not null default '' check (length(device) <= 100 and device !~ '[[:cntrl:]]'),
    started_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (tenant_id, lease_id)
);
create index stream_lease_user_id_idx on app.stream_lease (tenant_id, user_id, expires_at);

-- How an account wants its apps to behave (spec R10, R64, R65; contract, Decided 18).
create table app.account_setting (
    tenant_id          integer not null default app.tenant_id(),
    user_id            bigint not null,
    jump_to_home       boolean not null default true,
    autoplay           boolean not null default true,
    seen_nav_help      boolean not null default false,
    alert_lead_minutes integer not null default 5 check (alert_lead_minutes between 0 and 60),
    updated_at         timestamptz not null default now(),
    primary key (tenant_id, user_id)
);

-- Notices -------------------------------------------------------------------------------------------------

-- The words of the notices that are there until they are dismissed (spec R1, R8). A new revision of the words voids
-- the dismissals of the old.
create table app.notice (
    tenant_id  integer not null default app.tenant_id(),
    kind       text not null check (kind in ('data-warning', 'first-authentication')),
    title      text not null check (length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
    message    text not null check (length(message) between 1 and 4000),
    active     boolean not null default true,
    revision   integer not null default 1 check (revision > 0),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, kind)
);

-- Which versions of an app are to be, or must be, replaced (spec R5, R6).
create table app.upgrade_rule (
    tenant_id     integer not null default app.tenant_id(),
    rule_id       bigint generated always as identity,
    platform      text not null check (platform ~ '^[a-z][a-z0-9-]{0,31}$'),
    version_range text not null check (length(version_range) between 1 and 200),
    kind          text not null check (kind in ('optional', 'forced')),
    message       text not null check (length(message) between 1 and 4000),
    link_url      text not null check (link_url ~ '^https?://[^[:cntrl:][:space:]]+$'),
    active_from   timestamptz,
    active_to     timestamptz,
    revision      integer not null default 1 check (revision > 0),
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    primary key (tenant_id, rule_id),
    constraint upgrade_rule_active check (active_from < active_to)
);

-- What is new in the catalogue, told once to each account (spec R7).
create table app.content_update (
    tenant_id  integer not null default app.tenant_id(),
    revision   integer not null check (revision > 0),
    message    text not null check (length(message) between 1 and 4000),
    created_at timestamptz not null default now(),
    primary key (tenant_id, revision)
);

create table app.content_acknowledgement (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    revision   integer not null check (revision >= 0),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, user_id)
);

-- Whose notice is not to be shown again: `subject` is a device, or an account on a device.
create table app.notice_dismissal (
    tenant_id    integer not null default app.tenant_id(),
    subject      text collate "C" not null check (length(subject) between 1 and 300),
    notice       text collate "C" not null check (length(notice) between 1 and 100),
    revision     integer not null check (revision >= 0),
    -- Until when it counts, and for which version of the app alone; NULL for good, and for any.
    until        timestamptz,
    app_version  text check (length(app_version) <= 100),
    dismissed_at timestamptz not null default now(),
    primary key (tenant_id, subject, notice)
);

-- Audit ---------------------------------------------------------------------------------------------------

-- Every privileged act, appended in the transaction of the act itself. The service may add and read; nobody changes.
create table app.audit_event (
    tenant_id  integer not null default app.tenant_id(),
    event_id   bigint generated always as identity,
    at         timestamptz not null default clock_timestamp(),
    actor_kind text not null check (actor_kind in ('account', 'platform', 'command')),
    -- The account's key; NULL for the others, and nothing points there, so that the entry outlives the account.
    actor_id   bigint,
    actor      text not null check (actor <> ''),
    action     text not null check (action ~ '^[a-z][a-z-]*(\.[a-z-]+)+$'),
    subject    text not null default '',
    detail     jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
    request_id text,
    primary key (tenant_id, event_id)
);
create index audit_event_at_idx on app.audit_event (tenant_id, at desc, event_id desc);
