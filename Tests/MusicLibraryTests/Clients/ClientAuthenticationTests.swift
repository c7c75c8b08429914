import Cryptography
import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Effects of the authentication on stored passwords. The route tests in SubsonicTests cover the responses.
struct ClientAuthenticationTests {
    @Test func theLastUseOfAnAppPasswordIsUpdatedAtMostOnceInFiveMinutes() async throws {
        try await ClientStage.with { stage in
            let secret = try #require(await stage.make()["secret"] as? String)
            func use() async throws -> String {
                let client = try await stage.authentication.client(
                    .key(secret), from: "192.0.2.1", in: stage.stage.here.id)
                #expect(client.login == "listener")
                #expect(client.name == "Phone")
                return try await stage.stage.database.sql("select last_used_at from app.app_password")
            }
            let first = try await use()
            #expect(!first.isEmpty)
            #expect(try await use() == first)
            try await stage.stage.database.sql(
                "update app.app_password set last_used_at = now() - interval '6 minutes'")
            let stale = try await stage.stage.database.sql("select last_used_at from app.app_password")
            #expect(try await use() != stale)
        }
    }

    /// Each kind of credentials encrypts the password with the current first key, so that the old key can be removed.
    @Test(arguments: ["digest", "password", "key"])
    func aUsedAppPasswordIsReencryptedWithTheCurrentKey(way: String) async throws {
        let (old, new) = (TokenVault.makeKey(), TokenVault.makeKey())
        try await ClientStage.with(keys: old) { stage in
            let secret = try #require(await stage.make()["secret"] as? String)
            let digest = ClientAuthentication.Proof.digest(
                login: "listener", token: Insecure.MD5.hash(data: (secret + "salt").utf8).hexadecimal,
                salt: "salt")
            let proof: ClientAuthentication.Proof =
                switch way {
                case "digest": digest
                case "password": .password(login: "listener", password: secret)
                default: .key(secret)
                }
            let sealed = "select encode(secret, 'hex') from app.app_password"
            let before = try await stage.stage.database.sql(sealed)
            let turned = try stage.authentication(keys: "\(new) \(old)")
            _ = try await turned.client(proof, from: "192.0.2.1", in: stage.stage.here.id)
            let after = try await stage.stage.database.sql(sealed)
            #expect(after != before)
            _ = try await turned.client(proof, from: "192.0.2.1", in: stage.stage.here.id)
            #expect(try await stage.stage.database.sql(sealed) == after, "it is encrypted only once")
            // The password can be decrypted without the old key.
            let client = try await stage.authentication(keys: new).client(
                digest, from: "192.0.2.1", in: stage.stage.here.id)
            #expect(client.name == "Phone")
        }
    }
}
