-- Why: listeners rate tracks from one to five stars, on the page of a track and in OpenSubsonic apps (spec M2, decision 0086).
-- The table only: foreign keys, the wall and the grants are in 0059 (deploy/citus/distribute-0058.sql runs between the two).

create table app.track_rating (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    track_id  bigint not null,
    rating    smallint not null check (rating between 1 and 5),
    rated_at  timestamptz not null default now(),
    primary key (tenant_id, user_id, track_id)
);

create index track_rating_of_idx on app.track_rating (tenant_id, track_id);
