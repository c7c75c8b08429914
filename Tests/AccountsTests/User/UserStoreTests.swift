import HTTP
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct UserStoreTests {
    @Test func aLoginIsFoundInAnyCaseOnlyInItsTenant() async throws {
        try await Stage.with { stage in
            let user = try await stage.users.user(login: "EVA", in: stage.here.id)
            #expect(user?.login == "Eva")
            #expect(user?.role == .operator)
            #expect(try await stage.users.user(login: "eva", in: stage.there.id) == nil)
        }
    }

    @Test func aLoginIsUniqueWithinATenant() async throws {
        try await Stage.with { stage in
            await #expect {
                try await stage.users.add(
                    login: "eVA", role: .admin, password: Stage.password, hasher: Stage.hasher, in: stage.here.id)
            } throws: {
                ($0 as? APIError)?.code == .loginTaken
            }
            _ = try await stage.users.add(
                login: "eva", role: .admin, password: Stage.password, hasher: Stage.hasher, in: stage.there.id)
        }
    }

    @Test func aFailedCreationOfAnAccountWritesNoAuditEvent() async throws {
        try await Stage.with { (stage) async throws in
            for login in ["tom", "TOM"] {
                _ = try? await stage.users.add(
                    login: login, role: .admin, password: Stage.password, hasher: Stage.hasher, in: stage.here.id,
                    recorded: AuditEvent("account.create", by: .command, subject: login))
            }
            let record = try await stage.record()
            #expect(record == ["account.create tom"], "a taken login leaves no audit record")
        }
    }

    @Test func anInvalidLoginIsRefused() async throws {
        try await Stage.with { stage in
            for login in ["", " eva", "eva ", "e\nva", "e\u{0}va", String(repeating: "e", count: 255)] {
                await #expect {
                    try await stage.users.add(
                        login: login, role: .admin, password: Stage.password, hasher: Stage.hasher, in: stage.here.id)
                } throws: {
                    ($0 as? APIError)?.status == .unprocessableContent
                }
            }
        }
    }

    @Test func aCommonPasswordIsRefused() async throws {
        try await Stage.with { stage in
            await #expect(throws: APIError.self) {
                try await stage.users.add(
                    login: "new", role: .admin, password: "password1", hasher: Stage.hasher, in: stage.here.id)
            }
        }
    }

    @Test func theDatabaseStoresNoPassword() async throws {
        try await Stage.with { stage in
            let dump = try await stage.database.sql("select a::text from app.user_account a;")
            #expect(!dump.contains(Stage.password))
            #expect(dump.contains("$scrypt$ln=10,r=8,p=1$"))
        }
    }

    /// Spec S1.8, Decided 10.
    @Test func aSignInReplacesACheaperPasswordHash() async throws {
        try await Stage.with { stage in
            let hasher = PasswordHasher(cost: PasswordCost(logN: 11))
            let passwordLogin = PasswordLogin(users: stage.users, hasher: hasher)
            _ = try await passwordLogin.user(
                login: "eva", password: Stage.password, from: "192.0.2.1", in: stage.here.id,
                logger: .init(label: "test"))
            let hashes = try await stage.database.sql("select password_hash from app.user_account order by login_key;")
            #expect(hashes.contains("$scrypt$ln=11,"))
            _ = try await passwordLogin.user(
                login: "eva", password: Stage.password, from: "192.0.2.1", in: stage.here.id,
                logger: .init(label: "test"))
        }
    }
}
