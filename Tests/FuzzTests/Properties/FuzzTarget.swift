/// A fuzz target: a function of arbitrary bytes that checks properties of a parser.
///
/// libFuzzer runs these functions with AddressSanitizer (`make fuzz`), and `CorpusTests` replays them over the kept
/// corpus. They depend only on their input, so its bytes alone reproduce a failure.
struct FuzzTarget: Sendable {
    /// The name of the target, its corpus file and its dictionary.
    let name: String
    /// The greatest length at which inputs still exercise new behaviour.
    let longest: Int
    /// Throws a `PropertyFailure` at the first violated property.
    let check: @Sendable (_ input: [UInt8]) throws -> Void

    static let all = [
        FuzzTarget(name: "request-head", longest: 512, check: RequestHeadProperties.check),
        FuzzTarget(name: "chunked", longest: 256, check: ChunkedProperties.check),
        FuzzTarget(name: "ranges", longest: 128, check: ByteRangeProperties.check),
        FuzzTarget(name: "dates", longest: 64, check: DateProperties.check),
        FuzzTarget(name: "negotiation", longest: 256, check: NegotiationProperties.check),
        FuzzTarget(name: "multipart", longest: 768, check: MultipartProperties.check),
        FuzzTarget(name: "names", longest: 300, check: NameProperties.check),
        FuzzTarget(name: "conversation", longest: 768, check: ConversationProperties.check),
    ]
}

/// A property that an input violates.
struct PropertyFailure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = what }
}

/// Throws unless two results for one input are equal.
func expectEqual<Value: Equatable>(_ left: Value, _ right: Value, _ what: String) throws {
    if left != right { throw PropertyFailure("\(what): \(left) is not \(right)") }
}

/// Throws unless a property holds.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw PropertyFailure(what()) }
}
