-- Why: tenants come first. The schema `control` holds what is needed before the tenant of a request is
-- known and grants nothing; a few functions are its only doors. The schema `app` holds everything that
-- belongs to a tenant, behind the wall that `control.raise_wall` builds round each table.
-- The roles are made by the embedded cluster, or by deploy/postgres/roles.sql on a server of one's own.

do $$
begin
    if (select count(*) from pg_catalog.pg_roles where rolname in ('app_owner', 'app_rt', 'app_dump')) < 3 then
        raise exception 'the roles app_owner, app_rt and app_dump are missing'
            using hint = 'run deploy/postgres/roles.sql as a superuser first';
    end if;
    if current_user <> 'app_owner' then
        raise exception 'migrations run as app_owner, not as %', current_user
            using hint = 'set TUTTI_OWNER_DATABASE_URL to a login of app_owner';
    end if;
end
$$;

alter default privileges revoke execute on functions from public;

create schema if not exists control;
create schema app;
grant usage on schema control to app_rt;
grant usage on schema app to app_rt, app_dump;

create table control.tenant (
    tenant_id           integer generated always as identity primary key,
    slug                text not null,
    name                text not null check (name <> '' and name !~ '[[:cntrl:]]'),
    locale              text not null default 'und',
    active              boolean not null default true,
    integer_seconds     boolean not null default false,
    multicast_group     inet,
    multicast_port      integer,
    multicast_interface inet,
    multicast_ttl       integer,
    created_at          timestamptz not null default now(),
    constraint tenant_slug_key unique (slug),
    constraint tenant_slug_shape check (slug ~ '^[a-z][a-z0-9-]{0,62}$'),
    constraint tenant_multicast_group_range check (multicast_group <<= inet '224.0.0.0/4'),
    constraint tenant_multicast_port_range check (multicast_port between 1 and 65535),
    constraint tenant_multicast_scope check ((multicast_group is null) = (multicast_port is null)),
    constraint tenant_multicast_ttl_range check (multicast_ttl between 0 and 255)
);

create table control.tenant_host (
    host      text primary key,
    tenant_id integer not null references control.tenant,
    constraint tenant_host_shape check (host = lower(host) and host !~ '[/ [:cntrl:]]' and right(host, 1) <> '.')
);

-- Two live concerts never share one group and port (contract.md): the key says so for the whole installation.
create table control.on_air (
    multicast_group inet not null,
    multicast_port  integer not null,
    tenant_id       integer not null references control.tenant,
    since           timestamptz not null default now(),
    constraint on_air_scope_key primary key (multicast_group, multicast_port),
    constraint on_air_tenant_key unique (tenant_id)
);

-- NULL when unset; '' is what is left in a session after a SET LOCAL ended, hence nullif.
create function app.tenant_id() returns integer
language sql stable parallel safe
as $$ select nullif(current_setting('app.tenant_id', true), '')::integer $$;

grant execute on function app.tenant_id() to app_rt, app_dump;

-- The one door from a host name to a tenant. The host arrives normalised (lower case, no port, no trailing
-- dot); exact match only; the fallback is explicit and may be NULL.
create function control.resolve_host(p_host text, p_fallback_slug text default null)
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer, matched boolean
)
language sql stable security definer set search_path = ''
as $$
    (select t.tenant_id, t.slug, t.name, t.locale, t.integer_seconds,
            pg_catalog.host(t.multicast_group), t.multicast_port, pg_catalog.host(t.multicast_interface),
            t.multicast_ttl, true
       from control.tenant_host h
       join control.tenant t using (tenant_id)
      where h.host operator(pg_catalog.=) p_host
        and t.active)
    union all
    (select t.tenant_id, t.slug, t.name, t.locale, t.integer_seconds,
            pg_catalog.host(t.multicast_group), t.multicast_port, pg_catalog.host(t.multicast_interface),
            t.multicast_ttl, false
       from control.tenant t
      where t.slug operator(pg_catalog.=) p_fallback_slug
        and t.active)
    limit 1
$$;

grant execute on function control.resolve_host(text, text) to app_rt;

-- Every active tenant with the scope it is on the air in, if any: what the emitter and start-up walk.
create function control.active_tenants()
returns table (
    tenant_id integer, slug text, name text, locale text, integer_seconds boolean,
    multicast_group text, multicast_port integer, multicast_interface text, multicast_ttl integer,
    on_air_group text, on_air_port integer
)
language sql stable security definer set search_path = ''
as $$
    select t.tenant_id, t.slug, t.name, t.locale, t.integer_seconds,
           pg_catalog.host(t.multicast_group), t.multicast_port, pg_catalog.host(t.multicast_interface),
           t.multicast_ttl, pg_catalog.host(o.multicast_group), o.multicast_port
      from control.tenant t
      left join control.on_air o using (tenant_id)
     where t.active
     order by t.tenant_id
$$;

grant execute on function control.active_tenants() to app_rt;

-- Takes the scope for the tenant of this transaction, giving up the one it had. A scope that another
-- tenant holds fails on on_air_scope_key.
create function control.go_on_air(p_group text, p_port integer) returns void
language sql security definer set search_path = ''
as $$
    insert into control.on_air (multicast_group, multicast_port, tenant_id)
    values (p_group::pg_catalog.inet, p_port, app.tenant_id())
    on conflict on constraint on_air_tenant_key
    do update set multicast_group = excluded.multicast_group, multicast_port = excluded.multicast_port,
                  since = pg_catalog.now()
$$;

create function control.go_off_air() returns void
language sql security definer set search_path = ''
as $$
    delete from control.on_air where tenant_id operator(pg_catalog.=) app.tenant_id()
$$;

grant execute on function control.go_on_air(text, integer), control.go_off_air() to app_rt;

-- The wall round one table of `app`: forced row-level security, exactly one permissive policy, and grants
-- that leave the keys out of UPDATE. Never restrictive: Citus drops that word on its shards (spec O section 3).
create function control.raise_wall(p_table regclass, p_updatable text[] default '{}') returns void
language plpgsql
as $$
begin
    execute format('alter table %s enable row level security', p_table);
    execute format('alter table %s force row level security', p_table);
    execute format('create policy tenant_wall on %s to app_rt, app_owner
                    using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id())', p_table);
    execute format('grant select, insert, delete on %s to app_rt', p_table);
    execute format('grant select on %s to app_dump', p_table);
    if cardinality(p_updatable) > 0 then
        execute format('grant update (%s) on %s to app_rt',
                       (select string_agg(quote_ident(c), ', ') from unnest(p_updatable) c), p_table);
    end if;
end
$$;
