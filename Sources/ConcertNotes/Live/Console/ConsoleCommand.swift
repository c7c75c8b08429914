import OSC
import Web

/// A command that a console or a follower sends as a message of Open Sound Control, OSC (spec D5). The comment of each case gives the address after
/// "/inotes/" or "/tutti/", and the OSC types of the arguments: `s` for a string, `i` for a whole number, `f` for a decimal number.
enum ConsoleCommand: Sendable, Hashable {
    /// `piece s`, `measure i`: go to a piece, or to a measure of the piece on the air, counted as heard.
    case go(LiveTarget)
    /// `next`, `back`, each with an optional number of measures.
    case step(LiveStep)
    /// `hold i`: hold (1) or resume (0).
    case hold(Bool)
    /// `blackout i`: dark screens (1) or resume (0).
    case blackout(Bool)
    /// `takeover`: a person takes over, and programs can no longer move the concert (`LiveArbiter.takeOver`).
    case takeOver
    /// `position s i f`: a reading of a follower: piece, measure, confidence. An empty piece is the piece on the air.
    case reading(FollowerReading)
    /// `push s s s`: a message to the audience: title, text and button text.
    case push(title: String, body: String, buttonText: String)

    private static let prefixes = ["/inotes/", "/tutti/"]

    /// Creates the command that a message carries. Throws `APIError` 404 for an unknown address or number of arguments, and 422 for an invalid
    /// argument.
    init(_ message: OSCMessage) throws(APIError) {
        guard let prefix = Self.prefixes.first(where: message.address.hasPrefix) else {
            throw APIError(
                .notFound, code: .noSuchPath,
                "no command has the address \(message.address): addresses of commands begin with "
                    + Self.prefixes.joined(separator: " or "))
        }
        let name = String(message.address.dropFirst(prefix.count))
        let arguments = message.arguments
        switch (name, arguments.count) {
        case ("piece", 1): self = .go(LiveTarget(piece: try arguments[0].text(of: name)))
        case ("measure", 1): self = .go(LiveTarget(measure: try arguments[0].integer(of: name)))
        case ("next", 0), ("back", 0): self = .step(try LiveStep(by: name == "next" ? 1 : -1))
        case ("next", 1), ("back", 1):
            let count = try arguments[0].integer(of: name)
            guard (1...LiveStep.limit).contains(count) else {
                throw .invalid(name, "must have a number of measures from 1 to \(LiveStep.limit), found \(count)")
            }
            self = .step(try LiveStep(by: name == "next" ? count : -count))
        case ("hold", 1): self = .hold(try arguments[0].flag(of: name))
        case ("blackout", 1): self = .blackout(try arguments[0].flag(of: name))
        case ("takeover", 0): self = .takeOver
        case ("position", 3):
            let piece = try arguments[0].text(of: name)
            self = .reading(
                FollowerReading(
                    piece: piece.isEmpty ? nil : piece, measure: try arguments[1].number(of: name),
                    recordingMs: nil, confidence: try arguments[2].number(of: name)))
        case ("push", 3):
            self = .push(
                title: try arguments[0].text(of: name), body: try arguments[1].text(of: name),
                buttonText: try arguments[2].text(of: name))
        default:
            throw APIError(
                .notFound, code: .noSuchPath,
                "no command has the address \(message.address) and \(SentenceFormat.count(arguments.count, "argument")): "
                    + "check the address and the arguments")
        }
    }
}

extension OSCArgument {
    /// The argument as text for an error message; strings are cut after 100 characters.
    var shown: String {
        switch self {
        case .int(let number): "\(number)"
        case .float(let number): "\(number)"
        case .string(let text): "\"\(text.prefix(100))\""
        case .blob(let bytes): "a blob of \(SentenceFormat.count(bytes.count, "byte"))"
        case .bool(let isTrue): "\(isTrue)"
        case .midi: "a MIDI message"
        }
    }

    fileprivate func text(of name: String) throws(APIError) -> String {
        guard case .string(let text) = self else {
            throw .invalid(name, "has the argument \(shown), which must be a string")
        }
        return text
    }

    /// Returns a whole number. A float such as 35.0 is accepted, because some consoles send only floats.
    fileprivate func integer(of name: String) throws(APIError) -> Int {
        guard let number = wholeNumber else {
            throw .invalid(
                name,
                "has the argument \(shown), which must be a whole number: send an integer, or a float below 1000000 "
                    + "without a fraction"
            )
        }
        return number
    }

    /// The argument as a whole number; `nil` for a fraction, for a float with a magnitude of a million or more, and for other types.
    var wholeNumber: Int? {
        switch self {
        case .int(let number): Int(number)
        case .float(let number) where number == number.rounded() && abs(number) < 1e6: Int(number)
        default: nil
        }
    }

    fileprivate func number(of name: String) throws(APIError) -> Double {
        switch self {
        case .int(let number): return Double(number)
        case .float(let number): return Double(number)
        default: throw .invalid(name, "has the argument \(shown), which must be a number")
        }
    }

    fileprivate func flag(of name: String) throws(APIError) -> Bool {
        switch self {
        case .bool(let isTrue): return isTrue
        case .int(0), .float(0): return false
        case .int(1), .float(1): return true
        default: throw .invalid(name, "has the argument \(shown), which must be 0 or 1")
        }
    }
}
