import Logging

/// The swift-log handler of our programs: one line an event, in JSON or as text.
///
/// Metadata of the logger, its provider and the event are merged, the event's last. Integers, finite doubles and
/// booleans given as `.stringConvertible` stay what they are in JSON; everything else is a string.
public struct LineLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    private let label: String
    private let output: LogOutput

    /// A logger's handler; `label` is the field "logger" of its lines.
    public init(
        label: String, level: Logger.Level, output: LogOutput,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.label = label
        logLevel = level
        self.output = output
        self.metadataProvider = metadataProvider
    }

    /// Makes this the handler of every logger of the process, on standard error. Called once, at the start.
    ///
    /// - Parameter format: `nil` takes text on a terminal and JSON elsewhere.
    /// - Returns: the output, to be flushed before the program ends.
    public static func bootstrap(level: Logger.Level, format: LogFormat? = nil) -> LogOutput {
        let output = LogOutput(format: format)
        LoggingSystem.bootstrap(
            { label, provider in
                LineLogHandler(label: label, level: level, output: output, metadataProvider: provider)
            }, metadataProvider: nil)
        return output
    }

    /// A field of every line of this logger.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Hands the line to the output; never waits.
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
