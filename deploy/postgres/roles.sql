-- The roles and the database of Tutti on your own PostgreSQL server (version 15 or later). The private database creates
-- them itself. Run this script as a superuser; a second run changes nothing:
--
--     psql --file=deploy/postgres/roles.sql                     # the database is called tutti
--     psql --set=database=hall --file=deploy/postgres/roles.sql # another name for the database
--     tutti migrate                                             # with TUTTI_OWNER_DATABASE_URL as app_owner
--
-- Choose how each role authenticates: `alter role app_rt password '…'`, a client certificate, or peer.

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
    -- The server and the emitter: owns nothing and reads the rows of one tenant at a time.
    if to_regrole('app_rt') is null then
        create role app_rt login noinherit;
    end if;
    -- Logical backups only: the only role that reads the rows of all tenants.
    if to_regrole('app_dump') is null then
        create role app_dump login bypassrls;
    end if;
end
$$;

-- A statement that takes longer is an error, and an idle transaction would keep its locks.
alter role app_rt set statement_timeout = '30s';
alter role app_rt set idle_in_transaction_session_timeout = '30s';

-- C.UTF-8 sorts the same on every system and in every version. Queries name a collation where people read the order.
select format('create database %I owner app_owner encoding ''UTF8'' locale ''C.UTF-8'' template template0', :'database')
 where not exists (select from pg_database where datname = :'database') \gexec

revoke all on database :"database" from public;
grant connect on database :"database" to app_rt, app_dump;

\connect :"database"
revoke all on schema public from public;
