import HTTP
import Observability

/// The request metrics of one event loop, confined to it. Tenants have a separate metric, because a tenant label would multiply series by up to 200.
struct RequestCounts {
    /// The cells for the exchanges of one route, tenant, method and status.
    struct Cells {
        let count: CounterCell
        let tenant: CounterCell
        /// The cell for the tenant's history; `nil` without a tenant, or if no history is kept.
        let traffic: CounterCell?
        let duration: HistogramCell
    }

    private struct Key: Hashable {
        let route: String
        let method: Method
        let status: Int
    }

    private struct TenantKey: Hashable {
        let tenant: String
        let status: Int
    }

    private struct TrafficKey: Hashable {
        let tenant: String
        /// The first digit of the status code.
        let kind: Int
    }

    private let registry: MetricsRegistry
    private let labels: TenantLabels
    private let traffic: TenantTraffic?
    private var trafficCells: [TrafficKey: CounterCell] = [:]
    private var tenants: [TenantKey: CounterCell] = [:]
    private var counts: [Key: CounterCell] = [:]
    private var durations: [String: HistogramCell] = [:]

    /// Creates the metrics of one event loop. All loops share `labels` and `traffic`, which is `nil` if no history is kept.
    init(registry: MetricsRegistry, labels: TenantLabels, traffic: TenantTraffic? = nil) {
        self.registry = registry
        self.labels = labels
        self.traffic = traffic
    }

    mutating func cells(route: String, realm: String, method: Method, status: Int) -> Cells {
        let key = Key(route: route, method: method, status: status)
        let count =
            counts[key]
            ?? registry.counter(
                "tutti_http_requests_total", "Requests answered.",
                labels: ["route": route, "method": method.name, "code": String(status)]
            ).makeCell()
        counts[key] = count
        let duration =
            durations[route]
            ?? registry.histogram(
                "tutti_http_request_duration_seconds",
                "Time from the arrival of a request until its response, or the head of a streamed response, was handed to the connection.",
                labels: ["route": route]
            ).makeCell()
        durations[route] = duration
        return Cells(
            count: count, tenant: tenantCell(realm, status: status), traffic: trafficCell(realm, status: status),
            duration: duration)
    }

    private mutating func trafficCell(_ realm: String, status: Int) -> CounterCell? {
        guard !realm.isEmpty, let traffic else { return nil }
        let key = TrafficKey(tenant: realm, kind: status / 100)
        let cell = trafficCells[key] ?? traffic.makeCell(of: realm, status: status)
        trafficCells[key] = cell
        return cell
    }

    private mutating func tenantCell(_ realm: String, status: Int) -> CounterCell {
        let key = TenantKey(tenant: labels.label(of: realm), status: status)
        let cell =
            tenants[key]
            ?? registry.counter(
                "tutti_http_tenant_requests_total", "Requests answered for each tenant.",
                labels: ["tenant": key.tenant, "code": String(status)]
            ).makeCell()
        tenants[key] = cell
        return cell
    }
}
