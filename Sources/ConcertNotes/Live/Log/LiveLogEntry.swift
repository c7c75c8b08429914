import Postgres
import Web

/// A change of the live concert in the log: the position and state after the change, the source, and the delay (spec T19).
struct LiveLogEntry: Sendable, Hashable {
    let revision: Int64
    let at: Instant
    /// The time of day in the tenant's time zone, with milliseconds.
    let time: String
    let piece: String
    let measure: Int
    let printed: LiveProgram.PrintedMeasure
    /// The raw value of the state (`LiveState`), or "off-air".
    let state: String
    let source: LiveSource
    /// The login of the account that made the change; `nil` without an account, as for commands and consoles, or if it has been deleted.
    let login: String?
    /// The delay in milliseconds: the time from the press or the reading to the request, or from the due time to the move of the automatic advance;
    /// `nil` if unknown.
    let delayMs: Int?
}

extension LiveLogEntry: RowDecodable {
    init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        at = Instant(milliseconds: try row("at_ms"))
        time = try row("local_time")
        piece = try row("piece")
        measure = try row("measure")
        printed = LiveProgram.PrintedMeasure(number: try row("printed"), pass: try row("pass"))
        state = try row("state")
        source = try row.value("source")
        login = try row.optional("login")
        delayMs = try row.optional("delay_ms")
    }
}

extension LiveLogEntry {
    /// The source in words: the login of an operator, "command" without a login, or the kind of another source.
    var sourceWords: String {
        switch source {
        case .operator: login ?? "command"
        case .follower: "follower"
        case .auto: "automatic advance"
        case .osc: "console"
        }
    }

    /// The state in words, such as "Running" or "Off the air".
    var stateWords: String { LiveState(rawValue: state)?.shortWords ?? "Off the air" }

    /// Returns the entries as a table in the given order.
    static func table(of entries: [LiveLogEntry]) -> CSV {
        var csv = CSV([
            "revision", "at", "piece", "measure", "printedMeasure", "pass", "state", "source", "login", "delayMs",
        ])
        for entry in entries {
            csv.append([
                String(entry.revision), entry.at.description, entry.piece, String(entry.measure), entry.printed.number,
                String(entry.printed.pass), entry.state, entry.source.rawValue, entry.login ?? "",
                entry.delayMs.map(String.init) ?? "",
            ])
        }
        return csv
    }
}
