import Foundation
import HTTP
import Logging
import Observability
import Postgres
import Synchronization
import Tenancy
import Web

/// The program `pieces-from-database HOST PORT CONNINFO`, which serves `GET /getPieces.php` without a cache. For each request it finds
/// the tenant and the route, reads the programme from PostgreSQL under row-level security, and logs and counts the request.
///
/// The product answers this path from memory. A comparison with a server that queries its database for each request therefore needs
/// this program, which consists of the product's modules with a single route.
@main
struct PiecesFromDatabase {
    static func main() async throws {
        Server.favourThroughput()
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = Int(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: pieces-from-database HOST PORT CONNINFO\n".utf8))
            exit(2)
        }
        let output = LineLogHandler.bootstrap(level: .info, format: .json)
        defer { output.flush() }
        let logger = Logger(label: "pieces-from-database")
        let queues = Server.queues(ProcessInfo.processInfo.activeProcessorCount)
        var configuration = Database.Configuration(conninfo: arguments[3])
        configuration.loopQueues = queues
        // The product uses the same form with its private PostgreSQL.
        configuration.transactionForm = .implicit
        let database = Database(configuration, logger: logger)
        let programme = Programme(database: TenantDatabase(database))
        let application = Application(
            router: try Router([
                Route("getPieces", .get, "/getPieces.php", access: .everyone, errors: .plain) { _, context in
                    .text(try await programme.text(in: context.tenant.id))
                }
            ]),
            probes: Probes { [] }, tenants: TenantDirectory(database, fallback: nil, of: nil, logger: logger),
            authenticator: Nobody(), proxies: .none, logger: logger)
        let server = Server(
            Server.Configuration(
                host: arguments[1], port: port, queues: queues,
                fields: SecurityFields.server),
            responder: application,
            observer: RequestObserver(registry: MetricsRegistry(), log: output),
            logger: logger)
        try await server.start()
        // SIGTERM ends the process immediately; the program has no state to save.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// The list of pieces in the form that old phones read, queried for each request.
///
/// The program caches only the identifier of the current concert, as the product does. The compared pages have the identifier of their
/// organisation in the same way.
final class Programme: Sendable {
    private let database: TenantDatabase
    private let concerts = Mutex<[TenantID: Int64]>([:])

    init(database: TenantDatabase) { self.database = database }

    func text(in tenant: TenantID) async throws -> String {
        let concert = try await concert(in: tenant)
        let pieces: [Piece] = try await database.all(
            in: tenant,
            """
            select w.composer, w.title, p.movement
              from app.piece p
              join app.work w on w.tenant_id = p.tenant_id and w.work_id = p.work_id
             where p.tenant_id = \(tenant)
               and p.concert_id = \(concert)
             order by p.position
            """)
        var text = ""
        for piece in pieces {
            if !text.isEmpty { text += ";" }
            text += piece.composer
            text += ", "
            text += piece.title
            text += ": "
            text += piece.movement
        }
        return text
    }

    private func concert(in tenant: TenantID) async throws -> Int64 {
        if let concert = concerts.withLock({ $0[tenant] }) { return concert }
        let live: Live? = try await database.first(
            in: tenant,
            """
            select concert_id
              from app.live
             where tenant_id = \(tenant)
            """)
        guard let live else { throw APIError(.notFound, code: .noLiveConcert, "no concert is on") }
        concerts.withLock { $0[tenant] = live.concert }
        return live.concert
    }

    struct Live: RowDecodable {
        let concert: Int64

        init(row: Row) throws(PostgresError) { concert = try row("concert_id") }
    }

    struct Piece: RowDecodable {
        let composer: String
        let title: String
        let movement: String

        init(row: Row) throws(PostgresError) {
            composer = try row("composer")
            title = try row("title")
            movement = try row("movement")
        }
    }
}

/// An authenticator without accounts, for which every caller is anonymous.
struct Nobody: Authenticator {
    func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? { nil }
}
