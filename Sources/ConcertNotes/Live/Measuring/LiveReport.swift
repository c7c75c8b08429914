import Web

/// The measurements of a concert: delays by transport, listeners over time, and the annotation tracks that devices showed (spec T19). The JSON of
/// `getLiveReport`.
public struct LiveReport: Sendable, Hashable, Encodable {
    /// The delays of one transport, as devices reported them.
    public struct Delay: Sendable, Hashable, Encodable {
        public let transport: LiveTransport
        /// The number of reported delays up to 60 s. A step that several devices report counts several times.
        public let steps: Int64
        /// An estimate of the delay within which half of the steps were shown, in milliseconds.
        public let p50Ms: Int64
        /// An estimate of the delay within which 95 per cent of the steps were shown, in milliseconds.
        public let p95Ms: Int64

        init?(_ transport: LiveTransport, _ histogram: DelayHistogram) {
            guard let p50Ms = histogram.percentile(0.5), let p95Ms = histogram.percentile(0.95) else { return nil }
            self.transport = transport
            steps = histogram.count
            self.p50Ms = p50Ms
            self.p95Ms = p95Ms
        }
    }

    /// The number of connections that followed the concert online in one minute, on all servers.
    public struct Minute: Sendable, Hashable, Encodable {
        public let at: Instant
        public let listeners: Int64
    }

    /// The number of reports from devices that showed a track.
    public struct Track: Sendable, Hashable, Encodable {
        public let name: String
        public let reports: Int64
    }

    public let concert: String
    public let title: String
    public let delays: [Delay]
    public let listeners: [Minute]
    public let tracks: [Track]

    /// The report as a table: a kind, a name and a value in each record, and two percentiles for delays.
    var table: CSV {
        var csv = CSV(["kind", "name", "value", "p50Ms", "p95Ms"])
        for delay in delays {
            csv.append([
                "delay", delay.transport.rawValue, String(delay.steps), String(delay.p50Ms), String(delay.p95Ms),
            ])
        }
        for minute in listeners { csv.append(["listeners", minute.at.description, String(minute.listeners), "", ""]) }
        for track in tracks { csv.append(["track", track.name, String(track.reports), "", ""]) }
        return csv
    }
}
