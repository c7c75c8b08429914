-- Why: what ties the tables of 0004 together and closes them, as 0003 does for those of 0002; and the doors that
-- lead from a tenant's transaction to its own row in `control`.

alter table app.tenant_profile
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, logo_sha256) references app.blob (tenant_id, sha256);
alter table app.account_link add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.account_link add foreign key (tenant_id) references control.tenant;
alter table app.known_device add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.stream_lease add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.account_setting add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.notice add foreign key (tenant_id) references control.tenant;
alter table app.upgrade_rule add foreign key (tenant_id) references control.tenant;
alter table app.content_update add foreign key (tenant_id) references control.tenant;
alter table app.content_acknowledgement add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.notice_dismissal add foreign key (tenant_id) references control.tenant;
alter table app.audit_event add foreign key (tenant_id) references control.tenant;

select control.raise_wall('app.tenant_profile',
    '{learn_more_url, conversion_url, support_url, support_phone, texts, sign_up, buffer_ms, skips_back, skips_forward,
      skips_total, skip_window_ms, completion_percent, streams_per_account, logo_sha256, revision, updated_at}');
select control.raise_wall('app.account_link', '{used_at, expires_at}');
select control.raise_wall('app.known_device', '{last_seen_at}');
select control.raise_wall('app.stream_lease', '{expires_at}');
select control.raise_wall('app.account_setting',
    '{jump_to_home, autoplay, seen_nav_help, alert_lead_minutes, updated_at}');
select control.raise_wall('app.notice', '{title, message, active, revision, updated_at}');
select control.raise_wall('app.upgrade_rule',
    '{platform, version_range, kind, message, link_url, active_from, active_to, revision, updated_at}');
select control.raise_wall('app.content_update');
select control.raise_wall('app.content_acknowledgement', '{revision, updated_at}');
select control.raise_wall('app.notice_dismissal', '{revision, until, app_version, dismissed_at}');
select control.raise_wall('app.audit_event');
-- Append-only: what is written is never changed nor taken away by the service.
revoke delete on app.audit_event from app_rt;

grant update (display_name, email, disabled_at, password_changed_at, subscription, subscription_until)
    on app.user_account to app_rt;
grant update (name, bootstrapped_at) on app.session to app_rt;

-- The columns of a tenant that every request needs, in one place for the two doors below.
create function control.tenant_row(p_tenant control.tenant)
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    time_zone text, accent_colour text, logo text,
    limit_requests_per_second integer, limit_request_burst integer, limit_connections integer, limit_streams integer,
    limit_stored_bytes bigint, limit_accounts integer
)
language sql stable set search_path = ''
as $$
    select p_tenant.tenant_id, p_tenant.slug, p_tenant.name, p_tenant.locale, p_tenant.integer_seconds,
           pg_catalog.host(p_tenant.multicast_group), p_tenant.multicast_port,
           pg_catalog.host(p_tenant.multicast_interface), p_tenant.multicast_ttl,
           p_tenant.time_zone, p_tenant.accent_colour, pg_catalog.encode(p_tenant.logo_sha256, 'hex'),
           l.requests_per_second, l.request_burst, l.connections, l.streams, l.stored_bytes, l.accounts
      from (select) as always
      left join control.tenant_limit l on l.tenant_id operator(pg_catalog.=) p_tenant.tenant_id
$$;

drop function control.resolve_host(text, text);
create function control.resolve_host(p_host text, p_fallback_slug text default null)
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    time_zone text, accent_colour text, logo text,
    limit_requests_per_second integer, limit_request_burst integer, limit_connections integer, limit_streams integer,
    limit_stored_bytes bigint, limit_accounts integer, matched boolean
)
language sql stable security definer set search_path = ''
as $$
    (select r.*, true
       from control.tenant_host h
       join control.tenant t using (tenant_id)
      cross join lateral control.tenant_row(t) r
      where h.host operator(pg_catalog.=) p_host
        and t.active)
    union all
    (select r.*, false
       from control.tenant t
      cross join lateral control.tenant_row(t) r
      where t.slug operator(pg_catalog.=) p_fallback_slug
        and t.active)
    limit 1
$$;

drop function control.active_tenants();
create function control.active_tenants()
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    time_zone text, accent_colour text, logo text,
    limit_requests_per_second integer, limit_request_burst integer, limit_connections integer, limit_streams integer,
    limit_stored_bytes bigint, limit_accounts integer, on_air_group text, on_air_port integer
)
language sql stable security definer set search_path = ''
as $$
    select r.*, pg_catalog.host(o.multicast_group), o.multicast_port
      from control.tenant t
     cross join lateral control.tenant_row(t) r
      left join control.on_air o on o.tenant_id operator(pg_catalog.=) t.tenant_id
     where t.active
     order by t.tenant_id
$$;

grant execute on function control.resolve_host(text, text), control.active_tenants() to app_rt;

-- What the tenant of this transaction calls itself and looks like; NULL leaves a part as it is, and '' takes away a
-- colour. Tells every server.
create function control.describe_tenant(p_name text, p_locale text, p_time_zone text, p_accent_colour text) returns void
language sql security definer set search_path = ''
as $$
    update control.tenant
       set name = coalesce(p_name, name),
           locale = coalesce(p_locale, locale),
           time_zone = coalesce(p_time_zone, time_zone),
           accent_colour = nullif(coalesce(p_accent_colour, accent_colour), '')
     where tenant_id operator(pg_catalog.=) app.tenant_id();
    select pg_catalog.pg_notify('tutti', app.tenant_id()::text operator(pg_catalog.||) ',tenant,0')
$$;

-- The picture that stands for the tenant of this transaction, by its hash in app.blob; NULL for none.
create function control.set_tenant_logo(p_sha256 bytea) returns void
language sql security definer set search_path = ''
as $$
    update control.tenant set logo_sha256 = p_sha256 where tenant_id operator(pg_catalog.=) app.tenant_id();
    select pg_catalog.pg_notify('tutti', app.tenant_id()::text operator(pg_catalog.||) ',tenant,0')
$$;

grant execute on function control.describe_tenant(text, text, text, text), control.set_tenant_logo(bytea) to app_rt;
