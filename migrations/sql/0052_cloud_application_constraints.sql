-- Why: what closes the table of the migration before, as 0016 does for those of 0015.

select control.raise_wall('app.cloud_application', '{client_id, client_secret, changed_at}');
