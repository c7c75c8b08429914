import Logging

/// The swift-log handler of the programs, which writes each event as one line of JSON or text.
///
/// The metadata of the event take precedence, then those of the provider, then those of the logger. An error of the event becomes the field "error",
/// unless the metadata contain this field. Integers, finite `Double` values and Booleans given as `.stringConvertible` keep their types in JSON;
/// other values become strings, objects or arrays.
public struct LineLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    /// The provider of further metadata for each line; `nil` for none.
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    private let label: String
    private let output: LogOutput

    /// Creates the handler of a logger. `label` becomes the field "logger".
    public init(
        label: String, level: Logger.Level, output: LogOutput,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.label = label
        logLevel = level
        self.output = output
        self.metadataProvider = metadataProvider
    }

    /// Installs this handler for all loggers of the process, and returns its output, which writes to standard error. Call this method once, at the
    /// start. The program must flush the output before it ends.
    ///
    /// - Parameter format: `nil` for text on a terminal and JSON otherwise.
    public static func bootstrap(level: Logger.Level, format: LogFormat? = nil) -> LogOutput {
        let output = LogOutput(format: format)
        LoggingSystem.bootstrap(
            { label, provider in
                LineLogHandler(label: label, level: level, output: output, metadataProvider: provider)
            }, metadataProvider: nil)
        return output
    }

    /// The metadata of this logger, in all its lines.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Passes the line of a log event to the output without waiting. The output may drop the line.
    public func log(event: LogEvent) {
        var merged = metadata
        if let provided = metadataProvider?.get() { merged.merge(provided) { $1 } }
        if let own = event.metadata { merged.merge(own) { $1 } }
        if let error = event.error, merged["error"] == nil { merged["error"] = "\(error)" }
        let line = LogLine(
            timestamp: .now(), level: event.level, label: label, message: event.message.description, metadata: merged)
        output.write(line.bytes(output.format))
    }
}
