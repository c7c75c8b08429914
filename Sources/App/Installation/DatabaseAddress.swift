import Foundation
import Postgres

/// How to reach the database in one role: a libpq connection string and start-up options.
struct DatabaseAddress: Sendable {
    let connection: ConnectionString
    /// Such as `-c role=app_rt` where the login is more than that role.
    let options: String?

    init(conninfo: String, options: String?) {
        connection = ConnectionString(conninfo)
        self.options = options
    }

    var conninfo: String { connection.text }

    /// What a client program of PostgreSQL finds in its environment to get there.
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

/// The database as each part of the program reaches it (spec O2.2).
struct DatabaseAddresses: Sendable {
    /// Service, emitter, jobs: `app_rt`, which owns nothing.
    let runtime: DatabaseAddress
    /// `migrate`, `tenant`, `user`: `app_owner`.
    let owner: DatabaseAddress
    /// LISTEN needs a direct connection where `runtime` goes through a pooler.
    let listen: DatabaseAddress
    /// `backup`, and the comparison at the end of `restore`: `app_dump`. `nil` when nobody said how to log in as it.
    let dump: DatabaseAddress?

    init(runtime: DatabaseAddress, owner: DatabaseAddress, listen: DatabaseAddress, dump: DatabaseAddress? = nil) {
        self.runtime = runtime
        self.owner = owner
        self.listen = listen
        self.dump = dump
    }

    /// A PostgreSQL of one's own. With one URL its login takes both roles by turns, which a first try with a
    /// superuser needs; with an owner's URL beside it the first login is expected to be `app_rt` itself.
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

    /// Takes over where others say the database is, for connections made from now on.
    ///
    /// - Returns: whether any is another than before.
    func replace(with other: DatabaseAddresses) -> Bool {
        let changes = [(runtime, other.runtime), (owner, other.owner), (listen, other.listen)].map { mine, new in
            mine.connection.replace(with: new.conninfo)
        }
        return changes.contains(true)
    }
}
