#if canImport(Glibc)
    import Glibc
#endif
import Foundation
import Observability
import Tenancy

/// The environment of the process as settings. `NAME` contains a value, `NAME_FILE` the path of a file that contains the value.
///
/// The readers return `nil` for an invalid setting, and for an absent setting without a default. They record a problem for an invalid setting.
struct Environment {
    private let variables: [String: String]
    private(set) var problems: [String] = []

    init(_ variables: [String: String]) {
        self.variables = variables
        refuseUnknown()
    }

    /// Returns the value of a setting, or its default; `nil` if it has neither, or its file cannot be read. An empty variable counts as absent.
    mutating func value(_ name: String) -> String? {
        let direct = variables[name].flatMap { $0.isEmpty ? nil : $0 }
        if let path = variables[name + "_FILE"], !path.isEmpty {
            if direct != nil {
                problems.append("\(name) and \(name)_FILE are both set; keep one")
            }
            return contents(of: path, for: name)
        }
        return direct ?? Setting.all.first { $0.name == name }?.standard
    }

    /// Returns the value as a whole number in the range.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = value(name) else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(text), range.contains(number) else {
            problems.append("\(name)=\(text) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// Returns the value as a flag; `false` for an invalid setting, and for an absent setting without a default. "on", "1", "true" and "yes" mean on;
    /// "off", "0", "false" and "no" mean off.
    mutating func flag(_ name: String) -> Bool {
        switch value(name) {
        case "on", "1", "true", "yes": return true
        case "off", "0", "false", "no", nil: return false
        case .some(let text):
            problems.append("\(name)=\(text) must be \"on\" or \"off\"")
            return false
        }
    }

    /// Returns the value, parsed as "HOST:PORT" with brackets around an IPv6 address; `nil` also for "off".
    mutating func address(_ name: String) -> SocketAddress? {
        guard let text = value(name), text != "off" else { return nil }
        guard let address = SocketAddress(text) else {
            problems.append(
                """
                \(name)=\(text) must be HOST:PORT, such as 0.0.0.0:8080 or [::]:8080\
                \(name == "TUTTI_HTTP" ? "" : ", or \"off\"")
                """)
            return nil
        }
        return address
    }

    /// Returns the value, parsed as a public address: "https://" or "http://", a host and optionally a port.
    mutating func publicAddress(_ name: String) -> PublicAddress? {
        guard let text = value(name) else { return nil }
        guard let address = PublicAddress(text) else {
            problems.append(
                "\(name)=\(text) must be http:// or https://, a host and optionally a port, such as https://tutti.example.org"
            )
            return nil
        }
        return address
    }

    /// Returns the value if it is an IPv4 address.
    mutating func ipv4(_ name: String) -> String? {
        guard let text = value(name) else { return nil }
        var parsed = in_addr()
        guard inet_pton(AF_INET, text, &parsed) == 1 else {
            let example = name == "TUTTI_MULTICAST_GROUP" ? "239.255.255.251" : "192.0.2.10"
            problems.append("\(name)=\(text) must be an IPv4 address, such as \(example)")
            return nil
        }
        return text
    }

    mutating func refuse(_ problem: String) { problems.append(problem) }

    private mutating func contents(of path: String, for name: String) -> String? {
        do throws(SettingFile.Refusal) {
            return try SettingFile.text(path, isSecret: Setting.all.first { $0.name == name }?.isSecret ?? true)
        } catch {
            problems.append("\(name)_FILE=\(path) \(error.reason)")
            return nil
        }
    }

    /// Records a problem for each variable that begins with TUTTI_ and is not a setting, and suggests the nearest name. Most are misspelt.
    private mutating func refuseUnknown() {
        let known = Set(Setting.all.flatMap { [$0.name, $0.name + "_FILE"] })
        for name in variables.keys.sorted() where name.hasPrefix("TUTTI_") && !known.contains(name) {
            let nearest = known.min { ($0.distance(to: name), $0) < ($1.distance(to: name), $1) } ?? ""
            problems.append("\(name) is not a setting; did you mean \(nearest)? `tutti config` lists all settings")
        }
    }
}

extension String {
    /// Returns the Levenshtein distance in bytes. O(product of the two lengths).
    func distance(to other: String) -> Int {
        let other = Array(other.utf8)
        var row = Array(0...other.count)
        for (i, left) in utf8.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in other.enumerated() {
                let substituted = diagonal + (left == right ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = Swift.min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
