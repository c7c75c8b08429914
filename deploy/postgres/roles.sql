-- The roles and the database of Tutti on a PostgreSQL server of one's own (version 15 or later); the private
-- cluster makes them itself. Run as a superuser; running it again changes nothing:
--
--     psql --file=deploy/postgres/roles.sql                     # the database is called tutti
--     psql --set=database=hall --file=deploy/postgres/roles.sql # or as you like
--     tutti migrate                                             # with TUTTI_OWNER_DATABASE_URL as app_owner
--
-- How each role connects is yours to say: `alter role app_rt password '…'`, a client certificate, or peer.

\set ON_ERROR_STOP on
\if :{?database}
\else
\set database tutti
\endif

do $$
begin
    -- Owns the schema and runs the migrations. It may log in: Citus connects to its workers as this role.
    if to_regrole('app_owner') is null then
        create role app_owner login;
    end if;
    -- The server and the emitter: owns nothing and sees one tenant at a time.
    if to_regrole('app_rt') is null then
        create role app_rt login noinherit;
    end if;
    -- Logical backups only: the one role that reads past the wall between tenants.
    if to_regrole('app_dump') is null then
        create role app_dump login bypassrls;
    end if;
end
$$;

-- A statement of the service that takes longer has gone wrong; a transaction left open holds locks.
alter role app_rt set statement_timeout = '30s';
alter role app_rt set idle_in_transaction_session_timeout = '30s';

-- C.UTF-8 sorts the same on every system and for ever; people's order comes from collations named in queries.
select format('create database %I owner app_owner encoding ''UTF8'' locale ''C.UTF-8'' template template0', :'database')
 where not exists (select from pg_database where datname = :'database') \gexec

revoke all on database :"database" from public;
grant connect on database :"database" to app_rt, app_dump;

\connect :"database"
revoke all on schema public from public;
