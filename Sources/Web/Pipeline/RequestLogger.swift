import HTTP
import Logging

/// What a request's lines carry. The logger is made where a line is to be written, which most requests never do.
struct RequestLogger: Sendable {
    let base: Logger
    let requestID: String
    /// The trace that the request belongs to; `nil` for what no request asked for.
    let trace: TraceID?

    var logger: Logger {
        var logger = base
        logger[metadataKey: "request.id"] = "\(requestID)"
        if let trace { logger[metadataKey: "trace.id"] = "\(trace.text)" }
        return logger
    }
}
