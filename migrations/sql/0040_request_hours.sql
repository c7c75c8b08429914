-- Why: administrators see how many requests their tenant was answered by hour and by day, how many were refused and how many
-- failed. Metrics have that since the start of a program and for those who run it; this is kept, and is the tenant's own.

-- One row for each hour in which there was a request: hours of UTC. No foreign key leads to control.tenant, since Citus distributes
-- no table that has one to a table on every node, and the table is distributed after this migration (deploy/citus/distribute-0040.sql);
-- `control.add_requests` and the erasure of a tenant lock the tenant's row, so that no row is left of an erased one.
create table app.request_hour (
    tenant_id integer not null default app.tenant_id(),
    hour      timestamptz not null,
    requests  bigint not null default 0 check (requests >= 0),
    -- Of these, answered with a status from 400 to 499.
    refused   bigint not null default 0 check (refused >= 0),
    -- Of these, answered with a status from 500.
    errors    bigint not null default 0 check (errors >= 0),
    primary key (tenant_id, hour),
    check (refused + errors <= requests)
);

select control.raise_wall('app.request_hour');

-- Adds what a server has counted for all tenants since it did so last; several servers add up. A short name that is no tenant's is
-- left out. What is older than 35 days is deleted on the way. One row a tenant, so that each statement is one node's on Citus.
create function control.add_requests(
    p_at timestamptz, p_slugs text[], p_requests bigint[], p_refused bigint[], p_errors bigint[]
)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    v_hour  timestamptz := date_trunc('hour', p_at, 'UTC');
    v_count record;
begin
    for v_count in
        select t.tenant_id, u.requests, u.refused, u.errors
          from unnest(p_slugs, p_requests, p_refused, p_errors) as u (slug, requests, refused, errors)
          join control.tenant t on t.slug = u.slug
         order by t.tenant_id
           for key share of t
    loop
        -- SET LOCAL and not set_config(): Citus passes only the former on to its nodes.
        execute format('set local app.tenant_id = %L', v_count.tenant_id::text);
        insert into app.request_hour as h (tenant_id, hour, requests, refused, errors)
        values (v_count.tenant_id, v_hour, v_count.requests, v_count.refused, v_count.errors)
        on conflict (tenant_id, hour) do update
           set requests = h.requests + excluded.requests,
               refused = h.refused + excluded.refused,
               errors = h.errors + excluded.errors;
        delete from app.request_hour h
         where h.tenant_id = v_count.tenant_id
           and h.hour < v_hour - interval '35 days';
    end loop;
    set local app.tenant_id = '';
end
$$;

grant execute on function control.add_requests(timestamptz, text[], bigint[], bigint[], bigint[]) to app_rt;
