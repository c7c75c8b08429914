-- Why: programmers see by hour and by day how a channel is followed and asked for here (docs/decisions/0059). The server carries no
-- sound and counts no listeners; what playout reports of them stands with the plays (app.cut).

-- One row for a channel and an hour of UTC in which something was counted. No foreign key leads to app.channel: Citus distributes no
-- table that has one, and the table is distributed after this migration (deploy/citus/distribute-0041.sql). Rows of a channel that
-- was deleted go with their age; keys are never given twice.
create table app.channel_hour (
    tenant_id         integer not null default app.tenant_id(),
    channel_id        bigint not null,
    hour              timestamptz not null,
    -- Event streams that named the channel: the most in one minute of the hour, all servers together.
    followers         integer not null default 0 check (followers >= 0),
    -- The minute that was written last, and the sum of what the servers have written of it.
    minute            timestamptz not null,
    minute_followers  integer not null default 0 check (minute_followers >= 0),
    -- Requests of what is on the channel, and of the channel itself, which say where its streams are.
    now_requests      bigint not null default 0 check (now_requests >= 0),
    channel_requests  bigint not null default 0 check (channel_requests >= 0),
    primary key (tenant_id, channel_id, hour),
    check (minute_followers <= followers)
);

select control.raise_wall('app.channel_hour');

-- Adds what one server has counted in one minute, for all tenants. Requests of several servers add up, and so do followers of the
-- same minute: the hour keeps its highest minute. A channel that is not the tenant's is left out. What is older than 13 months is
-- deleted on the way. One tenant a statement, so that each is one node's on Citus.
create function control.add_channel_counts(
    p_at timestamptz, p_tenants bigint[], p_channels bigint[], p_followers bigint[], p_now_requests bigint[],
    p_channel_requests bigint[]
)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    v_minute timestamptz := date_trunc('minute', p_at, 'UTC');
    v_hour   timestamptz := date_trunc('hour', p_at, 'UTC');
    v_tenant integer;
begin
    for v_tenant in
        select t.tenant_id
          from control.tenant t
         where t.tenant_id = any (p_tenants)
         order by t.tenant_id
           for key share of t
    loop
        -- SET LOCAL and not set_config(): Citus passes only the former on to its nodes.
        execute format('set local app.tenant_id = %L', v_tenant::text);
        insert into app.channel_hour as h (tenant_id, channel_id, hour, followers, minute, minute_followers, now_requests,
                                           channel_requests)
        select v_tenant, u.channel_id, v_hour, u.followers, v_minute, u.followers, u.now_requests, u.channel_requests
          from unnest(p_tenants, p_channels, p_followers, p_now_requests, p_channel_requests)
                   as u (tenant_id, channel_id, followers, now_requests, channel_requests)
          join app.channel c on c.tenant_id = v_tenant and c.channel_id = u.channel_id
         where u.tenant_id = v_tenant
         order by u.channel_id
        on conflict (tenant_id, channel_id, hour) do update
           set minute = greatest(h.minute, excluded.minute),
               minute_followers = case when h.minute = excluded.minute then h.minute_followers + excluded.followers
                                       when h.minute < excluded.minute then excluded.followers
                                       else h.minute_followers end,
               followers = greatest(h.followers,
                                    excluded.followers
                                    + case when h.minute = excluded.minute then h.minute_followers else 0 end),
               now_requests = h.now_requests + excluded.now_requests,
               channel_requests = h.channel_requests + excluded.channel_requests;
        delete from app.channel_hour h
         where h.tenant_id = v_tenant
           and h.hour < v_hour - interval '13 months';
    end loop;
    set local app.tenant_id = '';
end
$$;

grant execute on function control.add_channel_counts(timestamptz, bigint[], bigint[], bigint[], bigint[], bigint[]) to app_rt;
