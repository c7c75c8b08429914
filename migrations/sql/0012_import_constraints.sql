-- Why: what ties the tables of 0011 together and closes them, as 0008 does for those of 0007.

alter table app.radio_stage add foreign key (tenant_id) references control.tenant;
alter table app.art add constraint art_source_key unique (tenant_id, source, source_key);

-- The wall of app.art knows no column of 0011.
grant update (source, source_key) on app.art to app_rt;

select control.raise_wall('app.radio_stage', '{id, channel_id, starts_at, ends_at, slug, state, is_touched}');
