import Web

/// A field of a form by its name, and how what is typed there becomes a member of the content. The name of a field is the
/// place of its member, so that a fault of the content names the field, too.
indirect enum FormField: Sendable {
    /// On one line; white space round it goes.
    case line(String)
    /// The same, left out when it is empty.
    case optional(String)
    /// Of several lines.
    case text(String)
    /// A whole number; left out when it is empty.
    case number(String)
    /// A length of time typed in a unit, kept in milliseconds.
    case length(String, unit: Int64)
    /// A length of time as a player shows it, "1:02:03" or "62:03", kept in milliseconds. A signed one may begin with "-".
    case duration(String, isSigned: Bool = false)
    case flag(String)
    /// A day and a time of the station's clock.
    case instant(String)
    /// Ids in order; the one that `first/NAME` names leads.
    case ids(String)
    case group(String, [FormField])
    /// One after the other, as many as `rows/NAME` says; one whose `key` is empty is none.
    case rows(String, key: String, [FormField])
}

/// Reads what was typed as the content that it stands for.
struct FormReader {
    private let fields: FormFields
    private let clock: StationClock
    /// What was typed where it can be read as nothing.
    private(set) var raw: [String: String] = [:]
    private(set) var faults: [APIError.Fault] = []

    /// The most rows that are read of one name.
    private static let rowLimit = 300

    init(_ fields: FormFields, clock: StationClock) {
        self.fields = fields
        self.clock = clock
    }

    /// The members that these fields make.
    mutating func members(_ shape: [FormField]) -> FormValue { members(shape, typed: "", place: "") }

    /// - Parameters:
    ///   - typed: what the names of the fields begin with.
    ///   - place: the same where rows that are none do not count.
    private mutating func members(_ shape: [FormField], typed: String, place: String) -> FormValue {
        var members: [String: FormValue] = [:]
        for field in shape {
            switch field {
            case .line(let name): members[name] = .text(line(typed + name))
            case .text(let name): members[name] = .text(lines(typed + name))
            case .optional(let name):
                // The browser's own picker of colours has no empty value: a box beside it says that there is none.
                // A colour that was picked after all counts.
                let isNone =
                    !fields.values("none/" + typed + name).isEmpty
                    && fields.values("shown/" + typed + name).first == fields.values(typed + name).first
                let text = isNone ? "" : line(typed + name)
                members[name] = text.isEmpty ? nil : .text(text)
            case .number(let name):
                members[name] = number(typed + name, place + name, "must be a whole number") { Int64($0) }
            case .length(let name, let unit):
                let rule = "must be a number of \(unit == 60_000 ? "minutes" : "seconds"), such as 2.5"
                members[name] = number(typed + name, place + name, rule) { Self.length($0, unit) }
            case .duration(let name, let isSigned):
                let rule = "must be minutes and seconds, such as 62:03, or hours, minutes and seconds, such as 1:02:03"
                members[name] = number(typed + name, place + name, rule) { text in
                    guard isSigned, text.hasPrefix("-") else { return Self.duration(text) }
                    return Self.duration(String(text.dropFirst())).map { -$0 }
                }
            case .flag(let name): members[name] = .flag(fields.values(typed + name).first != nil)
            case .instant(let name): members[name] = instant(typed + name, place + name)
            case .ids(let name): members[name] = .list(ids(typed + name).map(FormValue.text))
            case .group(let name, let parts):
                members[name] = self.members(parts, typed: typed + name + "/", place: place + name + "/")
            case .rows(let name, let key, let parts):
                // Nothing said is not an empty list.
                guard let count = count(of: typed + name) else { continue }
                var rows: [FormValue] = []
                for index in 0..<count where !line("\(typed)\(name)/\(index)/\(key)").isEmpty {
                    let (typed, place) = ("\(typed)\(name)/\(index)/", "\(place)\(name)/\(rows.count)/")
                    rows.append(self.members(parts, typed: typed, place: place))
                }
                members[name] = .list(rows)
            }
        }
        return .members(members)
    }

    private func count(of rows: String) -> Int? {
        fields.values("rows/\(rows)").first.flatMap { Int($0) }.map { max(0, min($0, Self.rowLimit)) }
    }

    private func line(_ name: String) -> String { (fields.values(name).first ?? "").trimmed }

    /// Browsers send lines with both of the old ends of line.
    private func lines(_ name: String) -> String {
        (fields.values(name).first ?? "").replacing("\r\n", with: "\n").trimmed
    }

    private mutating func number(
        _ name: String, _ place: String, _ rule: String, _ read: (String) -> Int64?
    ) -> FormValue? {
        let text = line(name)
        guard !text.isEmpty else { return nil }
        if let number = read(text) { return .number(number) }
        raw[place] = text
        faults.append(.init(field: "/" + place, reason: rule))
        return nil
    }

    private mutating func instant(_ name: String, _ place: String) -> FormValue? {
        let text = line(name)
        guard !text.isEmpty else { return nil }
        // An hour that the clock shows twice is the one that it was, as long as nobody changes it.
        if let was = fields.values("was/\(name)").first.flatMap(Instant.init(rfc3339:)), clock.text(was) == text {
            return .text(was.description)
        }
        if let instant = clock.instant(text) { return .text(instant.description) }
        raw[place] = text
        faults.append(
            .init(
                field: "/" + place,
                reason: "must be a date and time that exists in this time zone, such as 2026-05-01T19:30"))
        return nil
    }

    private func ids(_ name: String) -> [String] {
        var seen: Set<String> = []
        let typed = fields.values(name).filter { !$0.isEmpty && seen.insert($0).inserted }
        guard let first = fields.values("first/\(name)").first, seen.contains(first) else { return typed }
        return [first] + typed.filter { $0 != first }
    }

    /// "2.5" of a unit of 1000 is 2500.
    private static func length(_ text: String, _ unit: Int64) -> Int64? {
        guard text.utf8.count <= 12, let number = Double(text.replacing(",", with: ".")), number.isFinite else {
            return nil
        }
        return Int64((number * Double(unit)).rounded())
    }

    /// Hours, minutes and seconds, or the last of them; only the first may go beyond 59, only the last has decimals.
    private static func duration(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let last = length(parts[parts.count - 1], 1000), last >= 0, last < 60_000
        else { return nil }
        var minutes: Int64 = 0
        for (index, part) in parts.dropLast().enumerated() {
            guard part.utf8.count <= 5, let number = Int64(part), number >= 0, index == 0 || number < 60 else {
                return nil
            }
            minutes = minutes * 60 + number
        }
        return minutes * 60_000 + last
    }

    /// The text that a field for a duration shows, and reads back to the same value.
    static func duration(_ milliseconds: Int64) -> String {
        guard milliseconds >= 0 else { return "-" + duration(-milliseconds) }
        let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
        func padded(_ text: String) -> String { (text.prefix { $0 != "." }.count < 2 ? "0" : "") + text }
        let start = minutes < 60 ? String(minutes) : "\(minutes / 60):\(padded(String(minutes % 60)))"
        return "\(start):\(padded(text(rest, unit: 1000)))"
    }

    /// What `length` reads.
    static func text(_ milliseconds: Int64, unit: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: unit)
        return rest == 0 ? String(whole) : String(Double(milliseconds) / Double(unit))
    }
}

extension String {
    /// Without the white space round it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
