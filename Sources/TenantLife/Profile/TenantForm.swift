import Web

/// What the form of `/admin/tenant` sends: every field as it was typed.
struct TenantForm: Sendable {
    /// The entity tag of what the page showed.
    let tag: String?
    private let fields: FormFields

    init(_ fields: FormFields) throws(APIError) {
        self.fields = fields
        tag = try fields.optional("tag")
    }

    /// Takes over every field that was sent. Throws 422 when one cannot be read at all, with everything that is
    /// wrong with the others too: nobody likes to be told of one mistake at a time.
    func apply(to profile: inout TenantProfile) throws(APIError) {
        let faults = fill(&profile)
        guard faults.isEmpty else { throw .invalid(faults + TenantRules.faults(profile)) }
    }

    /// Takes over what can be read, and tells what cannot. An empty field takes a value away that may be absent.
    @discardableResult
    func fill(_ profile: inout TenantProfile) -> [APIError.Fault] {
        var faults: [APIError.Fault] = []
        if let name = text("name") { profile.name = name }
        if let locale = text("locale") { profile.locale = locale }
        if let zone = text("timeZone") { profile.timeZone = zone }
        if let colour = text("accentColour") {
            // The picker is never empty. The box beside it says "none", unless a colour was picked after all.
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
        func number(_ name: String, _ take: (Int) -> Void) {
            guard let typed = text(name) else { return }
            guard let number = Self.number(typed) else {
                faults.append(.init(field: "/policies/\(name)", reason: "must be a whole number of 1 to 9 digits"))
                return
            }
            take(number)
        }
        // The store's own bounds are in milliseconds, which the page does not show.
        func minutes(_ name: String, _ length: inout Int64) {
            number(name) { minutes in
                if (1...1440).contains(minutes) {
                    length = Self.milliseconds(minutes, insteadOf: length)
                } else {
                    faults.append(
                        .init(field: "/policies/\(name)", reason: "must be a whole number of minutes from 1 to 1440"))
                }
            }
        }
        minutes("bufferMinutes", &policies.bufferMs)
        number("skipsBack") { policies.skipsBack = $0 }
        number("skipsForward") { policies.skipsForward = $0 }
        number("skipsTotal") { policies.skipsTotal = $0 }
        minutes("skipWindowMinutes", &policies.skipWindowMs)
        number("completionPercent") { policies.completionPercent = $0 }
        if text("streamsPerAccount") == "" {
            policies.streamsPerAccount = nil
        } else {
            number("streamsPerAccount") { policies.streamsPerAccount = $0 }
        }
        // A box that is not ticked is not sent; the form says by `tag` that it was there.
        if tag != nil { policies.signUp = text("signUp") != nil }
        return faults
    }

    /// A field as it was typed, to stand in the form again.
    func typed(_ name: String) -> String? { fields.values(name).first }

    /// A field without the space round it; of two of a name the first.
    private func text(_ name: String) -> String? {
        guard let value = fields.values(name).first else { return nil }
        let start = value.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Whole minutes, unless the page showed just these for a length that is none.
    private static func milliseconds(_ minutes: Int, insteadOf old: Int64) -> Int64 {
        Int64(minutes) == old / 60_000 ? old : Int64(minutes) * 60_000
    }

    /// Up to nine digits.
    private static func number(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text)
    }

    /// A line each, `key = text`; `\n` in the text stands for the end of a line.
    private static func texts(_ lines: String) throws(APIError) -> [String: String] {
        var texts: [String: String] = [:]
        for line in lines.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            guard let equals = line.firstIndex(of: "=") else {
                throw .invalid("/texts", "must have “key = text” on each line; found “\(line.prefix(60))”")
            }
            let key = line[..<equals].filter { !$0.isWhitespace }
            let text = line[line.index(after: equals)...].drop(while: \.isWhitespace)
            guard texts.updateValue(String(text).replacing("\\n", with: "\n"), forKey: String(key)) == nil else {
                throw .invalid("/texts", "must have each key only once; found \(key) twice")
            }
        }
        return texts
    }

    /// What stands on each line that is not blank.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let start = line.drop(while: \.isWhitespace)
            return start.isEmpty ? nil : String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    /// The lines that `texts` reads.
    static func lines(_ texts: [String: String]) -> String {
        texts.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.replacing("\n", with: "\\n"))" }
            .joined(separator: "\n")
    }
}
