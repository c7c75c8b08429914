-- Why: a web page of another origin may read a tenant's answers only where the tenant says so (Fetch standard, CORS). The list
-- is the tenant's own and is read with the tenant, so that it counts on every server at once.

-- Serialised origins (RFC 6454 section 6.2), or '*' alone for every one; empty for none. Text of an array quotes an element with a
-- blank, comma or quote in it, so one pattern holds all elements; the program tells apart what the pattern leaves open.
alter table control.tenant
    add column allowed_origins text[] not null default '{}',
    add constraint tenant_allowed_origins_shape check (
        allowed_origins::text ~ ('^\{(\*|('
            || '(https://[][a-z0-9.:_-]{1,253}|http://(localhost|[a-z0-9._-]{1,243}\.localhost|127(\.[0-9]{1,3}){3}|\[::1\]))(:[0-9]{1,5})?'
            || '(,(?=h)|(?=\})))*)\}$')
        and cardinality(allowed_origins) <= 32);

-- The list of a tenant, separated by blanks.
create function control.allowed_origins(p_tenant integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
    select array_to_string(t.allowed_origins, ' ') from control.tenant t where t.tenant_id operator(pg_catalog.=) p_tenant
$$;

-- Replaces the list of the tenant of this transaction. Tells every server.
create function control.set_allowed_origins(p_origins text[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
    update control.tenant set allowed_origins = p_origins where tenant_id operator(pg_catalog.=) app.tenant_id();
    select pg_notify('tutti', app.tenant_id()::text || ',tenant,0')
$$;

grant execute on function control.allowed_origins(integer), control.set_allowed_origins(text[]) to app_rt;

-- As in 0006, with `allowedOrigins`: the list separated by blanks, null for none.
create or replace function control.change_tenant(
    p_slug text, p_change jsonb, p_action text, p_kind text, p_actor text, p_request text
) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp
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
                                then (p_change ->> 'multicastTtl')::integer else multicast_ttl end,
           allowed_origins = case when p_change ? 'allowedOrigins'
                                  then coalesce(string_to_array(p_change ->> 'allowedOrigins', ' '), '{}')
                                  else allowed_origins end
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

-- As in 0031, with the list; an archive of before has none.
create or replace function control.import_tenant(p_tenant json, p_slug text, p_hosts text[], p_group text, p_port integer)
returns integer
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
    v_tenant integer;
begin
    insert into control.tenant (slug, name, locale, time_zone, integer_seconds, active, accent_colour, logo_sha256,
                                multicast_group, multicast_port, multicast_interface, multicast_ttl, allowed_origins)
    select p_slug, t.name, t.locale, t.time_zone, t.integer_seconds, t.active, t.accent_colour, decode(t.logo, 'hex'),
           coalesce(p_group, t.multicast_group)::inet, coalesce(p_port, t.multicast_port),
           t.multicast_interface::inet, t.multicast_ttl, coalesce(t.allowed_origins, '{}')
      from json_to_record(p_tenant) as t (
               name text, locale text, time_zone text, integer_seconds boolean, active boolean, accent_colour text,
               logo text, multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
               allowed_origins text[])
    returning tenant_id into v_tenant;
    insert into control.tenant_host (host, tenant_id) select h, v_tenant from unnest(p_hosts) h;
    insert into control.tenant_limit (tenant_id, requests_per_second, request_burst, connections, streams,
                                      stored_bytes, accounts)
    select v_tenant, t.*
      from json_to_record(p_tenant) as t (
               limit_requests_per_second integer, limit_request_burst integer, limit_connections integer,
               limit_streams integer, limit_stored_bytes bigint, limit_accounts integer)
     where num_nonnulls(t.limit_requests_per_second, t.limit_request_burst, t.limit_connections, t.limit_streams,
                        t.limit_stored_bytes, t.limit_accounts) > 0;
    execute format('set local app.tenant_id = %L', v_tenant::text);
    return v_tenant;
end
$$;
