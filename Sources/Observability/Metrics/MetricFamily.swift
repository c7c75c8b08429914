/// One metric of a set of labels.
enum Metric: Sendable {
    case counter(Counter)
    case gauge(Gauge)
    case reading(@Sendable () -> Double)
    case total(@Sendable () -> UInt64)
    case histogram(Histogram)

    /// The word of the TYPE line.
    var typeName: String {
        switch self {
        case .counter, .total: "counter"
        case .gauge, .reading: "gauge"
        case .histogram: "histogram"
        }
    }
}

/// All metrics of one name.
struct MetricFamily: Sendable {
    let help: String
    var metrics: [MetricLabels: Metric] = [:]

    /// The HELP and TYPE lines and one line a value, ordered by labels.
    func rendered(name: String) -> String {
        guard let type = metrics.values.first?.typeName else { return "" }
        let escaped = help.replacing("\\", with: #"\\"#).replacing("\n", with: #"\n"#)
        var text = "# HELP \(name) \(escaped)\n# TYPE \(name) \(type)\n"
        for (labels, metric) in metrics.sorted(by: { $0.key.rendered < $1.key.rendered }) {
            switch metric {
            case .counter(let counter): text += "\(name)\(labels) \(counter.value)\n"
            case .gauge(let gauge): text += "\(name)\(labels) \(number(gauge.value))\n"
            case .reading(let read): text += "\(name)\(labels) \(number(read()))\n"
            case .total(let read): text += "\(name)\(labels) \(read())\n"
            case .histogram(let histogram): text += rendered(histogram, name: name, labels: labels)
            }
        }
        return text
    }

    private func rendered(_ histogram: Histogram, name: String, labels: MetricLabels) -> String {
        let counts = histogram.cumulativeCounts
        var text = ""
        for (bound, count) in zip(histogram.bounds + [.infinity], counts) {
            text += "\(name)_bucket\(labels.adding("le", number(bound))) \(count)\n"
        }
        text += "\(name)_sum\(labels) \(number(histogram.sum))\n"
        text += "\(name)_count\(labels) \(counts.last ?? 0)\n"
        return text
    }

    /// A value as Go's ParseFloat reads it.
    private func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(describing: value)
    }
}
