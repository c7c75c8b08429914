@testable import HTTP

/// The requests that a client sends in sequence, with their expected results.
struct Script {
    /// A request as bytes, and its known meaning.
    struct Message {
        /// Empty lines before the request line.
        var emptyLines = 0
        var head = ""
        /// The content as sent, and as decoded.
        var coded: [UInt8] = []
        var content: [UInt8]?
        var persists = true
        var expectsContinue = false
        /// The reason for a refusal, and the number of bytes of `coded` after which it occurs; `nil` for the head.
        var refusal: (rule: Rejection, after: Int?)?

        var bytes: [UInt8] { Array(String(repeating: "\r\n", count: emptyLines).utf8) + Array(head.utf8) + coded }
    }

    /// The limits of a route.
    static let contentLimit = 100

    let messages: [Message]

    init(using generator: inout SplitMix) {
        messages = (0..<Int.random(in: 1...6, using: &generator)).map { Self.message($0, using: &generator) }
    }

    private static func message(_ number: Int, using generator: inout SplitMix) -> Message {
        var message = Message()
        message.emptyLines = [0, 0, 0, 1, 2, 4].randomElement(using: &generator) ?? 0
        let path = "/\(number)"
        let host = "Host: a\r\n"
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3: message.head = "GET \(path) HTTP/1.1\r\n\(host)\r\n"
        case 4:
            message.head = "GET \(path) HTTP/1.1\r\nConnection: close\r\n\(host)\r\n"
            message.persists = false
        case 5:
            message.persists = Bool.random(using: &generator)
            message.head = "GET \(path) HTTP/1.0\r\n\(message.persists ? "Connection: keep-alive\r\n" : "")\r\n"
        case 6, 7:
            let length = Int.random(in: 1...contentLimit, using: &generator)
            message.coded = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            message.content = message.coded
            message.expectsContinue = Bool.random(using: &generator)
            let expect = message.expectsContinue ? "Expect: 100-continue\r\n" : ""
            message.head = "POST \(path) HTTP/1.1\r\n\(host)\(expect)Content-Length: \(length)\r\n\r\n"
        case 8, 9:
            message.head = "PUT \(path) HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
            message.coded = Array("5;x=y\r\nhello\r\n3\r\nabc\r\n0\r\nT: u\r\n\r\n".utf8)
            message.content = Array("helloabc".utf8)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                message.coded = Array("5\r\nhelloX".utf8)
                message.refusal = (.malformedChunk, message.coded.count)
            }
        case 10:
            message.head = "POST \(path) HTTP/1.1\r\n\(host)Content-Length: \(contentLimit + 1)\r\n\r\n"
            message.content = []
            message.refusal = (.contentTooLarge, 0)
        default:
            message.head = "GET \(path) HTTP/7.1\r\n\(host)\r\n"
            message.refusal = (.unsupportedVersion, nil)
        }
        return message
    }
}

/// A random number generator with the same numbers for the same seed (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators").
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
