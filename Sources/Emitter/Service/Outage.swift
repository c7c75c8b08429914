import Logging
import Postgres
import Synchronization

/// An outage of the database, whose beginning and end are each logged once. The error `cancelled` does not begin one.
final class Outage: Sendable {
    private let isOut = Mutex(false)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func began(_ error: PostgresError) {
        if error == .cancelled || isOut.withLock({ exchange(&$0, with: true) }) { return }
        logger.warning("the database is not available", metadata: ["error": "\(error)"])
    }

    func ended() {
        if isOut.withLock({ exchange(&$0, with: false) }) { logger.notice("the database is available again") }
    }
}
