-- Why: what ties the tables of 0009 together and closes them, as 0008 does for those of 0007.

alter table app.finder_state add foreign key (tenant_id) references control.tenant;
alter table app.finder_show add foreign key (tenant_id, show_id)
    references app.show (tenant_id, show_id) on delete cascade;
alter table app.finder_window add foreign key (tenant_id, show_id)
    references app.finder_show (tenant_id, show_id) on delete cascade;
alter table app.finder_episode
    add foreign key (tenant_id, show_id) references app.finder_show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, show_id, episode_id)
        references app.episode (tenant_id, show_id, episode_id) on delete cascade;
alter table app.finder_word add foreign key (tenant_id, show_id)
    references app.finder_show (tenant_id, show_id) on delete cascade;
alter table app.finder_name add foreign key (tenant_id) references control.tenant;
alter table app.finder_gap add foreign key (tenant_id) references control.tenant;

select control.raise_wall('app.finder_state', '{locale, names, inactive}');
select control.raise_wall('app.finder_show',
    '{is_listed, sort_key, rail, rank, last_airing, words_digest}');
select control.raise_wall('app.finder_window', '{closes_at}');
select control.raise_wall('app.finder_episode', '{closes_at, heard_at}');
select control.raise_wall('app.finder_word', '{items}');
select control.raise_wall('app.finder_name', '{revision}');
select control.raise_wall('app.finder_gap');

-- A mark that is there already is written again (RadioChange), so that whoever takes it waits for the change that it is of.
grant update (show_id) on app.show_change to app_rt;
grant execute on function app.finder_order(text) to app_rt;
