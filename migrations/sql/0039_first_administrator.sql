-- Why: somebody who looks after all tenants makes a tenant and has to hand it over. The first administrator gets an invitation, the
-- same single-use link that administrators make, and nobody of the platform ever knows a password of the tenant.

-- The login that an invitation suggests; the person who accepts it may choose another.
alter table app.account_link
    add column login text check (length(login) between 1 and 254 and login !~ '[[:cntrl:]]'),
    add constraint account_link_login_invitation check (login is null or purpose = 'invitation');

-- Whether a tenant has an administrator, and until when an invitation of the platform can be used. No row for an unknown tenant.
create function control.administrator_status(p_slug text)
returns table (tenant_id integer, has_administrator boolean, invited_until timestamptz)
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
    v_tenant integer;
begin
    select t.tenant_id into v_tenant from control.tenant t where t.slug = p_slug;
    if not found then
        return;
    end if;
    -- SET LOCAL and not set_config(): Citus passes only the former on to its nodes.
    execute format('set local app.tenant_id = %L', v_tenant::text);
    return query
    select v_tenant,
           exists (select from app.user_account u where u.tenant_id = v_tenant and u.role = 'admin'),
           (select max(l.expires_at)
              from app.account_link l
             where l.tenant_id = v_tenant
               and l.purpose = 'invitation'
               and l.role = 'admin'
               and l.created_by is null
               and l.used_at is null
               and l.expires_at > now());
end
$$;

-- Stores an invitation for a tenant's first administrator in place of one that nobody has used. At most ten an hour for one tenant.
-- Returns when it ends and the host that its address begins with; no row for an unknown tenant.
create function control.invite_administrator(
    p_slug text, p_key bytea, p_login text, p_email text, p_seconds bigint, p_kind text, p_actor text, p_request text
)
returns table (expires_at timestamptz, host text)
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
    v_tenant  integer;
    v_host    text;
    v_expires timestamptz := now() + make_interval(secs => p_seconds);
begin
    -- Two invitations at the same time wait for each other here, so that one is left.
    select t.tenant_id into v_tenant from control.tenant t where t.slug = p_slug for update;
    if not found then
        return;
    end if;
    v_host := control.primary_host(v_tenant);
    if v_host is null then
        raise exception 'the tenant has no host'
            using errcode = 'check_violation', constraint = 'administrator_invitation_host';
    end if;
    if (select s.has_administrator from control.administrator_status(p_slug) s) then
        raise exception 'the tenant has an administrator'
            using errcode = 'check_violation', constraint = 'administrator_invitation_first';
    end if;
    if (select count(*)
          from control.platform_audit a
         where a.tenant = p_slug
           and a.action = 'tenant.administrator.invite'
           and a.at > now() - interval '1 hour') >= 10 then
        raise exception 'too many invitations'
            using errcode = 'check_violation', constraint = 'administrator_invitation_hourly';
    end if;
    delete from app.account_link l
     where l.tenant_id = v_tenant
       and l.purpose = 'invitation'
       and l.role = 'admin'
       and l.created_by is null
       and l.used_at is null;
    insert into app.account_link (tenant_id, purpose, token_hash, role, login, email, expires_at)
    values (v_tenant, 'invitation', p_key, 'admin', p_login, p_email, v_expires);
    perform control.record_act(
        v_tenant, p_slug, 'tenant.administrator.invite', p_kind, p_actor,
        jsonb_strip_nulls(jsonb_build_object('login', p_login, 'email', p_email)), p_request);
    return query select v_expires, v_host;
end
$$;

-- The doors for a session of the platform; see 0006.
create function control.platform_administrator(p_key bytea, p_slug text)
returns table (tenant_id integer, has_administrator boolean, invited_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
    perform control.platform_login(p_key);
    return query select s.* from control.administrator_status(p_slug) s;
end
$$;

create function control.platform_invite_administrator(
    p_key bytea, p_slug text, p_link bytea, p_login text, p_email text, p_seconds bigint, p_request text
)
returns table (expires_at timestamptz, host text)
language sql security definer set search_path = pg_catalog, pg_temp
as $$
    select i.*
      from control.invite_administrator(
               p_slug, p_link, p_login, p_email, p_seconds, 'platform', control.platform_login(p_key), p_request) i
$$;

grant execute on function control.platform_administrator(bytea, text),
    control.platform_invite_administrator(bytea, text, bytea, text, text, bigint, text) to app_rt;
