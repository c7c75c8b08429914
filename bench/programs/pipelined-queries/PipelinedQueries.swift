import Foundation
import HTTP
import Logging
import Postgres

/// `pipelined-queries WALLED OPEN ROUNDS SECONDS`: what row-level security costs, through the product's PostgreSQL client.
///
/// WALLED and OPEN are connection strings to one database, in a role that the wall holds and in one that it does not.
/// Each way keeps four connections busy with 32 requests each (spec H4), under the policy that the product and its PostgreSQL
/// run under. Within a round the ways take short turns: which core the kernel gives to whom makes one and the same way up to twice
/// as quick for a second or two.
/// Prints a line for each: round, way, queries a second.
@main
struct PipelinedQueries {
    /// In seconds.
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
        // Connections open and statements are prepared before anything counts.
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

/// One way to ask for a row by tenant and code.
///
/// `open` sends the statement alone, `implicit` sets the tenant before it in the same implicit transaction, `explicit`
/// in `BEGIN; SET LOCAL …; COMMIT`, as the product does. All three go through the same client as one pipeline.
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

    /// Queries a second.
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

/// The wall or the data are not what this program expects.
struct WrongAnswer: Error {
    let rows: Int
}
