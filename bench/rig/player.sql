-- Listeners who own a player: accounts with an access token each, and the tracks of their queues. psql variables: slug (of the tenant),
-- tracks, hashes (the SHA-256 of the token of each listener, with blanks).

select tenant_id as tenant from control.active_tenants() where slug = :'slug' \gset
set app.tenant_id = :'tenant';

insert into app.user_account (login, password_hash, role)
select 'player-' || p.number - 1, a.password_hash, 'listener'
  from unnest(string_to_array(:'hashes', ' ')) with ordinality as p (hash, number)
  join app.user_account a on a.tenant_id = :tenant and a.login = 'bench';
insert into app.session (user_id, kind, token_hash, expires_at)
select a.user_id, 'token', decode(p.hash, 'hex'), now() + interval '1 day'
  from unnest(string_to_array(:'hashes', ' ')) with ordinality as p (hash, number)
  join app.user_account a on a.tenant_id = :tenant and a.login = 'player-' || p.number - 1;

insert into app.cloud_user (urn, username, name_key) values ('soundcloud:users:990000000', 'Bench', 'bench');
insert into app.cloud_track (urn, cloud_user_id, title, duration_ms, title_key)
select 'soundcloud:tracks:' || 990000000 + i, u.cloud_user_id, 'Track ' || i, 180000 + i * 1000, 'track ' || i
  from generate_series(1, :tracks) as i, app.cloud_user u
 where u.tenant_id = :tenant and u.urn = 'soundcloud:users:990000000';
