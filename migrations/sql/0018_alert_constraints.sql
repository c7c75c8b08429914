-- Why: what ties the tables of 0017 together and closes them, as 0008 does for those of 0007. An account, a show or a
-- broadcast that is deleted takes its alerts along.

alter table app.airing_alert
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, airing_id) references app.airing (tenant_id, airing_id) on delete cascade;
alter table app.show_alert
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade;
alter table app.alert_firing
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, airing_id) references app.airing (tenant_id, airing_id) on delete cascade;
alter table app.alert_calendar add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;

select control.raise_wall('app.airing_alert');
select control.raise_wall('app.show_alert');
select control.raise_wall('app.alert_firing');
select control.raise_wall('app.alert_calendar', '{token_hash, created_at}');

-- The wall of app.cut knows no column of 0017.
grant update (listeners) on app.cut to app_rt;
