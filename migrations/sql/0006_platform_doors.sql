-- Why: those who look after all tenants act through doors that ask for their session's SHA-256 and check it here, in
-- the database, before anything is read or changed: SQL as app_rt without such a session opens nothing
-- (docs/decisions/0022-platform-doors.md). The commands do the same acts as app_owner, through the same functions.
-- Every function here has an empty search_path, in which the names of pg_catalog alone are known.

-- Acts, for app_owner alone -------------------------------------------------------------------------------

-- What is written down of an act: for the platform, and for the tenant itself while it lives. Tells every server.
create function control.record_act(
    p_tenant integer, p_slug text, p_action text, p_kind text, p_actor text, p_detail jsonb, p_request text
) returns void
language plpgsql set search_path = ''
as $$
begin
    insert into control.platform_audit (actor, action, tenant, detail)
    values (p_actor, p_action, p_slug, coalesce(p_detail, '{}'));
    perform pg_notify('tutti', p_tenant || ',tenant,0');
    if exists (select from control.tenant t where t.tenant_id = p_tenant) then
        -- SET LOCAL and not set_config(): Citus passes only the former on to its nodes.
        execute format('set local app.tenant_id = %L', p_tenant::text);
        insert into app.audit_event (tenant_id, actor_kind, actor, action, subject, detail, request_id)
        values (p_tenant, p_kind, p_actor, p_action, p_slug, coalesce(p_detail, '{}'), p_request);
    end if;
end
$$;

-- Changes what p_change names, a null taking a value away; false when there is no such tenant. Every member is text.
create function control.change_tenant(
    p_slug text, p_change jsonb, p_action text, p_kind text, p_actor text, p_request text
) returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_tenant integer;
begin
    select t.tenant_id into v_tenant from control.tenant t where t.slug = p_slug for update;
    if not found then
        return false;
    end if;
    if p_change ? 'timeZone'
       and not exists (select from pg_timezone_names z where z.name = p_change ->> 'timeZone') then
        raise exception 'no such time zone' using errcode = 'check_violation', constraint = 'tenant_time_zone_known';
    end if;
    update control.tenant t
       set name = coalesce(p_change ->> 'name', name),
           locale = coalesce(p_change ->> 'locale', locale),
           time_zone = coalesce(p_change ->> 'timeZone', time_zone),
           active = coalesce((p_change ->> 'enabled')::boolean, active),
           integer_seconds = coalesce((p_change ->> 'integerSeconds')::boolean, integer_seconds),
           multicast_group = case when p_change ? 'multicastGroup'
                                  then (p_change ->> 'multicastGroup')::inet else multicast_group end,
           multicast_port = case when p_change ? 'multicastPort'
                                 then (p_change ->> 'multicastPort')::integer else multicast_port end,
           multicast_interface = case when p_change ? 'multicastInterface'
                                      then (p_change ->> 'multicastInterface')::inet else multicast_interface end,
           multicast_ttl = case when p_change ? 'multicastTtl'
                                then (p_change ->> 'multicastTtl')::integer else multicast_ttl end
     where t.tenant_id = v_tenant;
    if not coalesce((p_change ->> 'enabled')::boolean, true) then
        delete from control.on_air o where o.tenant_id = v_tenant;
    end if;
    if p_change ?| '{requestsPerSecond, requestBurst, connections, streams, storedBytes, accounts}'::text[] then
        insert into control.tenant_limit (tenant_id) values (v_tenant) on conflict (tenant_id) do nothing;
        update control.tenant_limit l
           set requests_per_second = case when p_change ? 'requestsPerSecond'
                                          then (p_change ->> 'requestsPerSecond')::integer
                                          else requests_per_second end,
               request_burst = case when p_change ? 'requestBurst'
                                    then (p_change ->> 'requestBurst')::integer else request_burst end,
               connections = case when p_change ? 'connections'
                                  then (p_change ->> 'connections')::integer else connections end,
               streams = case when p_change ? 'streams' then (p_change ->> 'streams')::integer else streams end,
               stored_bytes = case when p_change ? 'storedBytes'
                                   then (p_change ->> 'storedBytes')::bigint else stored_bytes end,
               accounts = case when p_change ? 'accounts' then (p_change ->> 'accounts')::integer else accounts end
         where l.tenant_id = v_tenant;
    end if;
    perform control.record_act(v_tenant, p_slug, p_action, p_kind, p_actor, p_change, p_request);
    return true;
