import ConcertNotes
import HTTP
import OSC
import Web

extension Settings {
    /// Reads the settings for Open Sound Control, and records a problem for each invalid setting.
    static func console(_ environment: inout Environment) -> ConsoleSettings {
        var settings = ConsoleSettings()
        if let address = environment.address("TUTTI_OSC") {
            if IPAddress(address.host) == nil || address.port == 0 {
                environment.refuse("TUTTI_OSC=\(address) must have an IP address and a port from 1 to 65535")
            }
            settings.endpoint = OSCEndpoint(host: address.host, port: address.port)
        }
        for entry in entries("TUTTI_OSC_SENDERS", &environment) {
            guard let (address, tenant) = pair(entry), let range = AddressRange(address) else {
                environment.refuse(
                    "TUTTI_OSC_SENDERS: \"\(entry)\" must be ADDRESS=TENANT with an IP address or a range, "
                        + "such as 192.168.1.20=demo or 10.0.0.0/24=demo"
                )
                continue
            }
            settings.senders.append((range, tenant))
        }
        for entry in entries("TUTTI_OSC_TARGETS", &environment) {
            guard let (tenant, address) = pair(entry), let target = SocketAddress(address), target.port > 0,
                IPAddress(target.host) != nil
            else {
                environment.refuse(
                    "TUTTI_OSC_TARGETS: \"\(entry)\" must be TENANT=ADDRESS:PORT with an IP address and a port from 1 to 65535, "
                        + "such as demo=192.168.1.30:53000")
                continue
            }
            settings.targets.append((OSCEndpoint(host: target.host, port: target.port), tenant))
        }
        for line in (environment.value("TUTTI_OSC_CUES") ?? "").split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            guard let cue = ConsoleSettings.Cue(line) else {
                environment.refuse(
                    "TUTTI_OSC_CUES: \"\(line)\" must be TENANT|PIECE|MEASURE|ADDRESS with a measure from 1 and an address that begins with /, "
                        + "such as demo|Strauss, Don Juan: Don Juan|35|/cue/4/start")
                continue
            }
            settings.cues.append(cue)
        }
        for line in (environment.value("TUTTI_OSC_PROGRAMS") ?? "").split(whereSeparator: { $0 == ";" || $0.isNewline })
        {
            guard let program = ConsoleSettings.Program(line) else {
                environment.refuse(
                    "TUTTI_OSC_PROGRAMS: \"\(line)\" must be TENANT|CHANNEL|PROGRAM|COMMAND with the command next, back, hold, resume, "
                        + "blackout or takeover, or TENANT|CHANNEL|PROGRAM|PIECE|MEASURE, such as demo|1|0|next; "
                        + "channels are 1 to 16, programs 0 to 127")
                continue
            }
            settings.programs.append(program)
        }
        if settings.endpoint != nil, settings.senders.isEmpty {
            environment.refuse("TUTTI_OSC needs TUTTI_OSC_SENDERS, because OSC has no authentication: list the senders")
        }
        return settings
    }

    private static func entries(_ name: String, _ environment: inout Environment) -> [String] {
        (environment.value(name) ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    }

    private static func pair(_ entry: String) -> (String, String)? {
        let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return (parts[0], parts[1])
    }
}
