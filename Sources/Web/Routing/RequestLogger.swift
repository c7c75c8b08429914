import HTTP
import Logging

/// The metadata for log lines of a request. The logger is created on demand, because most requests write no log line.
struct RequestLogger: Sendable {
    let base: Logger
    let requestID: String
    /// The trace of the request; `nil` outside of a request.
    let trace: TraceID?

    var logger: Logger {
        var logger = base
        logger[metadataKey: "request.id"] = "\(requestID)"
        if let trace { logger[metadataKey: "trace.id"] = "\(trace.text)" }
        return logger
    }
}
