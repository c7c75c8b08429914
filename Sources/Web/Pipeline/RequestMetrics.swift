import HTTP
import Observability
import Synchronization

/// Counts and times finished exchanges by route, method and status (spec O section 4). The labels are few:
/// templates of routes, and methods that HTTP names.
public final class RequestMetrics: ExchangeObserver {
    private struct Key: Hashable {
        let route: String
        let method: Method
        let status: Int
    }

    private struct Metrics {
        let count: Counter
        let duration: Histogram
    }

    private let registry: MetricsRegistry
    private let known = Mutex<[Key: Metrics]>([:])

    public init(registry: MetricsRegistry) { self.registry = registry }

    public func finished(_ exchange: borrowing Exchange) {
        let method = Self.named.contains(exchange.method) ? exchange.method : Method("other")
        let key = Key(route: exchange.route, method: method, status: exchange.status)
        let metrics = known.withLock { known in
            if let metrics = known[key] { return metrics }
            let metrics = make(key)
            known[key] = metrics
            return metrics
        }
        metrics.count.increment()
        metrics.duration.observe(Double(exchange.nanoseconds) / 1e9)
    }

    /// Of each exchange observed; a made-up method is not a label of its own.
    private static let named: Set<Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    private func make(_ key: Key) -> Metrics {
        Metrics(
            count: registry.counter(
                "tutti_http_requests_total", "Requests answered.",
                labels: ["route": key.route, "method": key.method.name, "code": String(key.status)]),
            duration: registry.histogram(
                "tutti_http_request_duration_seconds", "From the first byte of a request to the last of its answer.",
                labels: ["route": key.route]))
    }
}

/// Several observers as one, told in order.
public struct ExchangeObservers: ExchangeObserver {
    private let observers: [any ExchangeObserver]

    public init(_ observers: [any ExchangeObserver]) { self.observers = observers }

    public func finished(_ exchange: borrowing Exchange) {
        for observer in observers { observer.finished(exchange) }
    }
}
