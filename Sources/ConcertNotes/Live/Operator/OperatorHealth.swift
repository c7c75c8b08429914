import Web

/// The line about the connection of the page and the packets to old phones, which unfolds to a list of values. The script keeps the values up to
/// date, and fills in the connection and the packets of the last minute. `OperatorPage` shows the warning about the packets.
struct OperatorHealth: Sendable {
    /// The state of the packets to old phones; `nil` while the database is down.
    let status: EmitterStatus?

    var html: HTML {
        """
        <div id="health" data-region class="faint"><details id="health-details">\
        <summary id="health-line">\(line)</summary>
        <dl>
        <dt>Connection</dt><dd id="health-connection">Requires JavaScript.</dd>
        <dt>Current or last emitter</dt><dd id="health-emitter">\(status?.host ?? "None")</dd>
        <dt>Standby emitter</dt><dd id="health-standby">\(status?.hasStandby ?? false ? "Ready" : "None")</dd>
        <dt>Packets in the last minute</dt><dd id="health-minute">Requires JavaScript.</dd>
        <dt>Packets in total</dt><dd id="health-packets">\(status?.packetsSent ?? 0) sent, \(status?.packetsFailed ?? 0) failed</dd>
        <dt>Last packet</dt><dd id="health-last">\(lastPacket)</dd>
        </dl>
        </details></div>
        """
    }

    private var line: String {
        guard let status else { return "The state of the packets is unknown" }
        let standby = status.hasStandby ? "standby emitter ready" : "no standby emitter"
        return switch status.state {
        case .offAir: "No packets, because no concert is on the air"
        case .sending: "Packets are sent, \(standby)"
        case .failing: "Packets fail, \(standby)"
        case .silent: "No packets are sent, \(standby)"
        }
    }

    private var lastPacket: String {
        guard let age = status?.lastPacketAgeMs.map({ max(0, $0) }) else { return "None" }
        return "\(age / 1000).\(age % 1000 / 100) s ago"
    }
}

extension EmitterStatus {
    /// The host of the process that holds or last held the lease; `nil` if there was none.
    var host: String? { holder.map { String($0.prefix { $0 != " " }) } }
}
