import Logging
import Postgres
import Synchronization

/// Says once that the database cannot be used and once that it can again, however often it was asked in between.
final class Outage: Sendable {
    private let isOut = Mutex(false)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func began(_ error: PostgresError) {
        if error == .cancelled || isOut.withLock({ exchange(&$0, with: true) }) { return }
        logger.warning("the database cannot be used", metadata: ["error": "\(error)"])
    }

    func ended() {
        if isOut.withLock({ exchange(&$0, with: false) }) { logger.notice("the database can be used again") }
    }
}
