import Foundation
import Postgres

/// The address of the database in one role: a libpq connection string and start-up options.
struct DatabaseAddress: Sendable {
    let connection: ConnectionString
    /// The start-up options, such as `-c role=app_rt`, which limit a login with more rights to one role; `nil` for none.
    let options: String?

    init(conninfo: String, options: String?) {
        connection = ConnectionString(conninfo)
        self.options = options
    }

    var conninfo: String { connection.text }

    /// Returns the environment for a client program of PostgreSQL: that of this process, with the password of `words` as `PGPASSWORD` and `options`
    /// as `PGOPTIONS`, if there are any.
    func environment(_ words: ProgramAddress) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.merging(words.environment) { _, given in given }
        if let options { environment["PGOPTIONS"] = options }
        return environment
    }

    func configuration(_ settings: Settings) -> Database.Configuration {
        var configuration = Database.Configuration(connection)
        configuration.options = options
        configuration.preparesStatements = settings.preparesStatements
        configuration.waitLimit = settings.databaseWait
        return configuration
    }
}

/// The addresses of the database for the parts of the program (spec O2.2).
struct DatabaseAddresses: Sendable {
    /// The address for the service, the emitter, jobs and most commands, with the role `app_rt`, which owns no tables.
    let runtime: DatabaseAddress
    /// The address for migrations, restores, and the commands that change tenants, add accounts or manage platform administrators, with the role
    /// `app_owner`.
    let owner: DatabaseAddress
    /// The address for LISTEN, which needs a direct connection if `runtime` leads to a connection pooler.
    let listen: DatabaseAddress
    /// The address for `backup` and for the comparison at the end of `restore`, with the role `app_dump`; `nil` without a login for it.
    let dump: DatabaseAddress?

    init(runtime: DatabaseAddress, owner: DatabaseAddress, listen: DatabaseAddress, dump: DatabaseAddress? = nil) {
        self.runtime = runtime
        self.owner = owner
        self.listen = listen
        self.dump = dump
    }

    /// Creates the addresses of an external PostgreSQL. If the settings have an owner URL, the login of `url` must be `app_rt`; otherwise it must be
    /// able to take all three roles.
    init(url: String, settings: Settings) {
        let taken = settings.ownerDatabaseURL == nil
        let runtimeOptions = taken ? "-c role=app_rt" : nil
        runtime = DatabaseAddress(conninfo: url, options: runtimeOptions)
        owner = DatabaseAddress(
            conninfo: settings.ownerDatabaseURL ?? url, options: taken ? "-c role=app_owner" : nil)
        listen = DatabaseAddress(conninfo: settings.listenDatabaseURL ?? url, options: runtimeOptions)
        dump =
            settings.dumpDatabaseURL.map { DatabaseAddress(conninfo: $0, options: nil) }
            ?? (taken ? DatabaseAddress(conninfo: url, options: "-c role=app_dump") : nil)
    }

    /// Replaces the connection strings, except that of `dump`, and returns whether one has changed. Open connections stay.
    func replace(with other: DatabaseAddresses) -> Bool {
        let changes = [(runtime, other.runtime), (owner, other.owner), (listen, other.listen)].map { mine, new in
            mine.connection.replace(with: new.conninfo)
        }
        return changes.contains(true)
    }
}
