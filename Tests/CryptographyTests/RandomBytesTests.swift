import Cryptography
import Testing

struct RandomBytesTests {
    @Test(arguments: [0, 1, 7, 8, 9, 12, 32, 1000])
    func theRequestedNumberOfRandomBytesIsReturned(count: Int) {
        #expect(RandomBytes.make(count: count).count == count)
    }

    @Test func everyPositionOfRandomBytesVaries() {
        let samples = (0..<64).map { _ in RandomBytes.make(count: 12) }
        for position in 0..<12 { #expect(Set(samples.map { $0[position] }).count > 1) }
        #expect(Set(samples).count == samples.count)
    }
}
