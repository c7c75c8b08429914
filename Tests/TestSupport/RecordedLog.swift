import Logging
import Synchronization

/// A log handler that records lines, for tests that count them.
public final class RecordedLog: Sendable {
    public struct Line: Sendable {
        public let level: Logger.Level
        public let message: String
        public let metadata: Logger.Metadata
    }

    private let recorded = Mutex<[Line]>([])

    public init() {}

    public var lines: [Line] { recorded.withLock { $0 } }

    public var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self) }
    }

    private func record(_ line: Line) { recorded.withLock { $0.append(line) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.record(
                Line(
                    level: event.level, message: event.message.description,
                    metadata: metadata.merging(event.metadata ?? [:]) { $1 }))
        }
    }
}
