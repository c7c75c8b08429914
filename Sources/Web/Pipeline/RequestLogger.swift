import Logging

/// What a request's lines carry. The logger is made where a line is to be written, which most requests never do.
struct RequestLogger: Sendable {
    let base: Logger
    let requestID: String
    /// The trace that the request belongs to, if any.
    let traceID: String?

    var logger: Logger {
        var logger = base
        logger[metadataKey: "request.id"] = "\(requestID)"
        if let traceID { logger[metadataKey: "trace.id"] = "\(traceID)" }
        return logger
    }
}
