-- The roles of Tutti on a PostgreSQL server of one's own; the private cluster makes them itself. Run once as a
-- superuser, then make the database:
--
--     psql --file=deploy/postgres/roles.sql
--     createdb --owner=app_owner --encoding=UTF8 --locale=C.UTF-8 --template=template0 tutti
--     psql --dbname=tutti --command='revoke all on schema public from public'
--     tutti migrate          # with TUTTI_OWNER_DATABASE_URL as app_owner
--
-- How each logs in is yours to say: `alter role app_rt password '…'`, a client certificate, or peer.

do $$
begin
    -- Owns the schema and runs the migrations. It may log in: Citus connects to its workers as this role.
    if to_regrole('app_owner') is null then
        create role app_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
    end if;
    -- The server and the emitter: owns nothing and sees one tenant at a time.
    if to_regrole('app_rt') is null then
        create role app_rt login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
    end if;
    -- Backups only: the one role that reads past the wall between tenants.
    if to_regrole('app_dump') is null then
        create role app_dump login nosuperuser nocreatedb nocreaterole replication bypassrls;
    end if;
end
$$;

-- A statement of the service that takes longer has gone wrong; a transaction left open holds locks.
alter role app_rt set statement_timeout = '30s';
alter role app_rt set idle_in_transaction_session_timeout = '30s';
