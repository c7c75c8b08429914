-- Why: an emitter whose packets do not go out was seen by nobody but its log. The holder of a lease now says beside it
-- what became of its packets and what is wrong, where every server can read it; a standby leaves its name there, so that a
-- holder in trouble knows whether another could do better. Two live concerts in one group on two networks never meet: the
-- scope of a live concert has the interface as its third part.

alter table app.emitter_lease
    -- The address that packets leave by.
    add column interface text,
    -- Over all holders, since the tenant's first packet.
    add column packets_sent bigint not null default 0,
    add column packets_failed bigint not null default 0,
    add column last_sent_at timestamptz,
    -- What is wrong, in a sentence for the operator, and since when.
    add column problem text,
    add column problem_at timestamptz,
    add column standby text,
    add column standby_until timestamptz,
    add constraint emitter_lease_packets check (packets_sent >= 0 and packets_failed >= 0);
grant update (interface, packets_sent, packets_failed, last_sent_at, problem, problem_at, standby, standby_until)
    on app.emitter_lease to app_rt;

alter table control.on_air add column multicast_interface inet not null default '0.0.0.0';
update control.on_air o
   set multicast_interface = t.multicast_interface
  from control.tenant t
 where t.tenant_id = o.tenant_id
   and t.multicast_interface is not null;
alter table control.on_air
    drop constraint on_air_scope_key,
    add constraint on_air_scope_key primary key (multicast_group, multicast_port, multicast_interface);

-- Takes the scope for the tenant of this transaction, giving up the one it had. A scope that another tenant holds fails on
-- on_air_scope_key. 0.0.0.0 is an interface that nobody named: it may be any, so it meets every one.
create function control.go_on_air(p_group text, p_port integer, p_interface text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
    if exists (select
                 from control.on_air o
                where o.multicast_group = p_group::inet
                  and o.multicast_port = p_port
                  and o.tenant_id <> app.tenant_id()
                  and '0.0.0.0' in (o.multicast_interface, p_interface::inet)) then
        raise exception 'another tenant is on the air there'
            using errcode = 'unique_violation', constraint = 'on_air_scope_key';
    end if;
    insert into control.on_air (multicast_group, multicast_port, multicast_interface, tenant_id)
    values (p_group::inet, p_port, p_interface::inet, app.tenant_id())
    on conflict on constraint on_air_tenant_key
    do update set multicast_group = excluded.multicast_group, multicast_port = excluded.multicast_port,
                  multicast_interface = excluded.multicast_interface, since = now();
end
$$;

-- As a server of the version before calls it.
create or replace function control.go_on_air(p_group text, p_port integer) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
    select control.go_on_air(p_group, p_port, '0.0.0.0')
$$;

grant execute on function control.go_on_air(text, integer, text) to app_rt;

-- An idempotency key that comes again with another request is refused: what each key was used for.
alter table app.live_change add column request_digest bytea check (length(request_digest) = 32);
alter table app.hall_message add column request_digest bytea check (length(request_digest) = 32);
