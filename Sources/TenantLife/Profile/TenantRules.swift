import Tenancy
import Web

/// The rules for a profile. The schema enforces most of them too, but only this type names the member of each fault.
enum TenantRules {
    /// Returns all faults except those of the time zone, since only the database has the list of zones.
    static func faults(_ profile: TenantProfile) -> [APIError.Fault] {
        var faults: [APIError.Fault] = []
        func check(_ holds: Bool, _ field: String, _ reason: String) {
            if !holds { faults.append(.init(field: field, reason: reason)) }
        }
        let length = profile.name.count
        check((1...200).contains(length), "/name", "must have 1 to 200 characters, found \(length)")
        check(isLine(profile.name), "/name", "must have no line breaks or other control characters")
        check(
            isLocale(profile.locale), "/locale",
            "must be a BCP 47 tag, such as cs or en-GB, found \"\(profile.locale.prefix(100))\"")
        if let colour = profile.accentColour { faults += accent(colour) }
        faults += texts(profile.texts)
        for (field, url) in [
            ("/learnMoreUrl", profile.learnMoreUrl), ("/conversionUrl", profile.conversionUrl),
            ("/supportUrl", profile.supportUrl),
        ] {
            check(
                url.map(WebAddress.isValid) ?? true, field,
                "\(WebAddress.rule), found \"\((url ?? "").prefix(100))\"")
        }
        check(
            profile.supportPhone.map(isPhoneNumber) ?? true, "/supportPhone",
            "must be a telephone number that begins with a digit, or with + and a digit, "
                + "followed by 2 to 30 digits, spaces, round brackets, dots, hyphens or slashes, "
                + "found \"\((profile.supportPhone ?? "").prefix(100))\""
        )
        return faults + origins(profile.allowedOrigins) + policies(profile.policies)
    }

    private static func origins(_ entries: [String]) -> [APIError.Fault] {
        do throws(AllowedOrigins.Faults) {
            _ = try AllowedOrigins(entries)
            return []
        } catch {
            return error.all.map { fault in
                .init(field: "/allowedOrigins" + (fault.index.map { "/\($0)" } ?? ""), reason: fault.reason)
            }
        }
    }

    private static func policies(_ policies: TenantPolicies) -> [APIError.Fault] {
        let numbers: [(String, Int64, ClosedRange<Int64>)] = [
            ("bufferMs", policies.bufferMs, 60_000...86_400_000),
            ("skipsBack", Int64(policies.skipsBack), 0...1000),
            ("skipsForward", Int64(policies.skipsForward), 0...1000),
            ("skipsTotal", Int64(policies.skipsTotal), 0...2000),
            ("skipWindowMs", policies.skipWindowMs, 60_000...86_400_000),
            ("completionPercent", Int64(policies.completionPercent), 50...100),
            ("streamsPerAccount", Int64(policies.streamsPerAccount ?? 1), 1...100),
        ]
        return numbers.filter { !$0.2.contains($0.1) }.map { name, number, range in
            let unit = name.hasSuffix("Ms") ? " of milliseconds" : ""
            return APIError.Fault(
                field: "/policies/\(name)",
                reason: "must be a whole number\(unit) from \(range.lowerBound) to \(range.upperBound), found \(number)"
            )
        }
    }

    /// Returns the faults of texts: unknown keys, and texts that are not allowed for the key.
    static func texts(_ texts: [String: String]) -> [APIError.Fault] {
        texts.sorted { $0.key < $1.key }.compactMap { key, words in
            guard let text = TenantText(rawValue: key) else {
                return .init(
                    field: "/texts/\(key)",
                    reason:
                        "is not a known key; the keys are \(SentenceFormat.list(TenantText.allCases.map(\.rawValue)))")
            }
            return text.fault(of: words).map { .init(field: "/texts/\(key)", reason: $0) }
        }
    }

    /// Returns the fault of a colour that is not in the required form or has too little contrast with the dark background.
    private static func accent(_ colour: String) -> [APIError.Fault] {
        let field = "/accentColour"
        guard let ratio = Contrast.ratio(colour, Contrast.ground), colour.lowercased() == colour else {
            return [
                .init(
                    field: field,
                    reason: "must be a colour written #rrggbb in lower case, found \"\(colour.prefix(100))\"")
            ]
        }
        guard ratio < Contrast.leastForText else { return [] }
        let tenths = Int((ratio * 100).rounded(.down))
        return [
            .init(
                field: field,
                reason:
                    "has a contrast of \(tenths / 100).\(tenths % 100 / 10)\(tenths % 10) to 1 with the dark background, "
                    + "but needs 4.5 to 1 (WCAG 2.2 §1.4.3); choose a lighter colour")
        ]
    }

    private static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Returns whether a text has the form of a language tag, by a simplified form of the grammar in RFC 5646 §2.1.
    private static func isLocale(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(isLetter),
            tag.utf8.count <= 100
        else { return false }
        return parts.dropFirst().allSatisfy {
            (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) }
        }
    }

    private static func isPhoneNumber(_ number: String) -> Bool {
        let digits = number.utf8.first == UInt8(ascii: "+") ? number.utf8.dropFirst() : number.utf8[...]
        guard let first = digits.first, isDigit(first), (3...31).contains(digits.count) else { return false }
        return digits.dropFirst().allSatisfy { isDigit($0) || " ()./-".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
