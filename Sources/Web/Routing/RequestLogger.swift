import HTTP
import Logging

/// The metadata for log lines of a request. Few requests log anything besides the line of `RequestRecorder`, so the logger is created on demand.
struct RequestLogger: Sendable {
    let base: Logger
    let requestID: String
    let trace: TraceID?

    var logger: Logger {
        var logger = base
        logger[metadataKey: "request.id"] = "\(requestID)"
        if let trace { logger[metadataKey: "trace.id"] = "\(trace.text)" }
        return logger
    }
}
