import Foundation
import Logging
import Observability

/// The settings of `tutti-emitter`, from the environment (spec Decided 9). `NAME_FILE` names a file that contains the value of `NAME`.
struct EmitterSettings {
    let databaseURL: String
    /// The URL for LISTEN, which does not work through a connection pooler; by default `databaseURL`.
    let listenDatabaseURL: String
    let preparesStatements: Bool
    /// The address of the network interface for tenants without an interface of their own.
    let multicastInterface: String
    /// The TTL for tenants without a TTL of their own.
    let multicastTTL: Int
    let logLevel: Logger.Level
    /// The format of the log; `nil` for text on a terminal and JSON otherwise.
    let logFormat: LogFormat?

    /// Reads the settings. Throws the first problem found.
    init(environment: [String: String]) throws(SettingsProblem) {
        func value(_ name: String) throws(SettingsProblem) -> String? {
            let direct = environment[name].flatMap { $0.isEmpty ? nil : $0 }
            guard let path = environment[name + "_FILE"], !path.isEmpty else { return direct }
            guard direct == nil else {
                throw SettingsProblem(description: "\(name) and \(name)_FILE are both set; keep one")
            }
            do throws(SettingFile.Refusal) {
                return try SettingFile.text(path, isSecret: name.hasSuffix("DATABASE_URL"))
            } catch {
                throw SettingsProblem(description: "\(name)_FILE=\(path) \(error.reason)")
            }
        }
        func value<Value>(_ name: String, _ rule: String, _ parse: (String) -> Value?) throws(SettingsProblem) -> Value?
        {
            guard let text = try value(name) else { return nil }
            guard let value = parse(text) else { throw SettingsProblem(description: "\(name)=\(text) must be \(rule)") }
            return value
        }

        guard let url = try value("DATABASE_URL") else {
            throw SettingsProblem(description: "DATABASE_URL is not set; set it to the URL of the server's database")
        }
        databaseURL = url
        listenDatabaseURL = try value("LISTEN_DATABASE_URL") ?? url
        preparesStatements =
            try value("TUTTI_PREPARED_STATEMENTS", "\"on\" or \"off\"") { ["on": true, "off": false][$0] } ?? true
        multicastInterface =
            try value("TUTTI_MULTICAST_INTERFACE", "an IPv4 address") { isIPv4($0) ? $0 : nil } ?? "127.0.0.1"
        multicastTTL =
            try value("TUTTI_MULTICAST_TTL", "a whole number from 0 to 255") { UInt8($0).map(Int.init) } ?? 1
        logLevel =
            try value("TUTTI_LOG_LEVEL", "trace, debug, info, notice, warning, error or critical") {
                Logger.Level(rawValue: $0)
            } ?? .info
        logFormat = try value("TUTTI_LOG_FORMAT", "json or text", LogFormat.init)
    }
}

/// A problem of the environment, described in one sentence.
struct SettingsProblem: Error, CustomStringConvertible {
    let description: String
}

private func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
}
