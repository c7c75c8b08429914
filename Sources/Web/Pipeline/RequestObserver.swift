import HTTP
import Observability

/// An observer that logs and counts finished exchanges (spec O4.4, O4.5). Queries, secrets in paths and, by default, full addresses are not logged.
public struct RequestObserver: ExchangeObserver {
    private let registry: MetricsRegistry
    private let labels = TenantLabels()
    private let traffic: TenantTraffic?
    private let log: LogOutput?
    private let name: String
    private let proxies: TrustedProxies
    private let showsWholeAddresses: Bool

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - traffic: the counts for the tenants' history; `nil` if no history is kept.
    ///   - log: the log output; `nil` if the log level excludes `info`.
    ///   - name: the value of the field "logger".
    ///   - showsWholeAddresses: whether to log full client addresses instead of their networks (/24 for IPv4, /48 for IPv6).
    public init(
        registry: MetricsRegistry, traffic: TenantTraffic? = nil, log: LogOutput?, name: String = "tutti",
        proxies: TrustedProxies = .none,
        showsWholeAddresses: Bool = false
    ) {
        self.proxies = proxies
        self.showsWholeAddresses = showsWholeAddresses
        self.registry = registry
        self.traffic = traffic
        self.log = log
        self.name = name
    }

    public func makeRecorder() -> sending any ExchangeRecorder {
        RequestRecorder(
            counts: RequestCounts(registry: registry, labels: labels, traffic: traffic), writer: log?.makeWriter(),
            name: name, proxies: proxies, showsWholeAddresses: showsWholeAddresses)
    }
}
