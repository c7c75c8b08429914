-- Why: reports of plays say how many listeners heard a recording and how many skipped away from it (spec R69).
alter table app.cut add column skips integer check (skips >= 0);
grant update (skips) on app.cut to app_rt;
