import OSC
import Web

/// A MIDI program change that a bridge has forwarded as an OSC message (spec D5).
///
/// Bridges send MIDI as an argument of the type m at `/midi` or an address below it, or as the numbers of the channel and the program at
/// `/midi/program`. Both forms are also read below `/inotes` and `/tutti`.
struct ProgramChange: Sendable, Hashable {
    /// The channel, from 1 to 16.
    let channel: Int
    /// The program as in the message, from 0 to 127. Many devices display this number plus one.
    let program: Int

    private static let addresses = ["/midi", "/inotes/midi", "/tutti/midi"]

    /// Returns whether a message has an address for MIDI. The message need not be a program change.
    static func isMIDI(_ message: OSCMessage) -> Bool {
        addresses.contains { message.address == $0 || message.address.hasPrefix($0 + "/") }
    }

    /// Creates a program change; `nil` for numbers out of range.
    init?(channel: Int, program: Int) {
        guard 1...16 ~= channel, 0...127 ~= program else { return nil }
        self.channel = channel
        self.program = program
    }

    /// Creates the program change that a message carries; `nil` if the message is not a program change. The message must satisfy `isMIDI`. Throws
    /// `APIError` 422 for invalid arguments of `/midi/program`.
    init?(_ message: OSCMessage) throws(APIError) {
        if message.arguments.count == 1, case .midi(_, let status, let program, _) = message.arguments[0] {
            guard status & 0xF0 == 0xC0 else { return nil }
            self.init(channel: Int(status & 0x0F) + 1, program: Int(program))
            return
        }
        guard message.address.hasSuffix("/midi/program") else { return nil }
        guard message.arguments.count == 2, let channel = message.arguments[0].wholeNumber,
            let program = message.arguments[1].wholeNumber
        else {
            let found = message.arguments.isEmpty ? "no arguments" : SentenceFormat.list(message.arguments.map(\.shown))
            throw .invalid("program", "must have a channel and a program, each a whole number, found \(found)")
        }
        guard let change = ProgramChange(channel: channel, program: program) else {
            throw .invalid(
                "program",
                "must have a channel from 1 to 16 and a program from 0 to 127, found \(channel) and \(program)")
        }
        self = change
    }
}

extension ConsoleSettings {
    /// A row of the table that assigns commands to MIDI program changes.
    public struct Program: Sendable, Hashable {
        let tenant: String
        let change: ProgramChange
        let command: ConsoleCommand

        /// Creates a row from "TENANT|CHANNEL|PROGRAM|COMMAND" with the command next, back, hold, resume, blackout or takeover, or
        /// "TENANT|CHANNEL|PROGRAM|PIECE|MEASURE" for a jump to a measure as heard; `nil` for other text.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
                String($0.drop { $0 == " " })
            }
            guard parts.count == 4 || parts.count == 5, !parts[0].isEmpty,
                let channel = Int64(digits: parts[1]).flatMap(Int.init(exactly:)),
                let program = Int64(digits: parts[2]).flatMap(Int.init(exactly:)),
                let change = ProgramChange(channel: channel, program: program),
                let command = parts.count == 4 ? Self.command(parts[3]) : Self.jump(to: parts[3], parts[4])
            else { return nil }
            (tenant, self.change, self.command) = (parts[0], change, command)
        }

        private static func command(_ name: String) -> ConsoleCommand? {
            switch name {
            case "next": return (try? LiveStep(by: 1)).map(ConsoleCommand.step)
            case "back": return (try? LiveStep(by: -1)).map(ConsoleCommand.step)
            case "hold": return .hold(true)
            case "resume": return .hold(false)
            case "blackout": return .blackout(true)
            case "takeover": return .takeOver
            default: return nil
            }
        }

        private static func jump(to piece: String, _ measure: String) -> ConsoleCommand? {
            guard !PieceName.key(of: piece).isEmpty, let measure = Int64(digits: measure).flatMap(Int.init(exactly:)),
                measure > 0
            else { return nil }
            return .go(LiveTarget(piece: piece, measure: measure))
        }
    }

    /// Returns the command of a console's message; `nil` for MIDI that is not a program change in the tenant's rows of the table, because bridges
    /// forward all MIDI. Throws as `ConsoleCommand.init` does, and `APIError` 422 for invalid arguments of `/midi/program`.
    func command(of message: OSCMessage, from tenant: String) throws(APIError) -> ConsoleCommand? {
        guard ProgramChange.isMIDI(message) else { return try ConsoleCommand(message) }
        guard let change = try ProgramChange(message) else { return nil }
        return programs.first { $0.tenant == tenant && $0.change == change }?.command
    }
}
