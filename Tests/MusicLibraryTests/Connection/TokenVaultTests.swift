import Foundation
import Tenancy
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct TokenVaultTests {
    private let label = TokenVault.Label(kind: .access, tenant: TenantID(rawValue: 3), account: 7)

    @Test func anEncryptedValueIsDecryptedWithTheSameLabel() throws {
        let vault = try TokenVault(TokenVault.makeKey())
        let sealed = try vault.seal("2-29-secret", as: label)
        #expect(try vault.open(sealed, as: label) == "2-29-secret")
        #expect(!String(decoding: sealed, as: UTF8.self).contains("secret"))
        #expect(try vault.seal("2-29-secret", as: label) != sealed)
    }

    /// A value that swift-crypto 4.5 encrypted, as databases store it (decision 0082).
    @Test func aStoredValueOfTheEarlierLibraryIsDecrypted() throws {
        let vault = try TokenVault("00070e151c232a31383f464d545b626970777e858c939aa1a8afb6bdc4cbd2d9")
        let stored: [UInt8] = [
            0x01, 0x30, 0x88, 0x8D, 0xF1, 0x6D, 0xA5, 0x09, 0x9B, 0x7A, 0x46, 0x3F, 0x5F, 0xF7, 0x5E, 0x4D, 0xED, 0xC2,
            0x4F, 0xE0, 0x07, 0x92, 0x14, 0xAB, 0xE4, 0x11, 0xFF, 0x72, 0xEE, 0xE0, 0x7D, 0x7A, 0x1F, 0x45, 0x37, 0x1F,
            0x92, 0x78, 0x75, 0xFC, 0x03, 0x66, 0xC8, 0x89,
        ]
        #expect(try vault.open(stored, as: label) == "2-29-secret")
        #expect(vault.isCurrent(stored))
    }

    @Test(arguments: [
        TokenVault.Label(kind: .refresh, tenant: TenantID(rawValue: 3), account: 7),
        TokenVault.Label(kind: .access, tenant: TenantID(rawValue: 4), account: 7),
        TokenVault.Label(kind: .access, tenant: TenantID(rawValue: 3), account: 8),
    ])
    func aValueCopiedToAnotherLabelCannotBeDecrypted(other: TokenVault.Label) throws {
        let vault = try TokenVault(TokenVault.makeKey())
        let sealed = try vault.seal("2-29-secret", as: label)
        #expect(throws: TokenVault.Failure.damaged) { try vault.open(sealed, as: other) }
    }

    @Test func aChangedByteOfAnEncryptedValueIsDetected() throws {
        let vault = try TokenVault(TokenVault.makeKey())
        let sealed = try vault.seal("2-29-secret", as: label)
        for index in sealed.indices {
            var bytes = sealed
            bytes[index] ^= 1
            #expect(throws: TokenVault.Failure.self) { try vault.open(bytes, as: label) }
        }
    }

    @Test func anOldKeyIsUsedOnlyForDecryption() throws {
        let (old, new) = (TokenVault.makeKey(), TokenVault.makeKey())
        let sealed = try TokenVault(old).seal("2-29-secret", as: label)
        let turned = try TokenVault("\(new)\n\(old)")
        #expect(try turned.open(sealed, as: label) == "2-29-secret")
        #expect(try !turned.isCurrent(sealed) && turned.isCurrent(turned.seal("x", as: label)))
        #expect(throws: TokenVault.Failure.self) { try TokenVault(new).open(sealed, as: label) }
    }

    @Test func keysAreAcceptedInBase64AndHexadecimalOnly() throws {
        let hex = String(repeating: "0f", count: 32)
        let base64 = Data(repeating: 0x0F, count: 32).base64EncodedString()
        let sealed = try TokenVault(hex).seal("x", as: label)
        #expect(try TokenVault(base64).open(sealed, as: label) == "x")
        #expect(throws: TokenVault.Failure.noKey) { try TokenVault(" \n") }
        #expect(throws: TokenVault.Failure.badKey(number: 2)) { try TokenVault("\(base64) short") }
        #expect(throws: TokenVault.Failure.badKey(number: 1)) { try TokenVault(String(repeating: "+f", count: 32)) }
    }

    /// RFC 7636, appendix B.
    @Test func theCodeChallengeMatchesTheExampleOfRFC7636() throws {
        let verifier = try #require(SecretKey("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(Base64URL.text(of: verifier.hash) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }
}
