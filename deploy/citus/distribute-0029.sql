-- Tutti on Citus: the table of migration 0029, between it and 0030. See distribute.sql for when and as whom.

select create_reference_table('control.identifier_secret');
