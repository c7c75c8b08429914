import Foundation
import HTTP
import Logging
import Postgres

/// The program `pipelined-queries WALLED OPEN ROUNDS SECONDS`, which measures the cost of row-level security with the product's
/// PostgreSQL client.
///
/// WALLED and OPEN are connection strings to one database. Row-level security applies to the role of WALLED and not to the role of OPEN.
/// Each mode keeps four connections busy with 32 requests each (spec H4), under the scheduling policy of the product and its PostgreSQL.
/// Within a round the modes alternate in short turns, because the kernel's choice of cores can double the speed of a mode for a second
/// or two. The program prints one line for each round and mode: round, mode, queries per second.
@main
struct PipelinedQueries {
    /// The duration of a turn, in seconds.
    private static let turn = 0.05

    static func main() async throws {
        Server.favourThroughput()
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let rounds = Int(arguments[3]), let seconds = Double(arguments[4]) else {
            FileHandle.standardError.write(Data("usage: pipelined-queries WALLED OPEN ROUNDS SECONDS\n".utf8))
            exit(2)
        }
        let modes = [
            Mode(name: "open", conninfo: arguments[2], form: .implicit, setsTenant: false),
            Mode(name: "implicit", conninfo: arguments[1], form: .implicit, setsTenant: true),
            Mode(name: "explicit", conninfo: arguments[1], form: .explicit, setsTenant: true),
        ]
        // A first turn, which is not counted, opens the connections and prepares the statements.
        for mode in modes { _ = try await mode.rate(for: .milliseconds(200)) }
        let turns = max(1, Int(seconds / Self.turn))
        for round in 0..<rounds {
            var rates = modes.map { _ in 0.0 }
            for turn in 0..<turns {
                for offset in modes.indices {
                    let index = (offset + turn) % modes.count
                    rates[index] += try await modes[index].rate(for: .seconds(Self.turn)) / Double(turns)
                }
            }
            for (mode, rate) in zip(modes, rates) { print("\(round) \(mode.name) \(Int(rate))") }
            fflush(nil)
        }
    }
}

/// A way to send a query for one row by tenant and code.
///
/// `open` sends only the statement. `implicit` first sets the tenant in the same implicit transaction. `explicit` sets the tenant with
/// `BEGIN; SET LOCAL …; COMMIT`. The product uses `implicit` with its private PostgreSQL and `explicit` with other servers.
struct Mode: Sendable {
    let name: String
    private let database: Database
    private let setsTenant: Bool
    private let underWay: Int
    private static let tenant: LocalSetting.Name = "app.tenant_id"

    init(name: String, conninfo: String, form: Database.TransactionForm, setsTenant: Bool) {
        self.name = name
        self.setsTenant = setsTenant
        var configuration = Database.Configuration(conninfo: conninfo)
        configuration.transactionForm = form
        (configuration.pipelines, configuration.pipelineDepth) = (4, 32)
        underWay = configuration.pipelines * configuration.pipelineDepth
        database = Database(configuration, logger: Logger(label: "pipelined-queries"))
    }

    /// Sends queries for this duration and returns the number of queries per second.
    func rate(for duration: Duration) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + duration
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<underWay {
                group.addTask {
                    var count = 0
                    while clock.now < end {
                        try await ask()
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((clock.now - start) / .seconds(1))
    }

    private func ask() async throws {
        let tenant = Int32.random(in: 1...2000)
        let code = "p\(Int.random(in: 1...20))"
        let rows = try await database.rows(
            """
            select id, composer, title, movement
              from pieces
             where tenant_id = \(tenant)
               and code = \(code)
            """,
            settings: setsTenant ? [LocalSetting(Self.tenant, String(tenant))] : [])
        guard rows.count == 1 else { throw WrongAnswer(rows: rows.count) }
    }
}

/// The error for a query that does not return exactly one row.
struct WrongAnswer: Error {
    let rows: Int
}
