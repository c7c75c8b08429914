-- Why: what ties the tables of 0048 to the others and closes them, as 0016 does for those of 0015.

alter table app.player
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.player_device
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.player_history
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.player_request
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;

select control.raise_wall('app.player', '{session, queue, revision, updated_at}');
select control.raise_wall('app.player_device', '{name, abilities, seen_at}');
select control.raise_wall('app.player_history');
select control.raise_wall('app.player_request');