end
$$;

create function control.add_tenant_host(p_slug text, p_host text, p_kind text, p_actor text, p_request text)
returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_tenant integer;
begin
    insert into control.tenant_host (host, tenant_id)
    select p_host, t.tenant_id from control.tenant t where t.slug = p_slug
    returning tenant_id into v_tenant;
    if v_tenant is null then
        return false;
    end if;
    perform control.record_act(
        v_tenant, p_slug, 'tenant.host.add', p_kind, p_actor, jsonb_build_object('host', p_host), p_request);
    return true;
end
$$;

-- False when there is no such tenant, or when it does not answer to this host.
create function control.remove_tenant_host(p_slug text, p_host text, p_kind text, p_actor text, p_request text)
returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_tenant integer;
begin
    delete from control.tenant_host h
     using control.tenant t
     where t.slug = p_slug
       and h.tenant_id = t.tenant_id
       and h.host = p_host
    returning h.tenant_id into v_tenant;
    if v_tenant is null then
        return false;
    end if;
    perform control.record_act(
        v_tenant, p_slug, 'tenant.host.remove', p_kind, p_actor, jsonb_build_object('host', p_host), p_request);
    return true;
end
$$;

-- A new tenant with its hosts and whatever else control.change_tenant knows.
create function control.add_tenant(
    p_slug text, p_name text, p_hosts text[], p_change jsonb, p_kind text, p_actor text, p_request text
) returns integer
language plpgsql set search_path = ''
as $$
declare
    v_tenant integer;
begin
    insert into control.tenant (slug, name) values (p_slug, p_name) returning tenant_id into v_tenant;
    insert into control.tenant_host (host, tenant_id) select h, v_tenant from unnest(p_hosts) h;
    perform control.change_tenant(
        p_slug, p_change || jsonb_build_object('name', p_name), 'tenant.add', p_kind, p_actor, p_request);
    return v_tenant;
end
$$;

-- Takes away every row of a disabled tenant and the tenant itself; false when there is no such tenant. The tables
-- and their order come from the catalogue, so that a table that is yet to come cannot be forgotten.
create function control.erase_tenant(p_slug text, p_kind text, p_actor text, p_request text) returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_tenant control.tenant;
    v_left   oid[];
    v_next   oid[];
    v_table  oid;
begin
    -- Whoever still writes a row of this tenant waits for this lock, and finds no tenant then.
    select * into v_tenant from control.tenant t where t.slug = p_slug for update;
    if not found then
        return false;
    end if;
    if v_tenant.active then
        raise exception 'the tenant is not disabled'
            using errcode = 'check_violation', constraint = 'tenant_erased_only_disabled';
    end if;
    execute format('set local app.tenant_id = %L', v_tenant.tenant_id::text);
    v_left := array(select c.oid
                      from pg_class c
                     where c.relnamespace = 'app'::regnamespace
                       and c.relkind in ('r', 'p')
                       and not c.relispartition);
    while cardinality(v_left) > 0 loop
        -- Those that no other table of the rest points to.
        v_next := array(select t.t
                          from unnest(v_left) as t (t)
                         where not exists (select from pg_constraint f
                                            where f.contype = 'f'
                                              and f.confrelid = t.t
                                              and f.conrelid <> t.t
                                              and f.conrelid = any (v_left)));
        if cardinality(v_next) = 0 then
            raise exception 'the tables of app point at each other in a circle';
        end if;
        foreach v_table in array v_next loop
            execute format('delete from %s where tenant_id = $1', v_table::regclass) using v_tenant.tenant_id;
        end loop;
        v_left := array(select t.t from unnest(v_left) as t (t) where t.t <> all (v_next));
    end loop;
    delete from control.on_air o where o.tenant_id = v_tenant.tenant_id;
    delete from control.tenant_host h where h.tenant_id = v_tenant.tenant_id;
    delete from control.tenant_limit l where l.tenant_id = v_tenant.tenant_id;
    delete from control.tenant t where t.tenant_id = v_tenant.tenant_id;
    perform control.record_act(
        v_tenant.tenant_id, p_slug, 'tenant.erase', p_kind, p_actor,
        jsonb_build_object('name', v_tenant.name), p_request);
    return true;
