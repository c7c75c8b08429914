import CFaultControl
import Logging
import Postgres

/// Connects, asks, fails in a statement, notifies and is notified.
struct PostgresUse: LibraryUse {
    let call = FAULT_ALLOCATION_LIBPQ
    let conninfo: String
    private let logger = Logger(label: "fault-driver") { _ in SwiftLogNoOpLogHandler() }

    func run() async throws -> UseOutcome {
        var configuration = Database.Configuration(conninfo: conninfo)
        configuration.pipelines = 1
        configuration.waitLimit = 5
        let database = Database(configuration, logger: logger)
        let outcome = await ask(database)
        await database.close()
        guard outcome == .right else { return outcome }
        return await listen()
    }

    private func ask(_ database: Database) async -> UseOutcome {
        do throws(PostgresError) {
            let word = String(repeating: "Musik ", count: 40)
            let rows = try await database.rows("select \(word) as word, array[1, 2]::text as numbers", idempotent: true)
            let read: (String, String)? = try rows.first.map { row throws(PostgresError) in
                (try row("word"), try row("numbers"))
            }
            guard rows.count == 1, let read, read == (word, "{1,2}") else { return .wrong("other rows came back") }
        } catch {
            return .refused
        }
        do throws(PostgresError) {
            _ = try await database.rows("select 1 / \(0) as quotient")
            return .wrong("a division by zero succeeded")
        } catch {
            return .right
        }
    }

    private func listen() async -> UseOutcome {
        let listener = NotificationListener(conninfo: conninfo, channels: ["faults"], logger: logger)
        defer { listener.close() }
        let database = Database(Database.Configuration(conninfo: conninfo), logger: logger)
        var outcome = UseOutcome.wrong("the notifications ended")
        for await event in listener.events() {
            if event == .connected {
                do throws(PostgresError) {
                    _ = try await database.rows("select pg_notify('faults', 'x')", idempotent: true)
                } catch {
                    outcome = .refused
                    break
                }
            }
            if case .notification(let channel, let payload) = event {
                outcome = channel == "faults" && payload == "x" ? .right : .wrong("\(channel): \(payload)")
                break
            }
        }
        await database.close()
        return outcome
    }
}
