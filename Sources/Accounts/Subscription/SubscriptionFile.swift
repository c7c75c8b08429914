import Foundation
import Web

/// A file of subscriptions from a billing system: comma-separated values (RFC 4180) with the columns `login`, `state` and optionally `until`, named
/// in the first line. `until` is an instant, or the last day of the subscription in the tenant's time zone. Without `until`, an import removes the
/// stored end.
struct SubscriptionFile: Sendable {
    struct Entry: Sendable, Hashable {
        let line: Int
        let login: String
        let subscription: Subscription
    }

    /// The entries in the order of the file; empty if there are faults.
    let entries: [Entry]
    /// The first faults, at most `faultLimit`, sorted by line.
    let faults: [APIError.Fault]

    /// The maximum number of reported faults.
    static let faultLimit = 100

    /// Reads the subscriptions in a file; a day in `until` ends at midnight in `timeZone`. O(bytes).
    init(_ bytes: [UInt8], timeZone: TimeZone = .gmt) {
        var parser = Parser(timeZone: timeZone)
        parser.read(bytes)
        entries = parser.faults.isEmpty ? parser.entries : []
        faults = Array(parser.faults.prefix(Self.faultLimit))
    }

    /// Returns a fault of a cell, at a position such as "line 1, column until".
    static func fault(line: Int, _ column: String, _ reason: String) -> APIError.Fault {
        APIError.Fault(field: "line \(line), column \(column)", reason: reason)
    }
}

/// A parser that continues after a faulty value, so that one import reports several faults.
private struct Parser {
    private let timeZone: TimeZone
    var entries: [SubscriptionFile.Entry] = []
    var faults: [APIError.Fault] = []
    private var firstLines: [LoginName: Int] = [:]

    private static let columns = ["login", "state", "until"]

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    mutating func read(_ bytes: [UInt8]) {
        var reader = CSVReader(bytes)
        do throws(CSVReader.Fault) {
            let rule = "must name the columns login and state"
            guard let head = try reader.next() else {
                faults.append(.init(field: "line 1", reason: "\(rule); the file is empty"))
                return
            }
            guard let columns = columns(in: head) else {
                if faults.isEmpty {
                    let found = head.fields.joined(separator: ",")
                    faults.append(.init(field: "line 1", reason: "\(rule), found \"\(found)\""))
                }
                return
            }
            while faults.count < SubscriptionFile.faultLimit, let record = try reader.next() {
                take(record, width: head.fields.count, columns)
            }
        } catch {
            faults.append(APIError.Fault(field: "line \(error.line)", reason: error.reason))
        }
    }

    private struct Columns {
        let login: Int
        let state: Int
        let until: Int?
    }

    private mutating func columns(in head: CSVReader.Record) -> Columns? {
        for (index, name) in head.fields.enumerated() {
            if !Self.columns.contains(name) {
                faults.append(
                    .init(
                        field: "line 1, column \(index + 1)",
                        reason: "must be \"login\", \"state\" or \"until\", found \"\(name)\""))
            } else if head.fields.firstIndex(of: name) != index {
                faults.append(
                    .init(
                        field: "line 1, column \(index + 1)",
                        reason: "repeats the name \"\(name)\"; name each column once"))
            }
        }
        guard faults.isEmpty, let login = head.fields.firstIndex(of: "login"),
            let state = head.fields.firstIndex(of: "state")
        else { return nil }
        return Columns(login: login, state: state, until: head.fields.firstIndex(of: "until"))
    }

    private mutating func take(_ record: CSVReader.Record, width: Int, _ columns: Columns) {
        guard record.fields.count == width else {
            faults.append(
                .init(
                    field: "line \(record.line)",
                    reason: "must have \(width) fields, like line 1, found \(record.fields.count)"))
            return
        }
        let login = record.fields[columns.login]
        let length = login.unicodeScalars.count
        let hasNull = login.unicodeScalars.contains("\0")
        let isLogin = (1...User.loginLimit).contains(length) && !hasNull
        if hasNull {
            fault(record, "login", "must not contain the character U+0000")
        } else if !isLogin {
            fault(record, "login", "must have 1 to \(User.loginLimit) characters, found \(length)")
        } else if let first = firstLines[LoginName(login)] {
            fault(record, "login", "is already on line \(first); list each login once")
        } else {
            firstLines[LoginName(login)] = record.line
        }
        let state = Subscription.State(rawValue: record.fields[columns.state])
        if state == nil {
            fault(record, "state", "must be \(Subscription.State.names), found \"\(record.fields[columns.state])\"")
        }
        let written = columns.until.map { record.fields[$0] } ?? ""
        let until = (Instant(rfc3339: written) ?? end(ofDay: written)).flatMap {
            Subscription.ends.contains($0) ? $0 : nil
        }
        if until == nil, !written.isEmpty { fault(record, "until", "\(Self.endsRule), found \"\(written)\"") }
        if isLogin, let state {
            let subscription = Subscription(state, until: until?.date)
            entries.append(SubscriptionFile.Entry(line: record.line, login: login, subscription: subscription))
        }
    }

    private static let endsRule =
        "must be the last day of the subscription, such as 2027-01-31, or the date-time at which the subscription ends, "
        + "such as 2027-01-31T18:00:00Z, from 1970 to 2199"

    /// Returns the midnight at which a day such as "2027-01-31" ends in the tenant's time zone; `nil` if the text is not a day.
    private func end(ofDay text: String) -> Instant? {
        guard text.utf8.count == 10, let midnight = Instant(rfc3339: text + "T00:00:00Z") else { return nil }
        let wall = midnight.date.addingTimeInterval(86_400)
        // The first conversion finds the approximate time, the second uses the time zone's offset at that time.
        let about = wall.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: wall)))
        return Instant(wall.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: about))))
    }

    private mutating func fault(_ record: CSVReader.Record, _ column: String, _ reason: String) {
        faults.append(SubscriptionFile.fault(line: record.line, column, reason))
    }
}

extension Subscription.State {
    /// The names of all states in a form for error messages.
    static let names = "active, lapsed or support-required"
}