end
$$;

-- A tenant as those see it who look after it.
create function control.registered_tenants()
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    time_zone text, accent_colour text, logo text,
    limit_requests_per_second integer, limit_request_burst integer, limit_connections integer, limit_streams integer,
    limit_stored_bytes bigint, limit_accounts integer, active boolean, hosts text
)
language sql stable set search_path = ''
as $$
    select r.*, t.active,
           coalesce((select string_agg(h.host, ' ' order by h.host)
                       from control.tenant_host h
                      where h.tenant_id = t.tenant_id), '')
      from control.tenant t
     cross join lateral control.tenant_row(t) r
     order by t.tenant_id
$$;

-- Sessions of the platform --------------------------------------------------------------------------------

-- Who holds a session that is alive, found by the SHA-256 of its secret.
create function control.platform_session_account(p_key bytea)
returns table (platform_account_id integer, login text, kind text)
language sql stable set search_path = ''
as $$
    select a.platform_account_id, a.login, s.kind
      from control.platform_session s
      join control.platform_account a using (platform_account_id)
     where s.token_hash = p_key
       and s.expires_at > now()
       and (s.kind = 'token' or s.last_seen_at > now() - interval '12 hours')
       and a.disabled_at is null
$$;

-- The login of that session; without one no door opens (SQLSTATE 28000, invalid_authorization_specification).
create function control.platform_login(p_key bytea) returns text
language plpgsql stable set search_path = ''
as $$
declare
    v_login text;
begin
    select a.login into v_login from control.platform_session_account(p_key) a;
    if not found then
        raise exception 'nobody acts for the platform' using errcode = '28000';
    end if;
    return v_login;
end
$$;

-- The cost and salt that the password of a login is hashed with: all that is needed to compute the hash, and nothing
-- that a session opens with. NULL when nobody has the login.
create function control.platform_salt(p_login text) returns text
language sql stable security definer set search_path = ''
as $$
    select substring(a.password_hash from '^[$][a-z0-9]+[$][^$]+[$][^$]+')
      from control.platform_account a
     where a.login_key = lower(p_login)
       and a.disabled_at is null
$$;

-- A session for whoever knows the password: p_password_hash is what the service computed of it. No row otherwise.
create function control.open_platform_session(
    p_login text, p_password_hash text, p_key bytea, p_kind text, p_seconds bigint
)
returns table (login text, expires_at timestamptz)
language sql security definer set search_path = ''
as $$
    delete from control.platform_session s where s.expires_at < now();
    with made as (
        insert into control.platform_session (token_hash, platform_account_id, kind, expires_at)
        select p_key, a.platform_account_id, p_kind, now() + make_interval(secs => p_seconds)
          from control.platform_account a
         where a.login_key = lower(p_login)
           and a.password_hash = p_password_hash
           and a.disabled_at is null
        returning platform_account_id, expires_at
    )
    select a.login, m.expires_at
      from made m
      join control.platform_account a using (platform_account_id);
$$;

-- Who acts; notes, at most once a minute, that the session is in use.
create function control.platform_caller(p_key bytea)
returns table (platform_account_id integer, login text, kind text)
language sql security definer set search_path = ''
as $$
    update control.platform_session s
       set last_seen_at = now()
     where s.token_hash = p_key
       and s.last_seen_at < now() - interval '1 minute'
       and exists (select from control.platform_session_account(p_key));
    select a.platform_account_id, a.login, a.kind from control.platform_session_account(p_key) a;
$$;

create function control.end_platform_session(p_key bytea) returns void
language sql security definer set search_path = ''
as $$
    delete from control.platform_session s where s.token_hash = p_key
$$;

grant execute on function control.platform_salt(text),
    control.open_platform_session(text, text, bytea, text, bigint), control.platform_caller(bytea),
    control.end_platform_session(bytea) to app_rt;

-- The doors: the session is checked first, since the arguments of a function are computed before it runs ---

create function control.platform_tenants(p_key bytea)
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    time_zone text, accent_colour text, logo text,
    limit_requests_per_second integer, limit_request_burst integer, limit_connections integer, limit_streams integer,
    limit_stored_bytes bigint, limit_accounts integer, active boolean, hosts text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform control.platform_login(p_key);
    return query select r.* from control.registered_tenants() r;
