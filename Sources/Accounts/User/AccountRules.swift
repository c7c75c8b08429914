import Web

/// The rules for logins, display names and email addresses. The schema checks most of these rules too, but its errors do not name the broken rule.
enum AccountRules {
    /// Throws 422 with the reason if a login is not allowed.
    static func check(login: String) throws(APIError) {
        if let reason = fault(ofLine: login, 1...User.loginLimit) { throw .invalid("login", reason) }
        if login.hasEdgeSpace { throw .invalid("login", "must not begin or end with a space") }
    }

    /// Returns the reason why a text is not allowed as a single line, as the rest of a sentence that begins with the field's name; `nil` if it is
    /// allowed. `lengths` are the allowed lengths in Unicode scalars.
    static func fault(ofLine text: String, _ lengths: ClosedRange<Int>) -> String? {
        let count = text.unicodeScalars.count
        guard lengths.contains(count) else {
            let least = lengths.lowerBound == 0 ? "at most" : "\(lengths.lowerBound) to"
            return "must have \(least) \(lengths.upperBound) characters, found \(count)"
        }
        return text.isOneLine ? nil : "must not contain control characters or line breaks"
    }

    /// The maximum length of a display name, in Unicode scalars as in the schema.
    static let displayNameLimit = 200

    /// Throws 422 if a display name is not allowed. An empty name is allowed.
    static func check(displayName: String) throws(APIError) {
        if let reason = fault(ofLine: displayName, 0...displayNameLimit) { throw .invalid("displayName", reason) }
    }

    /// The maximum length of an email address in characters (RFC 5321 §4.5.3.1.3, without the brackets).
    static let emailLimit = 254

    /// Throws 422 if a text is not an email address or is too long.
    ///
    /// Only a dot-atom and a host name in ASCII are accepted (RFC 5322 §3.4.1). Quoted local parts and comments could allow header injection.
    static func check(email: String) throws(APIError) {
        let count = email.unicodeScalars.count
        guard count <= emailLimit else {
            throw .invalid("email", "must have at most \(emailLimit) characters, found \(count)")
        }
        let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, isDotted(parts[0], isLocal), isDotted(parts[1], isHost)
        else {
            throw .invalid(
                "email",
                "must look like name@example.org and have only ASCII characters without spaces, "
                    + "found \"\(email.prefix(100))\"")
        }
    }

    private static func isDotted(_ text: Substring.UTF8View, _ isAtom: (UInt8) -> Bool) -> Bool {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtom) }
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Returns whether a byte is an `atext` character (RFC 5322 §3.2.3). `isDotted` handles the dot.
    private static func isLocal(_ byte: UInt8) -> Bool { isHost(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte) }
}

extension String {
    /// Whether the text has no control characters, line separators or paragraph separators, like `[[:cntrl:]]` in the schema.
    var isOneLine: Bool {
        unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
    }

    fileprivate var hasEdgeSpace: Bool { first?.isWhitespace == true || last?.isWhitespace == true }
}
