import Testing

@testable import Accounts

@Suite struct PasswordHashTests {
    /// The test vectors of RFC 7914 §12. The first vector has an empty password, which no account can have.
    @Test(arguments: [
        (
            "password", "NaCl", 10, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 14, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func scryptMatchesTheTestVectorsOfRFC7914(
        password: String, salt: String, logN: Int, blockSize: Int, parallelism: Int, expected: String
    ) throws {
        let cost = try #require(PasswordCost(logN: logN, blockSize: blockSize, parallelism: parallelism))
        let key = try PasswordHash.key(password, salt: Array(salt.utf8), cost: cost, length: 64)
        #expect(key.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() == expected)
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

    @Test func noPasswordIsRightForAnUnknownLogin() async throws {
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

    @Test func aMoreExpensiveHashIsKept() async throws {
        let dear = try await PasswordHasher(cost: PasswordCost(logN: 12)).hash("correct horse")
        #expect(try await hasher.check("correct horse", against: dear) == .init(isRight: true, rehash: nil))
    }

    @Test func tooManySimultaneousPasswordChecksAreRefused() async throws {
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
    func aLongUncommonPasswordIsAccepted(password: String) throws {
        try PasswordRules.check(password, login: "eva")
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
