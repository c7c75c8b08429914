import Web

/// The rules for login, display name and email address. The schema has the same rules; these give clear errors.
enum AccountRules {
    /// Throws 422 for a login that is not allowed.
    static func check(login: String) throws(APIError) {
        guard (1...User.loginLimit).contains(login.unicodeScalars.count), !login.hasEdgeSpace, login.isOneLine else {
            throw .invalid(
                "login",
                "must have 1 to \(User.loginLimit) characters, no control characters and no space at either end")
        }
    }

    /// The maximum length in characters, as the schema counts them.
    static let displayNameLimit = 200

    /// Throws 422 for a name that is too long or has control characters. It may be empty.
    static func check(displayName: String) throws(APIError) {
        guard displayName.unicodeScalars.count <= displayNameLimit, displayName.isOneLine else {
            throw .invalid("displayName", "must have at most \(displayNameLimit) characters and no control characters")
        }
    }

    /// The maximum length in characters (RFC 5321 §4.5.3.1.3, without the brackets).
    static let emailLimit = 254

    /// Throws 422 for a text that is not an email address.
    ///
    /// Accepts a dot-atom and a host name in ASCII (RFC 5322 §3.4.1). Quoted local parts and comments are not accepted: nobody uses
    /// them, and they could allow header injection.
    static func check(email: String) throws(APIError) {
        let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard email.utf8.count <= emailLimit, parts.count == 2, isDotted(parts[0], isLocal), isDotted(parts[1], isHost)
        else {
            throw .invalid("email", "must look like name@example.org and have at most \(emailLimit) characters")
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

    /// RFC 5322 §3.2.3, atext.
    private static func isLocal(_ byte: UInt8) -> Bool { isHost(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte) }
}

extension String {
    /// Whether the text has no control characters and no line or paragraph separators, like `[[:cntrl:]]` in the schema, which
    /// includes U+2028 and U+2029.
    var isOneLine: Bool {
        unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
    }

    fileprivate var hasEdgeSpace: Bool { first?.isWhitespace == true || last?.isWhitespace == true }
}
