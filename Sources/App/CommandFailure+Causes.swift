import EmbeddedPostgres
import HTTP
import Postgres
import Tar
import Tenancy
import TenantLife
import Web

extension CommandFailure {
    /// Creates the failure for an error of the private PostgreSQL.
    init(_ error: EmbeddedPostgresError) {
        if case .inUse = error {
            self.init(error.description, status: .dataFolderInUse)
        } else {
            self.init(error.description)
        }
    }

    /// Creates a failure that describes an error to the person at the terminal; `nil` for an error of an unknown type.
    public init?(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as EmbeddedPostgresError: self.init(error)
        case let error as MigrationError: self.init(Self.sentence(error), status: .migration)
        case let error as APIError:
            self.init(([error.detail] + error.faults.map { "\($0.field): \($0.reason)" }).joined(separator: "\n"))
        case let error as TenantRegistryError: self.init(error.description)
        case let error as PostgresError: self.init(Self.sentence(error))
        case let error as TenantImportError: self.init(error.description)
        case let error as TarError: self.init(error.description)
        case let error as ServerError: self.init(Self.sentence(error))
        default: return nil
        }
    }

    private static func sentence(_ error: MigrationError) -> String {
        switch error {
        case .gap(let missing):
            "migration \(missing) is missing from this program or from the database: use the program that migrated this database"
        case .changed(let name):
            "migration \(name) was applied with different content: use the program that migrated this database"
        case .unknown(let name):
            "the database has migration \(name), which this program does not know: use a newer program"
        case .failed(let name, let reason):
            "migration \(name) failed: \(reason); remove the cause, then run `tutti migrate` again"
        case .denied(let reason):
            "the login has no permission to migrate: \(reason); set TUTTI_OWNER_DATABASE_URL to "
                + "the URL of this database with the login app_owner"
        case .refused(let reason):
            "the database refused a statement: \(reason); the log of PostgreSQL shows the statement"
        case .lockTimeout: "another program is migrating this database: try again when the migration has ended"
        case .unavailable(let reason): unreachable(reason)
        }
    }

    private static func unreachable(_ reason: String) -> String {
        "the database cannot be reached: \(reason); check that PostgreSQL runs and that the URL of the database is correct"
    }

    private static func sentence(_ error: ServerError) -> String {
        switch error {
        case .cannotListen(let address, let reason):
            "cannot listen on \(address): \(reason); check TUTTI_HTTP, TUTTI_ADMIN and the inherited sockets"
        }
    }

    private static func sentence(_ error: PostgresError) -> String {
        switch error {
        case .server("42P01", _, _, _), .server("3F000", _, _, _):
            "the database's schema is missing or too old: run `tutti migrate` first"
        case .server(let state, let message, _, let detail):
            "the database refused a statement: \(message)\(detail.map { " (\($0))" } ?? "") [\(state)]; "
                + "the log of PostgreSQL shows the statement"
        case .unavailable(let reason): unreachable(reason)
        case .poolTimeout: "all connections to the database are busy: try again in a moment"
        case .cancelled: "a statement was cancelled before its end: try again"
        case .nulByte: "a value contains the character U+0000, which the database cannot store: remove the character"
        case .refused(let reason):
            "error in this program: a statement cannot be run: \(reason); report this error"
        case .decoding(let column, let reason):
            "error in this program: column \(column) of a query \(reason); report this error"
        }
    }
}
