import Testing

@testable import Web

@Suite struct RequestIDTests {
    @Test func aNameIsSixteenHexadecimalDigitsAndGivenOnce() {
        let names = (0..<10_000).map { _ in RequestID.next() }
        #expect(names.allSatisfy { $0.utf8.count == 16 && $0.allSatisfy(\.isHexDigit) && $0 == $0.lowercased() })
        #expect(Set(names).count == names.count)
        // Neighbours do not look alike: somebody will read one out on the telephone.
        #expect(zip(names, names.dropFirst()).allSatisfy { $0.prefix(8) != $1.prefix(8) })
    }
}
