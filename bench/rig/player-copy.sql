-- Gives every listener of player.sql the player of the account `bench`. psql variable: slug.

select tenant_id as tenant from control.active_tenants() where slug = :'slug' \gset
set app.tenant_id = :'tenant';

select p.session as session, p.queue as queue, p.revision as revision
  from app.player p
  join app.user_account a on a.tenant_id = p.tenant_id and a.user_id = p.user_id
 where p.tenant_id = :tenant and a.login = 'bench' \gset
insert into app.player (user_id, session, queue, revision)
select user_id, :'session', :'queue', :revision from app.user_account where tenant_id = :tenant and login like 'player-%'
    on conflict (tenant_id, user_id) do update
   set session = excluded.session, queue = excluded.queue, revision = excluded.revision;
insert into app.player_device (user_id, device, name, seen_at)
select a.user_id, d, d, now() - random() * interval '1 minute'
  from app.user_account a, unnest(array['phone', 'web']) as d
 where a.tenant_id = :tenant and a.login like 'player-%'
    on conflict (tenant_id, user_id, device) do nothing;
analyze app.player, app.player_device, app.session, app.user_account;
