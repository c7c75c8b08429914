import Accounts
import Foundation
import Glibc
import Logging
import Synchronization
import Web

/// Sends mail by a program that takes a message on its standard input, such as `/usr/sbin/sendmail -t`.
///
/// No shell sees the command: its words are cut at spaces and given as they are, and nothing of a message is among
/// them. One program runs at a time, off the loops and off the cooperative pool; what waits is bounded, so that mail that
/// does not go out takes no memory from what does.
final class MailCommand: MailSender {
    private let program: MailProgram
    private let sender: String
    private let workers = Workers("tutti.mail", width: 1, limit: MailCommand.queue)
    private let waiting = Mutex(0)
    private let logger: Logger

    /// How many messages may wait.
    static let queue = 100

    /// - Parameters:
    ///   - command: the path of a program and its arguments, with spaces between.
    ///   - sender: the address that messages come from.
    init(command: String, from sender: String, logger: Logger) {
        program = MailProgram(words: command.split(separator: " ").map(String.init))
        self.sender = sender
        self.logger = logger
    }

    func send(_ message: MailMessage) -> Bool {
        let isTaken = waiting.withLock { waiting in
            guard waiting < Self.queue else { return false }
            waiting += 1
            return true
        }
        guard isTaken else {
            logger.warning("mail dropped", metadata: ["waiting": "\(Self.queue)"])
            return false
        }
        Task {
            await deliver(message)
            waiting.withLock { $0 -= 1 }
        }
        return true
    }

    /// The address and the text are nobody's business in a log.
    private func deliver(_ message: MailMessage) async {
        let id = UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        let bytes = message.rfc5322(from: sender, date: Date.now, id: id)
        do {
            try await workers.run { [program] in try program.run(input: bytes) }
            logger.debug("mail handed over", metadata: ["mail.id": "\(id)"])
        } catch {
            logger.warning("mail not sent", metadata: ["mail.id": "\(id)", "reason": "\(error)"])
        }
    }
}
