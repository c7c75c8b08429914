import Web

/// The fields of the form on `/admin/tenant`, as typed.
struct TenantForm: Sendable {
    /// The entity tag of the settings that the page showed; `nil` if the form does not contain one.
    let tag: String?
    private let fields: FormFields

    init(_ fields: FormFields) throws(APIError) {
        self.fields = fields
        tag = try fields.optional("tag")
    }

    /// Applies all fields. If one cannot be read, throws 422 with all faults that can be found without the database.
    func apply(to profile: inout TenantProfile) throws(APIError) {
        let faults = fill(&profile)
        guard faults.isEmpty else { throw .invalid(faults + TenantRules.faults(profile)) }
    }

    /// Applies the fields that can be read, and returns the faults of the others. An empty field removes an optional value.
    @discardableResult
    func fill(_ profile: inout TenantProfile) -> [APIError.Fault] {
        var faults: [APIError.Fault] = []
        if let name = text("name") { profile.name = name }
        if let locale = text("locale") { profile.locale = locale }
        if let zone = text("timeZone") { profile.timeZone = zone }
        if let colour = text("accentColour") {
            // A colour picker is never empty, so the check box means the default colour, unless the user also picked a colour.
            let isNone = text("noAccentColour") != nil && colour == text("shownAccentColour")
            profile.accentColour = isNone || colour.isEmpty ? nil : colour.lowercased()
        }
        if let url = text("learnMoreUrl") { profile.learnMoreUrl = url.isEmpty ? nil : url }
        if let url = text("conversionUrl") { profile.conversionUrl = url.isEmpty ? nil : url }
        if let url = text("supportUrl") { profile.supportUrl = url.isEmpty ? nil : url }
        if let phone = text("supportPhone") { profile.supportPhone = phone.isEmpty ? nil : phone }
        if let lines = text("texts") {
            do throws(APIError) { profile.texts = try Self.texts(lines) } catch { faults += error.faults }
        }
        if let lines = text("allowedOrigins") { profile.allowedOrigins = Self.lines(lines) }
        faults += fill(&profile.policies)
        return faults
    }

    private func fill(_ policies: inout TenantPolicies) -> [APIError.Fault] {
        var faults: [APIError.Fault] = []
        func number(_ name: String, in range: ClosedRange<Int>, of unit: String = "", _ take: (Int) -> Void) {
            guard let typed = text(name) else { return }
            guard let number = Self.number(typed) else {
                faults.append(
                    .init(
                        field: "/policies/\(name)",
                        reason: "must be a whole number \(unit)from \(range.lowerBound) to \(range.upperBound), "
                            + "found “\(typed.prefix(60))”"))
                return
            }
            take(number)
        }
        // The limits of the store are in milliseconds.
        func minutes(_ name: String, _ length: inout Int64) {
            number(name, in: 1...1440, of: "of minutes ") { minutes in
                if (1...1440).contains(minutes) {
                    length = Self.milliseconds(minutes, insteadOf: length)
                } else {
                    faults.append(
                        .init(
                            field: "/policies/\(name)",
                            reason: "must be a whole number of minutes from 1 to 1440, found \(minutes)"))
                }
            }
        }
        minutes("bufferMinutes", &policies.bufferMs)
        number("skipsBack", in: 0...1000) { policies.skipsBack = $0 }
        number("skipsForward", in: 0...1000) { policies.skipsForward = $0 }
        number("skipsTotal", in: 0...2000) { policies.skipsTotal = $0 }
        minutes("skipWindowMinutes", &policies.skipWindowMs)
        number("completionPercent", in: 50...100) { policies.completionPercent = $0 }
        if text("streamsPerAccount") == "" {
            policies.streamsPerAccount = nil
        } else {
            number("streamsPerAccount", in: 1...100) { policies.streamsPerAccount = $0 }
        }
        // Browsers do not send an unchecked box. A form with a tag contained the box.
        if tag != nil { policies.signUp = text("signUp") != nil }
        return faults
    }

    /// Returns the typed value of a field; `nil` if the form does not contain the field.
    func typed(_ name: String) -> String? { fields.values(name).first }

    private func text(_ name: String) -> String? {
        guard let value = fields.values(name).first else { return nil }
        let start = value.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns `minutes` in milliseconds, or the stored length `old` if it has the same whole minutes: the page does not show a fraction of a minute.
    private static func milliseconds(_ minutes: Int, insteadOf old: Int64) -> Int64 {
        Int64(minutes) == old / 60_000 ? old : Int64(minutes) * 60_000
    }

    private static func number(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text)
    }

    /// Reads lines of the form `key = text`, where `\n` stands for a line end.
    private static func texts(_ lines: String) throws(APIError) -> [String: String] {
        var texts: [String: String] = [:]
        for line in lines.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            guard let equals = line.firstIndex(of: "=") else {
                throw .invalid("/texts", "must have “key = text” on each line, found “\(line.prefix(60))”")
            }
            let key = line[..<equals].filter { !$0.isWhitespace }
            let text = line[line.index(after: equals)...].drop(while: \.isWhitespace)
            guard texts.updateValue(String(text).replacing("\\n", with: "\n"), forKey: String(key)) == nil else {
                throw .invalid("/texts", "must have each key only once, found “\(key)” twice")
            }
        }
        return texts
    }

    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let start = line.drop(while: \.isWhitespace)
            return start.isEmpty ? nil : String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    /// Returns the tenant's own texts as lines of the form `key = text`, sorted by key, with `\n` for a line feed.
    static func lines(_ texts: [String: String]) -> String {
        texts.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.replacing("\n", with: "\\n"))" }
            .joined(separator: "\n")
    }
}
