import Cryptography
import FoundationEssentials
import Tenancy

/// The encryption of SoundCloud tokens and other secrets for the database, with AES-256-GCM and the first of the configured keys.
///
/// The keys come from the setting `TUTTI_SECRET_KEY` or, with the private PostgreSQL, from a generated file in the data folder.
///
/// An encrypted value is bound to its tenant, account and kind, so a row copied to another account cannot be decrypted. To change the key, put the
/// new key first and keep the old key until each older value has been used again: a value is encrypted with the new key when it is used.
public struct TokenVault: Sendable {
    /// A reason why a key is invalid or a value cannot be decrypted.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case noKey
        case badKey(number: Int)
        case unknownKey(id: String)
        case damaged

        public var description: String {
            switch self {
            case .noKey: "contains no key; a key must be 32 bytes in base64 or 64 hexadecimal digits"
            case .badKey(let number):
                "has an invalid key (number \(number)); a key must be 32 bytes in base64 or 64 hexadecimal digits"
            case .unknownKey(let id): "the value was encrypted with key \(id), which is not configured"
            case .damaged: "the encrypted value cannot be decrypted"
            }
        }
    }

    /// The kind and owner of an encrypted value.
    package struct Label: Sendable, Hashable {
        /// The kind of secret in an encrypted value.
        package enum Kind: String, Sendable {
            case access, refresh, verifier, appPassword, cursor, state, application, listenBrainz
        }

        let kind: Kind
        let tenant: TenantID
        let account: Int64

        package init(kind: Kind, tenant: TenantID, account: Int64) {
            self.kind = kind
            self.tenant = tenant
            self.account = account
        }

        var bytes: [UInt8] { Array("tutti \(kind.rawValue) token of account \(account) of tenant \(tenant)".utf8) }
    }

    /// The format number of encrypted values. Each value begins with this number and four bytes that identify the key.
    private static let form: UInt8 = 1
    /// The length of the format number and the key identifier, in bytes.
    private static let headLength = 5

    private let keys: [(id: [UInt8], cipher: AESGCM)]

    /// Parses keys separated by white space, each 32 bytes in base64 or 64 hexadecimal digits. Throws `badKey` or `noKey`.
    public init(_ text: String) throws(Failure) {
        var keys: [(id: [UInt8], cipher: AESGCM)] = []
        for (index, word) in text.split(whereSeparator: \.isWhitespace).enumerated() {
            guard let bytes = Self.bytes(word), let cipher = try? AESGCM(key: bytes) else {
                throw .badKey(number: index + 1)
            }
            let digest = SHA256.hash(data: Array("tutti key name".utf8) + bytes)
            keys.append((Array(digest.prefix(4)), cipher))
        }
        guard !keys.isEmpty else { throw .noKey }
        self.keys = keys
    }

    /// Returns a new random key of 256 bits in base64.
    public static func makeKey() -> String {
        Data(RandomBytes.make(count: AESGCM.keyLength)).base64EncodedString()
    }

    /// Encrypts the text with the first key, bound to the label. Throws if the encryption fails.
    package func seal(_ text: String, as label: Label) throws(CryptographyError) -> [UInt8] {
        let sealed = try keys[0].cipher.seal(Array(text.utf8), authenticating: label.bytes)
        return [Self.form] + keys[0].id + sealed
    }

    /// Returns whether the value was encrypted with the first key.
    package func isCurrent(_ sealed: [UInt8]) -> Bool { sealed.starts(with: [Self.form] + keys[0].id) }

    /// Decrypts a value. Throws `unknownKey` if its key is not configured, and `damaged` if the value was changed or encrypted for another label.
    package func open(_ sealed: [UInt8], as label: Label) throws(Failure) -> String {
        guard sealed.count > Self.headLength, sealed[0] == Self.form else { throw .damaged }
        let id = Array(sealed[1..<Self.headLength])
        guard let cipher = keys.first(where: { $0.id == id })?.cipher else {
            throw .unknownKey(id: id.map { String($0, radix: 16) }.joined(separator: "-"))
        }
        guard let bytes = try? cipher.open(sealed[Self.headLength...], authenticating: label.bytes),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .damaged }
        return text
    }

    private static func bytes(_ word: Substring) -> [UInt8]? {
        guard word.utf8.count == 64 else { return Data(base64Encoded: String(word)).map { Array($0) } }
        var bytes: [UInt8] = []
        var rest = word[...]
        while !rest.isEmpty {
            let pair = rest.prefix(2)
            guard pair.allSatisfy(\.isHexDigit), pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else {
                return nil
            }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
