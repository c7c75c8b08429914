-- Why: an import takes minutes where a source is large, and whoever brings it in, or finds that another one is under way, wants to
-- see how far it is (spec R68, decision 0028). So its row is there from its beginning: it says what the import is about while it
-- runs, and what came of it afterwards. What is finished stays as it is: the service writes rows that are under way, and no others.
alter table app.radio_import
    alter column finished_at drop not null,
    -- What it is about and how many items it has read, with the moment of that; null when it is over.
    add column progress jsonb,
    drop constraint radio_import_outcome_check,
    add constraint radio_import_outcome_check
        check (outcome in ('under-way', 'published', 'unchanged', 'refused', 'dry-run', 'broken-off')),
    add constraint radio_import_finished_check check (finished_at is not null or outcome = 'under-way');
grant update (sha256, finished_at, outcome, report, progress) on app.radio_import to app_rt;
