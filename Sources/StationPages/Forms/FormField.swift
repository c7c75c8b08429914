import Web

/// A form field and the conversion of its text to a member of the JSON content. The name of the field is the path of the member.
indirect enum FormField: Sendable {
    /// One line of text, without leading and trailing white space.
    case line(String)
    /// One line of text, omitted if empty.
    case optional(String)
    case text(String)
    /// A whole number, omitted if empty.
    case number(String)
    /// A duration, typed in a unit of `unit` milliseconds.
    case length(String, unit: Int64)
    /// A duration, typed as "1:02:03" or "62:03", after "-" if it is signed and negative.
    case duration(String, isSigned: Bool = false)
    case flag(String)
    /// A local day and time in the station's time zone.
    case instant(String)
    /// A list of IDs, with the first one in the field `first/NAME`.
    case ids(String)
    case group(String, [FormField])
    /// A list of objects, with the number of rows in the field `rows/NAME`. Rows whose `key` field is empty, and all rows after the 1000th, are
    /// omitted without an error.
    case rows(String, key: String, [FormField])
}

/// A converter from submitted form fields to JSON content.
struct FormReader {
    private let fields: FormFields
    private let clock: StationClock
    private(set) var raw: [String: String] = [:]
    private(set) var faults: [APIError.Fault] = []

    /// The maximum number of rows read. No list of the content may have so many, so a list that is too long is refused, not cut.
    private static let rowLimit = 1000

    init(_ fields: FormFields, clock: StationClock) {
        self.fields = fields
        self.clock = clock
    }

    /// Returns a JSON object with the valid members of these fields. The texts of invalid members are in `raw`, their errors in `faults`.
    mutating func members(_ shape: [FormField]) -> FormValue { members(shape, typed: "", path: "") }

    /// Returns a JSON object with the members of the fields whose names begin with `typed`. `path` is the same prefix for `raw` and `faults`, where
    /// rows are counted without the omitted ones.
    private mutating func members(_ shape: [FormField], typed: String, path: String) -> FormValue {
        var members: [String: FormValue] = [:]
        for field in shape {
            switch field {
            case .line(let name): members[name] = .text(line(typed + name))
            case .text(let name): members[name] = .text(lines(typed + name))
            case .optional(let name):
                // A colour picker has no empty value, so a checkbox means no colour, unless a colour was newly picked.
                let isNone =
                    !fields.values("none/" + typed + name).isEmpty
                    && fields.values("shown/" + typed + name).first == fields.values(typed + name).first
                let text = isNone ? "" : line(typed + name)
                members[name] = text.isEmpty ? nil : .text(text)
            case .number(let name):
                members[name] = number(typed + name, path + name, "must be a whole number") { Int64($0) }
            case .length(let name, let unit):
                let rule = "must be a number of \(unit == 60_000 ? "minutes" : "seconds"), such as 2.5"
                members[name] = number(typed + name, path + name, rule) { Self.length($0, unit) }
            case .duration(let name, let isSigned):
                let rule =
                    "must be minutes and seconds, such as 62:03, or hours, minutes and seconds, such as 1:02:03"
                    + (isSigned ? ", with a minus sign for a time before the start" : "")
                members[name] = number(typed + name, path + name, rule) { text in
                    guard isSigned, text.hasPrefix("-") else { return Self.duration(text) }
                    return Self.duration(String(text.dropFirst())).map { -$0 }
                }
            case .flag(let name): members[name] = .flag(fields.values(typed + name).first != nil)
            case .instant(let name): members[name] = instant(typed + name, path + name)
            case .ids(let name): members[name] = .list(ids(typed + name).map(FormValue.text))
            case .group(let name, let parts):
                members[name] = self.members(parts, typed: typed + name + "/", path: path + name + "/")
            case .rows(let name, let key, let parts):
                // A list that was not submitted is omitted, but one without rows is an empty list.
                guard let count = count(of: typed + name) else { continue }
                var rows: [FormValue] = []
                for index in 0..<count where !line("\(typed)\(name)/\(index)/\(key)").isEmpty {
                    let (typed, path) = ("\(typed)\(name)/\(index)/", "\(path)\(name)/\(rows.count)/")
                    rows.append(self.members(parts, typed: typed, path: path))
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

    /// Returns a text with LF line breaks. Browsers send CR LF.
    private func lines(_ name: String) -> String {
        (fields.values(name).first ?? "").replacing("\r\n", with: "\n").trimmed
    }

    private mutating func number(
        _ name: String, _ path: String, _ rule: String, _ read: (String) -> Int64?
    ) -> FormValue? {
        let text = line(name)
        guard !text.isEmpty else { return nil }
        if let number = read(text) { return .number(number) }
        raw[path] = text
        faults.append(.init(field: "/" + path, reason: "\(rule), found \"\(text.prefix(100))\""))
        return nil
    }

    private mutating func instant(_ name: String, _ path: String) -> FormValue? {
        let text = line(name)
        guard !text.isEmpty else { return nil }
        // A local time that occurs twice keeps its stored instant unless it was edited.
        if let was = fields.values("was/\(name)").first.flatMap(Instant.init(rfc3339:)), clock.text(was) == text {
            return .text(was.description)
        }
        if let instant = clock.instant(text) { return .text(instant.description) }
        raw[path] = text
        faults.append(
            .init(
                field: "/" + path,
                reason: "must be a date and time that exists in the time zone \(clock.name), such as 2026-05-01T19:30, "
                    + "found \"\(text.prefix(100))\""))
        return nil
    }

    private func ids(_ name: String) -> [String] {
        var seen: Set<String> = []
        let typed = fields.values(name).filter { !$0.isEmpty && seen.insert($0).inserted }
        guard let first = fields.values("first/\(name)").first, seen.contains(first) else { return typed }
        return [first] + typed.filter { $0 != first }
    }

    /// Returns the milliseconds of a number of units, such as 2500 for "2.5" or "2,5" and a unit of 1000; `nil` if the text is not a number, has more
    /// than 24 bytes, or is too large for `Int64`.
    private static func length(_ text: String, _ unit: Int64) -> Int64? {
        guard text.utf8.count <= 24, let number = Double(text.replacing(",", with: ".")) else { return nil }
        return Int64(exactly: (number * Double(unit)).rounded())
    }

    /// Returns the milliseconds of a text with optional hours, minutes, and seconds; `nil` for any other text. Only the seconds may have decimals.
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

    /// Returns the field text for a duration, which can be parsed again.
    static func duration(_ milliseconds: Int64) -> String {
        guard milliseconds >= 0 else { return "-" + duration(-milliseconds) }
        let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
        func padded(_ text: String) -> String { (text.prefix { $0 != "." }.count < 2 ? "0" : "") + text }
        let start = minutes < 60 ? String(minutes) : "\(minutes / 60):\(padded(String(minutes % 60)))"
        return "\(start):\(padded(text(rest, unit: 1000)))"
    }

    /// Returns the field text for a duration in a unit, such as "2.5", which can be parsed again.
    static func text(_ milliseconds: Int64, unit: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: unit)
        return rest == 0 ? String(whole) : String(Double(milliseconds) / Double(unit))
    }
}

extension String {
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
