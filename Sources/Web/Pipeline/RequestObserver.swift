import HTTP
import Observability

/// The log line and the counts of finished exchanges: one `info` line each, with the route's template rather than the
/// path, no query and no address of a person (STYLE, "Logging and settings"), and counts and times by route, method and
/// status (spec O section 4).
public struct RequestObserver: ExchangeObserver {
    private let registry: MetricsRegistry
    private let labels = TenantLabels()
    private let log: LogOutput?
    private let name: String

    /// - Parameters:
    ///   - log: where the lines go; `nil` where the level of the log leaves them out.
    ///   - name: the field "logger" of the lines.
    public init(registry: MetricsRegistry, log: LogOutput?, name: String = "tutti") {
        self.registry = registry
        self.log = log
        self.name = name
    }

    public func makeRecorder() -> sending any ExchangeRecorder {
        RequestRecorder(
            counts: RequestCounts(registry: registry, labels: labels), writer: log?.makeWriter(), name: name)
    }
}
