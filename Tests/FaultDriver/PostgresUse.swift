import CFaultControl
import Logging
import Postgres

/// Connects, runs queries, causes an SQL error, and sends and receives notifications.
struct PostgresUse: LibraryUse {
    let allocation = FAULT_ALLOCATION_LIBPQ
    let conninfo: String
    private let logger = Logger(label: "fault-driver") { _ in SwiftLogNoOpLogHandler() }

    private var configuration: Database.Configuration {
        var configuration = Database.Configuration(conninfo: conninfo)
        configuration.pipelines = 1
        configuration.waitLimit = 60
        // libpq drops a response that it cannot allocate, so the client waits in vain. It gives up the connection
        // sooner here than in the service.
        configuration.silenceLimit = 1
        return configuration
    }

    func run() async throws -> UseOutcome {
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

    /// The handler makes a polling thread wait for the connection. libpq silently drops a notification that it cannot allocate, so it is sent until
    /// it arrives. For this reason the
    /// service also polls once a second.
    private func listen() async -> UseOutcome {
        let listener = NotificationListener(conninfo: conninfo, channels: ["faults"], logger: logger)
        let database = Database(configuration, logger: logger)
        let notifying = Task {
            for _ in 0..<2000 where !Task.isCancelled {
                _ = try? await database.rows("select pg_notify('faults', 'x')")
                try? await Task.sleep(for: .milliseconds(50))
            }
            listener.close()
        }
        var outcome = UseOutcome.wrong("no notification arrives")
        for await case .notification(let channel, let payload) in listener.events(handledBy: { _, _ in false }) {
            outcome = channel == "faults" && payload == "x" ? .right : .wrong("\(channel): \(payload)")
            break
        }
        notifying.cancel()
        await notifying.value
        await database.close()
        return outcome
    }
}
