-- Why: servers keep in memory what the Show Finder lists (decision 0026), and ask before each answer whether it is still so. The
-- radio's revision rises with every song that is told; this number rises with the catalogue, and when the finder's job
-- has written down other lists.
alter table app.radio_revision add column listing bigint not null default 1 check (listing > 0);
grant update (listing) on app.radio_revision to app_rt;