end
$$;

create function control.platform_add_tenant(
    p_key bytea, p_slug text, p_name text, p_hosts text[], p_change jsonb, p_request text
) returns integer
language sql security definer set search_path = ''
as $$
    select control.add_tenant(
        p_slug, p_name, p_hosts, p_change, 'platform', control.platform_login(p_key), p_request)
$$;

create function control.platform_change_tenant(
    p_key bytea, p_slug text, p_change jsonb, p_action text, p_request text
) returns boolean
language sql security definer set search_path = ''
as $$
    select control.change_tenant(p_slug, p_change, p_action, 'platform', control.platform_login(p_key), p_request)
$$;

create function control.platform_add_host(p_key bytea, p_slug text, p_host text, p_request text) returns boolean
language sql security definer set search_path = ''
as $$
    select control.add_tenant_host(p_slug, p_host, 'platform', control.platform_login(p_key), p_request)
$$;

create function control.platform_remove_host(p_key bytea, p_slug text, p_host text, p_request text) returns boolean
language sql security definer set search_path = ''
as $$
    select control.remove_tenant_host(p_slug, p_host, 'platform', control.platform_login(p_key), p_request)
$$;

create function control.platform_erase_tenant(p_key bytea, p_slug text, p_request text) returns boolean
language sql security definer set search_path = ''
as $$
    select control.erase_tenant(p_slug, 'platform', control.platform_login(p_key), p_request)
$$;

grant execute on function control.platform_tenants(bytea),
    control.platform_add_tenant(bytea, text, text, text[], jsonb, text),
    control.platform_change_tenant(bytea, text, jsonb, text, text),
    control.platform_add_host(bytea, text, text, text), control.platform_remove_host(bytea, text, text, text),
    control.platform_erase_tenant(bytea, text, text) to app_rt;

-- A tenant's own row, and its export ----------------------------------------------------------------------

-- The tenant of this transaction, its hosts with it.
create function control.own_tenant()
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    time_zone text, accent_colour text, logo text,
    limit_requests_per_second integer, limit_request_burst integer, limit_connections integer, limit_streams integer,
    limit_stored_bytes bigint, limit_accounts integer, active boolean, hosts text
)
language sql stable security definer set search_path = ''
as $$
    select r.* from control.registered_tenants() r where r.tenant_id = app.tenant_id()
$$;

-- In plpgsql, whose body is looked at when it runs: the migrator's table is not the migrations' own.
create function control.schema_version() returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (select max(m.version)::integer from control.schema_migration m);
end
$$;

-- The rows of one table as JSON, in the order of its key, through the cursor `tutti_export`. Runs as whoever calls it:
-- the wall lets through what is the tenant's. Left out is what ends in `_hash`, the hashes of passwords, sessions and
-- links; of what is stored as bytes and not found by them, only the length is told.
create function control.open_export(p_table text) returns refcursor
language plpgsql set search_path = ''
as $$
declare
    v_table   oid := (select c.oid
                        from pg_class c
                       where c.relnamespace = 'app'::regnamespace
                         and c.relkind in ('r', 'p')
                         and c.relname = p_table);
    v_columns text := (select string_agg(
                                  case when a.attname = 'content' and a.atttypid = 'bytea'::regtype
                                       then 'octet_length(content) as bytes'
                                       else quote_ident(a.attname) end, ', ' order by a.attnum)
                         from pg_attribute a
                        where a.attrelid = v_table
                          and a.attnum > 0
                          and not a.attisdropped
                          and a.attname !~ '_hash$');
    v_key     text := (select string_agg(quote_ident(a.attname), ', ' order by k.position)
                         from pg_index i
                        cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (attnum, position)
                         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
                        where i.indrelid = v_table
                          and i.indisprimary);
    v_cursor  refcursor := 'tutti_export';
begin
    if v_table is null then
        raise exception 'no such table' using errcode = 'undefined_table';
    end if;
    -- known_device's key holds a hash; ordering by it tells nothing.
    open v_cursor no scroll for execute format(
        'select row_to_json(r)::text as line from (select %s from %s where tenant_id = app.tenant_id() order by %s) r',
        v_columns, v_table::regclass, v_key);
    return v_cursor;
end
$$;

grant execute on function control.own_tenant(), control.schema_version(), control.open_export(text) to app_rt;
