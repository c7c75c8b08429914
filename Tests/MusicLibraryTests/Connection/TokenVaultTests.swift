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
