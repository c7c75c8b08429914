import Testing

@testable import HTTP

/// Tests that the results of a conversation do not depend on how its input is divided: whole, byte by byte, or at random positions.
struct CutTests {
    /// Returns the results of a conversation for this input, as text.
    private func transcript(_ pieces: [[UInt8]]) -> [String] {
        var limits = Limits()
        limits.requestLine = 200
        limits.fieldSection = 500
        limits.fieldCount = 20
        var conversation = Conversation(at: .at(0), limits: limits)
        var parser = HeadParser()
        var unread: [UInt8] = []
        var events: [String] = []
        for piece in pieces {
            unread += piece
            var isWaiting = false
            while !isWaiting {
                let held = unread
                let consumed = held.withUnsafeBufferPointer { input -> Int in
                    let (consumed, action) = conversation.received(input, at: .at(1), limits: limits, parser: &parser)
                    switch action {
                    case .read: isWaiting = true
                    case .head:
                        let head = Bytes(rebasing: input[(consumed - parser.head.length)..<consumed])
                        let request = parser.head.request(in: head, peer: "")
                        let fields = request.fields.lines.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
                        events.append("\(request.method) \(request.path) \(request.query ?? "-") \(fields)")
                        if parser.head.hasContent {
                            let admission = conversation.admitContent(
                                parser.head, limit: 50, moreInput: true, at: .at(1), limits: limits)
                            if case .reject(let rejection) = admission {
                                events.append("\(rejection)")
                                isWaiting = true
                            }
                        } else {
                            conversation.answered(at: .at(1), limits: limits)
                        }
                    case .content(let content):
                        events.append("content \(String(decoding: content, as: UTF8.self))")
                        conversation.answered(at: .at(1), limits: limits)
                    case .piece(let content, _):
                        events.append("piece \(String(decoding: content, as: UTF8.self))")
                    case .reject(let rejection):
                        events.append("\(rejection)")
                        isWaiting = true
                    }
                    return consumed
                }
                unread.removeFirst(consumed)
                if !conversation.wantsInput { isWaiting = true }
            }
        }
        return events
    }

    static let streams: [String] = [
        "GET /a?b HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nPOST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nT: u\r\n\r\n"
            + "GET /c HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nbad trailer\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n40\r\nhello",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 51\r\n\r\nhello",
        "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nX: y\nZ: w\r\n\r\n",
        "GET /a HTTP/1.1\r\nBad Field: a\r\nX: y\nZ: w\r\n\r\n",
        "GET /" + String(repeating: "a", count: 300) + " HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n" + (0..<30).map { "X-\($0): y\r\n" }.joined() + "\r\n",
        "\r\n\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{0}\n\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n\r",
    ]

    /// Spec S5.3.
    @Test(arguments: streams)
    func theParsedRequestsDoNotDependOnWhereTheInputIsCut(_ stream: String) {
        let bytes = Array(stream.utf8)
        let whole = transcript([bytes])
        #expect(!whole.isEmpty)
        #expect(transcript(bytes.map { [$0] }) == whole)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let cuts = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                Int.random(in: 0...bytes.count, using: &generator)
            }
            let edges = [0] + cuts.sorted() + [bytes.count]
            let pieces = zip(edges, edges.dropFirst()).map { Array(bytes[$0..<$1]) }
            #expect(transcript(pieces) == whole, "cut at \(edges)")
        }
    }

    /// Found by fuzzing: the bare LF was missed when the CR of the line end before it arrived in a separate read.
    @Test func aBareLineFeedAfterASplitLineEndIsRefused() {
        let whole = transcript([Array("\r\n\nGET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)])
        #expect(whole == ["bareLineFeed"])
        #expect(transcript([[0x0D], Array("\n\nGET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)]) == whole)
    }

    /// Changes every byte of a valid request. The result must not depend on the cuts, and no input may trap.
    @Test func theResultForACorruptedRequestDoesNotDependOnWhereItIsCut() {
        let valid = Array(
            "POST /a%41?b HTTP/1.1\r\nHost: a:80\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n"
                .utf8)
        for index in valid.indices {
            for byte in [0, 10, 13, 32, 37, 58, 65, 255] as [UInt8] {
                var changed = valid
                changed[index] = byte
                let whole = transcript([changed])
                #expect(transcript([Array(changed[..<index]), Array(changed[index...])]) == whole)
                #expect(transcript(changed.map { [$0] }) == whole)
            }
        }
    }
}
