/// The first statements in a new cluster, for the roles and the database (spec O2.2), as in `deploy/postgres/roles.sql` for a separate server.
enum Bootstrap {
    /// The statements for `postgres --single -j` in `template1`, so that the new database inherits a `public` schema on which PUBLIC has no
    /// privileges.
    static let statements = """
        revoke all on schema public from public;

        create role app_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;

        create role app_rt login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;

        create role app_dump login nosuperuser nocreatedb nocreaterole replication bypassrls;

        alter role app_rt set statement_timeout = '30s';

        create database \(Initialiser.database) owner app_owner;

        revoke all on database \(Initialiser.database) from public;

        grant connect on database \(Initialiser.database) to app_rt, app_dump;

        revoke all on database postgres from public;

        revoke all on database template1 from public;


        """
}
