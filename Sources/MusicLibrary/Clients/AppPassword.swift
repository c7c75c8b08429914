import Cryptography
import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A random password for one app, independent of the account's password. It is stored encrypted and as a digest, because Subsonic clients send a
/// salted digest and other clients the password itself.
package struct AppPassword: Sendable, Hashable {
    package struct ID: NumberedID, PostgresCodable {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    package let id: ID
    /// The name that the listener gave to the app.
    package let name: String
    package let createdAt: Instant
    /// The time of the last use, accurate to five minutes; `nil` if the password was never used.
    package let lastUsedAt: Instant?

    /// The maximum number of app passwords of an account.
    static let most: Int64 = 25
    /// The maximum length of an app password's name, in Unicode scalars.
    package static let nameLimit = 100

    /// Returns the checked name without surrounding white space. Throws 422 unless it has 1 to `nameLimit` Unicode scalars and no control characters.
    package static func name(_ text: String?) throws(APIError) -> String {
        let name = (text ?? "").drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        let scalars = name.flatMap(\.unicodeScalars)
        guard (1...nameLimit).contains(scalars.count) else {
            throw .invalid("name", "must have 1 to \(nameLimit) characters, found \(scalars.count)")
        }
        guard scalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .invalid("name", "must not contain tabs, line breaks or other control characters")
        }
        return String(name)
    }
}

extension AppPassword: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        id = try row("app_password_id")
        name = try row("name")
        createdAt = Instant(try row("created_at", as: Date.self))
        lastUsedAt = try row.optional("last_used_at", as: Date.self).map { Instant($0) }
    }
}

/// The text of an app password: 120 random bits, easy to type on a television.
struct AppSecret: Sendable, Hashable {
    /// The text in six groups of four characters. The characters i, l, o and 1 do not occur, because they are easily confused.
    package let text: String

    private static let letters = Array("abcdefghjkmnpqrstuvwxyz234567890")
    private static let groups = 6

    /// Generates a random secret with the system's random number generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<Self.groups).map { _ in
            String((0..<4).map { _ in Self.letters[Int.random(in: 0..<32, using: &generator)] })
        }.joined(separator: "-")
    }

    /// Returns the SHA-256 digest to compare with a password or API key that a client sends. 120 random bits need no salt.
    static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: text.utf8)) }
}
