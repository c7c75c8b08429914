import Foundation
import Logging
import Postgres
import Radio
import Tenancy

/// The program that measures the radio endpoints with large stations. The stations are in the existing tenants `scale-1`, `scale-2` …, in
/// the order of the factors. The program connects with the role of the service.
///
/// - `radio-scale make CONNINFO FACTOR…` creates a station for each factor and updates the tables of the Show Finder.
/// - `radio-scale ask CONNINFO FACTOR…` measures the requests of listeners (`Questions`) without and with warm caches, and prints how
///   much longer each kind of request takes at the last factor. The exit status is 1 if a kind exceeds its goal at that factor.
/// - `radio-scale plans CONNINFO LOG FACTOR…` sends the same requests to a server that logs the plan of every statement to LOG
///   (auto_explain, as JSON), and prints the tables that were scanned. The exit status is 1 if a large table was scanned.
@main
struct RadioScale {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let command = arguments.isEmpty ? "" : arguments.removeFirst()
        let conninfo = arguments.isEmpty ? "" : arguments.removeFirst()
        let log = command == "plans" && !arguments.isEmpty ? arguments.removeFirst() : ""
        let factors = arguments.compactMap(Double.init)
        guard ["make", "ask", "plans"].contains(command), !factors.isEmpty, factors.count == arguments.count else {
            FileHandle.standardError.write(
                Data(
                    "usage: radio-scale make|ask CONNINFO FACTOR...\n       radio-scale plans CONNINFO LOG FACTOR...\n"
                        .utf8))
            exit(2)
        }
        var logger = Logger(label: "radio-scale")
        logger.logLevel = .warning
        var configuration = Database.Configuration(conninfo: conninfo)
        configuration.transactionForm = .implicit
        configuration.silenceLimit = 60
        let database = Database(configuration, logger: logger)
        let tenants = TenantDatabase(database)
        var columns: [[Timing]] = []
        var isHeld = true
        for (number, factor) in factors.enumerated() {
            let slug = "scale-\(number + 1)"
            let rows = try await database.rows(
                "select tenant_id from control.active_tenants() where slug = \(slug)")
            let tenant: TenantID = try rows[0]("tenant_id")
            if command == "make" {
                try await make(Station(database: tenants, tenant: tenant, factor: factor))
                continue
            }
            let questions = Questions(tenants, tenant, try await Picture(tenants, tenant), logger).all
            if command == "ask" {
                var timings: [Timing] = []
                for (name, ask) in questions { timings.append(try await Timing(name, ask)) }
                columns.append(timings)
            } else {
                var report = try await PlanReport(database, log: log)
                for (name, ask) in questions { try await report.watch(name, ask) }
                print("x\(factor)\n\(report.table)\n")
                isHeld = isHeld && report.isHeld
            }
        }
        if !columns.isEmpty {
            print(Timing.table(columns, factors))
            isHeld = columns[columns.count - 1].allSatisfy(\.isHeld)
        }
        await database.close()
        exit(isHeld ? 0 : 1)
    }

    private static func make(_ station: Station) async throws {
        let clock = ContinuousClock()
        let made = try await clock.measure { try await station.make { print("\(station.factor): \($0)") } }
        let indexed = try await clock.measure {
            try await FinderIndex(database: station.database).update(station.tenant)
        }
        print("\(station.factor): made in \(made), brought up to date in \(indexed)")
    }
}
