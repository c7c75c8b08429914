-- Twenty tenants beside those that are measured, with the shows of small stations and what the finder keeps of them: a database
-- that many share, in which to read a table as a whole is to read what is mostly others'.

insert into control.tenant (slug, name, locale)
select 'neighbour-' || n, 'Neighbour', 'cs' from generate_series(1, 20) n;

create temporary table neighbour as
select tenant_id from control.tenant where slug like 'neighbour-%';

insert into app.category (tenant_id, name, rank)
select tenant_id, 'Category ' || i, i from neighbour, generate_series(1, 10) i;
insert into app.channel (tenant_id, slug, name, time_zone, number)
select tenant_id, 'channel-' || i, 'Channel ' || i, 'Europe/Prague', i from neighbour, generate_series(1, 50) i;
insert into app.channel_category (tenant_id, channel_id, category_id, is_primary)
select c.tenant_id, c.channel_id, k.category_id, true
  from app.channel c
  join app.category k on k.tenant_id = c.tenant_id and k.rank = c.number % 10 + 1
 where c.tenant_id in (select tenant_id from neighbour);
insert into app.show (tenant_id, title)
select tenant_id, 'Show ' || i from neighbour, generate_series(1, 2500) i;
insert into app.show_channel (tenant_id, show_id, channel_id)
select s.tenant_id, s.show_id, c.channel_id
  from (select tenant_id, show_id, row_number() over (partition by tenant_id order by show_id) as n
          from app.show
         where tenant_id in (select tenant_id from neighbour)) s
  join app.channel c on c.tenant_id = s.tenant_id and c.number = s.n % 50 + 1;
insert into app.finder_show (tenant_id, show_id, is_listed, sort_key, rail, rank, last_airing)
select tenant_id, show_id, true, title, 'S', show_id, now()
  from app.show
 where tenant_id in (select tenant_id from neighbour);
insert into app.finder_window (tenant_id, show_id, opens_at, closes_at)
select tenant_id, show_id, '2020-01-01', 'infinity'
  from app.show
 where tenant_id in (select tenant_id from neighbour);
