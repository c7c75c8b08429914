import Testing

@testable import Accounts

@Suite struct PasswordHashTests {
    /// Hashes that swift-crypto 4.5 computed, as databases store them (decision 0082). Before the hash, it replaced an empty password, which no account
    /// can have, with a zero byte.
    @Test(arguments: [
        ("correct horse", "$scrypt$ln=11,r=8,p=1$8PHy8/T19vf4+fr7/P3+/w$ozdgFJcmEJ2vBNPPDW0uv6r0Iqel48RPh2ZR2cMPNeE"),
        ("", "$scrypt$ln=11,r=8,p=1$8PHy8/T19vf4+fr7/P3+/w$C6QAIDDfSQwT1ZQqpHP01IsJX3UN+FyKYxzGrt2UOCw"),
    ])
    func aStoredHashOfTheEarlierLibraryMatches(password: String, text: String) throws {
        let stored = try #require(PasswordHash(text))
        #expect(try stored.matches(password))
        #expect(try !stored.matches(password + "s"))
        let salt = try #require(text.lastIndex(of: "$").map { text[..<$0] })
        #expect(try PasswordHash(of: password, salt: String(salt)) == stored)
    }

    @Test func anEncodedPasswordHashIsDecodedUnchanged() throws {
        let hash = try PasswordHash(of: "correct horse", cost: PasswordCost(logN: 10))
        #expect(hash.description.hasPrefix("$scrypt$ln=10,r=8,p=1$"))
        #expect(!hash.description.hasSuffix("="))
        #expect(PasswordHash(hash.description) == hash)
        #expect(try hash.matches("correct horse"))
        #expect(try !hash.matches("correct horsf"))
        #expect(try !hash.matches(""))
    }

    @Test func twoHashesOfOnePasswordDiffer() throws {
        let cost = PasswordCost(logN: 10)
        #expect(try PasswordHash(of: "correct horse", cost: cost) != PasswordHash(of: "correct horse", cost: cost))
    }

    @Test(arguments: [
        "", "secret", "$scrypt$", "$argon2id$ln=10,r=8,p=1$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=30,r=8,p=1$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=10,r=8,p=999$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=10,r=8,p=1$AAAAAAAAAAAAAAAA$",
        "$scrypt$ln=10,r=8$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=10,r=8,p=1$!!!!$AAAAAAAAAAAAAAAAAAAAAAAA",
    ])
    func aMalformedPasswordHashIsRefused(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    /// Spec S1.8, Decided 10.
    @Test func theStandardPasswordCostUses128MiB() {
        let cost = PasswordCost.standard
        #expect(128 * (1 << cost.logN) * cost.blockSize == 128 << 20)
        #expect(cost.parallelism == 1)
        #expect(PasswordCost(logN: 16).isBelow(cost))
        #expect(!cost.isBelow(cost))
    }
}

@Suite struct PasswordHasherTests {
    private let hasher = PasswordHasher(cost: PasswordCost(logN: 11))

    @Test func onlyTheRightPasswordMatches() async throws {
        let stored = try await hasher.hash("correct horse")
        #expect(try await hasher.check("correct horse", against: stored) == .init(isRight: true, rehash: nil))
        #expect(try await hasher.check("wrong horse", against: stored) == .init(isRight: false, rehash: nil))
    }

    @Test func noPasswordMatchesForAnUnknownLogin() async throws {
        #expect(try await !hasher.check("correct horse", against: nil).isRight)
        #expect(try await !hasher.check("", against: nil).isRight)
    }

    @Test func aCheaperHashIsReplacedIfThePasswordIsRight() async throws {
        let cheap = try await PasswordHasher(cost: PasswordCost(logN: 10)).hash("correct horse")
        let verification = try await hasher.check("correct horse", against: cheap)
        let rehash = try #require(verification.rehash)
        #expect(rehash.hasPrefix("$scrypt$ln=11,"))
        #expect(try await hasher.check("correct horse", against: rehash) == .init(isRight: true, rehash: nil))
        #expect(try await hasher.check("wrong horse", against: cheap).rehash == nil)
    }

    @Test func aMoreExpensiveHashIsNotReplaced() async throws {
        let dear = try await PasswordHasher(cost: PasswordCost(logN: 12)).hash("correct horse")
        #expect(try await hasher.check("correct horse", against: dear) == .init(isRight: true, rehash: nil))
    }

    @Test func simultaneousPasswordChecksBeyondTheLimitAreRefused() async throws {
        let narrow = PasswordHasher(cost: PasswordCost(logN: 12), waiting: 1)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        _ = try await narrow.check("correct horse", against: nil)
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused > 0)
        #expect(refused < 20)
    }

    @Test func passwordHashingUsesOneOrTwoCores() {
        #expect([1, 2, 3, 4, 64].map(PasswordHasher.width) == [1, 1, 2, 2, 2])
    }
}

@Suite struct PasswordRulesTests {
    @Test(arguments: ["correct horse", "пароль для зала", "8charsOK", String(repeating: "ab1", count: 42)])
    func anUncommonPasswordOfAnAllowedLengthIsAccepted(password: String) {
        #expect(throws: Never.self) { try PasswordRules.check(password, login: "eva") }
    }

    /// Spec S1.8.
    @Test(arguments: [
        "", "short", "7 chars", "password", "Password1", "12345678", "aaaaaaaaaaaa", "abababababab", "eva@hall.example",
        "EVA@hall.example", String(repeating: "ab1", count: 43), "with\u{0}nul and more",
    ])
    func aPasswordThatBreaksARuleIsRefused(password: String) {
        #expect(throws: (any Error).self) { try PasswordRules.check(password, login: "eva@hall.example") }
    }

    @Test func theListOfCommonPasswordsHasAtLeast3000Entries() {
        #expect(CommonPasswords.words.count >= 3000)
    }
}
