-- Why: an import can be ended before it is done, by a person or because its client has left, and its record says so. The record
-- decides: a server publishes only what is still under way.
alter table app.radio_import
    drop constraint radio_import_outcome_check,
    add constraint radio_import_outcome_check
        check (outcome in ('under-way', 'published', 'unchanged', 'refused', 'dry-run', 'broken-off', 'cancelled'));
