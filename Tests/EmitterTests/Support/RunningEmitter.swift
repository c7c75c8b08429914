import Logging
import Postgres
import Tenancy
import TestSupport

@testable import Emitter

/// An emitter service in this process, with its own database client.
struct RunningEmitter {
    let database: Database
    let service: EmitterService
    private let notifications: NotificationListener
    private let task: Task<Void, Never>

    init(
        _ conninfo: String, holder: String = "test \(UInt64.random(in: 0 ... .max))",
        serving served: Set<String>? = nil
    ) {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        var configuration = Database.Configuration(conninfo: conninfo)
        configuration.pipelines = 1
        configuration.exclusive = 1
        configuration.waitLimit = 1
        // A busy machine must not look like a frozen server.
        configuration.silenceLimit = 60
        let database = Database(configuration, logger: logger)
        let notifications = NotificationListener(conninfo: conninfo, channels: ["tutti"], logger: logger)
        let service = EmitterService(
            database: database, holder: holder, notifications: notifications,
            defaults: MulticastScope(interface: "127.0.0.1", ttl: 0), serving: served, logger: logger)
        (self.database, self.notifications, self.service) = (database, notifications, service)
        task = Task { await service.run() }
    }

    /// Has the same effect as SIGTERM.
    func stop() async {
        task.cancel()
        await task.value
        notifications.close()
        await database.close()
    }
}

/// Runs `body` with an emitter, which is stopped afterwards.
func withEmitter<Result: Sendable>(
    _ database: TestDatabase, _ body: (RunningEmitter) async throws -> Result
) async throws -> Result {
    let emitter = RunningEmitter(database.runtimeConninfo)
    do {
        let result = try await body(emitter)
        await emitter.stop()
        return result
    } catch {
        await emitter.stop()
        throw error
    }
}
