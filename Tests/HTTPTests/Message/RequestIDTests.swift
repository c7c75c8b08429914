import Testing

@testable import HTTP

struct RequestIDTests {
    @Test func requestIDsAreSixteenHexadecimalDigitsAndUnique() {
        let names = (0..<10_000).map { _ in RequestID.next().text }
        #expect(names.allSatisfy { $0.utf8.count == 16 && $0.allSatisfy(\.isHexDigit) && $0 == $0.lowercased() })
        #expect(Set(names).count == names.count)
        // Consecutive IDs must look different, because users may read them out on the telephone.
        #expect(zip(names, names.dropFirst()).allSatisfy { $0.prefix(8) != $1.prefix(8) })
    }

    @Test(
        arguments: [
            (0, "0000000000000000"), (0x0123_4567_89AB_CDEF, "0123456789abcdef"), (.max, "ffffffffffffffff"),
            (0xF0E1_D2C3_B4A5_9678, "f0e1d2c3b4a59678"),
        ] as [(UInt64, String)])
    func aRequestIDIsWrittenInHexadecimal(bits: UInt64, text: String) {
        #expect(RequestID(bits: bits).text == text)
        var output = OutputBuffer(capacity: 4)
        output.append("id: ", hexadecimal: bits)
        #expect(output.bytes.text == "id: \(text)\r\n")
    }
}
