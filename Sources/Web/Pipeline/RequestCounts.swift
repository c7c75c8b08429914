import HTTP
import Observability

/// One loop's share of the request metrics: cells that it alone adds to, made when first needed. The labels are few:
/// templates of routes, methods that HTTP names, and codes.
struct RequestCounts {
    /// What one kind of exchange adds to.
    struct Cells {
        let count: CounterCell
        let duration: HistogramCell
    }

    private struct Key: Hashable {
        let route: String
        let method: Method
        let status: Int
    }

    private let registry: MetricsRegistry
    private var counts: [Key: CounterCell] = [:]
    private var durations: [String: HistogramCell] = [:]

    init(registry: MetricsRegistry) { self.registry = registry }

    mutating func cells(route: String, method: Method, status: Int) -> Cells {
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
                "tutti_http_request_duration_seconds", "From the arrival of a request to its answer handed over.",
                labels: ["route": route]
            ).makeCell()
        durations[route] = duration
        return Cells(count: count, duration: duration)
    }
}
