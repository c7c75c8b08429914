import Cryptography
import FoundationEssentials
import Web

/// A stored password hash in PHC string format, `$scrypt$ln=17,r=8,p=1$SALT$KEY`, with salt and key in base64 without padding.
struct PasswordHash: Sendable, Hashable {
    let cost: PasswordCost
    let salt: [UInt8]
    let key: [UInt8]

    /// The length of a new salt, in bytes.
    private static let saltLength = 16
    private static let keyLength = 32

    /// Hashes a password with a new random salt. Throws if there is no memory. Blocks for long, so call it on a worker thread only.
    init(of password: String, cost: PasswordCost) throws(CryptographyError) {
        salt = RandomBytes.make(count: Self.saltLength)
        self.cost = cost
        key = try Self.key(password, salt: salt, cost: cost, length: Self.keyLength)
    }

    /// Hashes a password like `init(of:cost:)`, but with a stored cost and salt, `$scrypt$ln=17,r=8,p=1$SALT`. Returns `nil` if these are invalid.
    init?(of password: String, salt: String) throws(CryptographyError) {
        let unknown = Self.text([UInt8](repeating: 0, count: Self.keyLength))
        guard let stored = PasswordHash("\(salt)$\(unknown)") else { return nil }
        cost = stored.cost
        self.salt = stored.salt
        key = try Self.key(password, salt: stored.salt, cost: stored.cost, length: Self.keyLength)
    }

    /// Returns whether the password matches. The time and memory are the same for a wrong password. Blocks and throws like `init(of:cost:)`.
    func matches(_ password: String) throws(CryptographyError) -> Bool {
        ConstantTime.equal(try Self.key(password, salt: salt, cost: cost, length: key.count), key)
    }

    /// Derives the key of a password with scrypt (RFC 7914 §6). `length` is in bytes.
    private static func key(
        _ password: String, salt: [UInt8], cost: PasswordCost, length: Int
    ) throws(CryptographyError) -> [UInt8] {
        try Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: length, rounds: 1 << cost.logN,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
    }
}

extension PasswordHash: LosslessStringConvertible {
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Self.cost(parts[2]),
            let salt = Self.bytes(parts[3]), let key = Self.bytes(parts[4]), salt.count >= 8, key.count >= 16
        else { return nil }
        self.cost = cost
        self.salt = salt
        self.key = key
    }

    var description: String {
        "$scrypt$ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelism)$\(Self.text(salt))$\(Self.text(key))"
    }

    private static func cost(_ text: Substring) -> PasswordCost? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        guard numbers.count == 3, numbers[0].hasPrefix("ln="), numbers[1].hasPrefix("r="), numbers[2].hasPrefix("p="),
            let logN = Int(numbers[0].dropFirst(3)), let blockSize = Int(numbers[1].dropFirst(2)),
            let parallelism = Int(numbers[2].dropFirst(2))
        else { return nil }
        return PasswordCost(logN: logN, blockSize: blockSize, parallelism: parallelism)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map(Array.init)
    }
}
