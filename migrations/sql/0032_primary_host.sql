-- Why: absolute addresses in a tenant's documents begin with one host, whichever of its hosts a client asks by. The first
-- host that a tenant was given is its primary one.

-- Hosts that are there already are as old as each other: the first in alphabetical order is the primary one.
alter table control.tenant_host add column added_at timestamptz not null default now();
alter table control.tenant_host alter column added_at set default clock_timestamp();

-- The primary host of a tenant; NULL for a tenant without a host.
create function control.primary_host(p_tenant integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
    select h.host
      from control.tenant_host h
     where h.tenant_id operator(pg_catalog.=) p_tenant
     order by h.added_at, h.host
     limit 1
$$;

grant execute on function control.primary_host(integer) to app_rt;
