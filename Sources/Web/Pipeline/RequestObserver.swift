import HTTP
import Observability

/// The log line and the counts of finished exchanges: one `info` line each, found by the request's name, without query, secrets
/// of the path and, unless a setting says so, the address of a person; and counts and times by route, method and status (spec
/// O4.4, O4.5).
public struct RequestObserver: ExchangeObserver {
    private let registry: MetricsRegistry
    private let labels = TenantLabels()
    private let traffic: TenantTraffic?
    private let log: LogOutput?
    private let name: String
    private let proxies: TrustedProxies
    private let showsWholeAddresses: Bool

    /// - Parameters:
    ///   - traffic: what the tenants' history is made of; `nil` where none is kept.
    ///   - log: where the lines go; `nil` where the level of the log leaves them out.
    ///   - name: the field "logger" of the lines.
    ///   - proxies: whose word on the client is taken.
    ///   - showsWholeAddresses: whether clients' addresses are logged, and not their networks (/24 and /48).
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
