import OSC
import Testing

@Suite struct OSCPacketTests {
    /// A bundle of elements with a time tag.
    private func bundle(_ elements: [[UInt8]], at time: UInt64 = 1) -> [UInt8] {
        Array("#bundle\0".utf8) + withUnsafeBytes(of: time.bigEndian, Array.init)
            + elements.flatMap { withUnsafeBytes(of: UInt32($0.count).bigEndian, Array.init) + $0 }
    }

    private let next = OSCMessage("/inotes/next")

    @Test func anOSCMessageIsEncodedAsInTheExampleOfTheStandard() {
        // OSC 1.0, "Examples": /oscillator/4/frequency with the float 440.0.
        let expected: [UInt8] =
            Array("/oscillator/4/frequency\0".utf8) + Array(",f\0\0".utf8) + [0x43, 0xDC, 0x00, 0x00]
        #expect(OSCMessage("/oscillator/4/frequency", .float(440)).bytes == expected)
    }

    @Test(arguments: [
        OSCMessage("/a"), OSCMessage("/abc"), OSCMessage("/inotes/measure", .int(-35)),
        OSCMessage("/inotes/position", .string("Composer, Work: Évening"), .int(161), .float(0.5)),
        OSCMessage("/blob", .blob([1, 2, 3]), .blob([]), .blob([1, 2, 3, 4])),
        OSCMessage("/bool", .bool(true), .bool(false)),
        OSCMessage("/midi", .midi(port: 1, status: 0xC0, data1: 5, data2: 0), .int(7)),
    ])
    func anOSCMessageIsReadAsItWasWritten(message: OSCMessage) throws {
        #expect(message.bytes.count % 4 == 0)
        #expect(try OSCPacket(message.bytes).messages == [message])
    }

    @Test func theMessagesOfAnOSCBundleAreReadInOrder() throws {
        let inner = bundle([OSCMessage("/c").bytes], at: 9)
        let packet = try OSCPacket(bundle([OSCMessage("/a").bytes, inner, OSCMessage("/d", .int(1)).bytes], at: 7))
        #expect(packet.messages.map(\.address) == ["/a", "/c", "/d"])
        #expect(try OSCPacket(bundle([])).messages == [])
    }

    @Test func aMessageWithoutTypeTagsHasNoArguments() throws {
        #expect(try OSCPacket(Array("/inotes/next\0\0\0\0".utf8)).messages == [next])
    }

    @Test(
        arguments: [
            ("", OSCError.empty), ("/a", .notAligned), ("/abc", .padding), ("/a\0x,\0\0\0", .padding),
            ("abcd\0\0\0\0,\0\0\0", .address), ("/a*\0,\0\0\0", .address), ("/a b\0\0\0\0,\0\0\0", .address),
            ("/a\0\0i\0\0\0", .typeTags), ("/a\0\0,i\0\0", .truncated),
            ("/a\0\0,d\0\0\0\0\0\0\0\0\0\0", .type(UInt8(ascii: "d"))),
            ("/a\0\0,\0\0\0\0\0\0\0", .excess), ("/a\0\0,b\0\0\0\0\0\u{9}abcd", .truncated),
            ("/a\0\0,s\0\0abcd", .padding), ("/a\0\0,m\0\0", .truncated),
            ("/a\0\0,b\0\0\0\0\0\u{1}abcd", .padding), ("#bundle\0\0\0\0\0", .truncated),
            ("#bundle\0\0\0\0\0\0\0\0\u{1}\0\0\0\0", .elementSize),
            ("#bundle\0\0\0\0\0\0\0\0\u{1}\0\0\0\u{3}/a\0\0", .elementSize),
            ("#bundle\0\0\0\0\0\0\0\0\u{1}\0\0\0\u{8}/a\0\0", .truncated),
        ] as [(String, OSCError)])
    func aMalformedOSCPacketIsRefusedWithTheReason(text: String, error: OSCError) {
        #expect(throws: error) { try OSCPacket(Array(text.utf8)) }
    }

    @Test func aFloatArgumentThatIsNotFiniteIsRefused() {
        #expect(throws: OSCError.notFinite) { try OSCPacket(OSCMessage("/a", .float(.nan)).bytes) }
    }

    @Test func aTextArgumentThatIsNotUTF8IsRefused() {
        #expect(throws: OSCError.encoding) { try OSCPacket(Array("/a\0\0,s\0\0".utf8) + [0xFF, 0xFE, 0, 0]) }
    }

    @Test func aBundleWithADamagedMessageIsRefused() {
        #expect(throws: OSCError.self) { try OSCPacket(bundle([next.bytes, Array("/a\0\0,i\0\0".utf8)])) }
    }

    @Test func aBundleThatIsDueBeforeItsEnclosingBundleIsRefused() {
        #expect(throws: OSCError.timeTag) { try OSCPacket(bundle([bundle([next.bytes], at: 5)], at: 6)) }
    }

    @Test func oscPacketsThatAreTooLargeOrTooDeepOrHaveTooManyMessagesAreRefused() {
        #expect(throws: OSCError.tooLarge) { try OSCPacket(Array(repeating: 0, count: 8196)) }
        #expect(throws: OSCError.tooManyMessages) { try OSCPacket(bundle(Array(repeating: next.bytes, count: 65))) }
        let deep = (0..<5).reduce(next.bytes) { content, _ in bundle([content]) }
        #expect(throws: OSCError.tooDeep) { try OSCPacket(deep) }
    }

    /// Random damage to valid packets never crashes the reader.
    @Test func randomlyDamagedOSCPacketsAreReadOrRefused() {
        var state: UInt64 = 1
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let good = bundle([
            OSCMessage("/inotes/position", .string("Composer, Work: Round"), .int(4), .float(0.5)).bytes,
            OSCMessage("/blob", .blob([1, 2, 3])).bytes, next.bytes,
        ])
        var refused = 0
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0...random(3) { bytes[random(bytes.count)] = UInt8(random(256)) }
            if random(4) == 0 { bytes.removeLast(random(bytes.count)) }
            if (try? OSCPacket(bytes)) == nil { refused += 1 }
        }
        #expect(refused > 10_000)
    }

    @Test func aReceivedDatagramNamesItsSender() async throws {
        let receiver = try OSCReceiver(OSCEndpoint(host: "127.0.0.1", port: 0))
        #expect(OSCSender().send(next, to: OSCEndpoint(host: "127.0.0.1", port: receiver.port)))
        var datagrams = receiver.datagrams.makeAsyncIterator()
        let datagram = try #require(await datagrams.next())
        #expect(datagram.sender == "127.0.0.1")
        #expect(try OSCPacket(datagram.bytes).messages == [next])
        receiver.close()
        #expect(await datagrams.next() == nil)
    }
}
