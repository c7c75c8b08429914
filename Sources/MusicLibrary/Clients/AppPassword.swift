import Crypto
import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A password of one's own for one program, made at random and never the account's. Older programs prove that they know it by a
/// digest with salt, so that it is sealed and not hashed; for others it is an API key.
struct AppPassword: Sendable, Hashable {
    struct ID: NumberedID, PostgresCodable { let rawValue: Int64 }

    let id: ID
    /// What the listener calls the program.
    let name: String
    let createdAt: Instant
    /// To five minutes; none where it was never used.
    let lastUsedAt: Instant?

    /// How many an account may have.
    static let most: Int64 = 25
    /// In characters.
    static let nameLimit = 100

    /// A name without blanks round it.
    ///
    /// - Throws: 422 for one that cannot be.
    static func name(_ text: String?) throws(APIError) -> String {
        let name = (text ?? "").drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        let scalars = name.flatMap(\.unicodeScalars)
        guard (1...nameLimit).contains(scalars.count),
            scalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .invalid("name", "must have 1 to \(nameLimit) characters and no control characters") }
        return String(name)
    }
}

extension AppPassword: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = try row("app_password_id")
        name = try row("name")
        createdAt = Instant(try row("created_at", as: Date.self))
        lastUsedAt = try row.optional("last_used_at", as: Date.self).map { Instant($0) }
    }
}

/// The text of an app password: 120 random bits that somebody may have to type on a television.
struct AppSecret: Sendable, Hashable {
    /// Six groups of four, without letters that look like others.
    let text: String

    private static let letters = Array("abcdefghjkmnpqrstuvwxyz234567890")
    private static let groups = 6

    /// A new one from the system's generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<Self.groups).map { _ in
            String((0..<4).map { _ in Self.letters[Int.random(in: 0..<32, using: &generator)] })
        }.joined(separator: "-")
    }

    /// By which it is found where it is sent as it is: of so many random bits nothing follows from a plain digest.
    static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}
