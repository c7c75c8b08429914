/// The lines that `tutti health` prints about the emitters, read from the text of `/metrics` (`EmitterMonitor`).
struct EmitterLines: Sendable {
    /// The lines, one for each tenant with metrics of an emitter, sorted by slug.
    let lines: [String]

    init(metrics: String) {
        var values: [String: [String: String]] = [:]
        var holders: [String: String] = [:]
        for line in metrics.split(whereSeparator: \.isNewline) where line.hasPrefix("tutti_emitter_") {
            let shape = /tutti_emitter_(\w+)\{tenant="([^"]*)"(?:,holder="([^"]*)")?\} (\S+)/
            guard let match = line.wholeMatch(of: shape) else { continue }
            values[String(match.2), default: [:]][String(match.1)] = String(match.4)
            if let holder = match.3, !holder.isEmpty { holders[String(match.2)] = String(holder) }
        }
        lines = values.sorted { $0.key < $1.key }.map { tenant, value in
            let age = value["last_packet_age_seconds"].flatMap(Double.init).map { "\(($0 * 10).rounded() / 10) s ago" }
            let facts =
                "\(value["packets_sent_total"] ?? "0") packets sent, \(value["packets_failed_total"] ?? "0") failed, "
                + "last packet: \(age ?? "never"), epoch \(value["epoch"] ?? "0"), holder \(holders[tenant] ?? "none")"
            return value["up"] == "1"
                ? "emitter of \(tenant): \(facts)" : "warning: emitter of \(tenant) is failing: \(facts)"
        }
    }
}
