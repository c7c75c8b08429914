import Accounts
import Foundation
import Glibc
import Logging
import Synchronization
import Web

/// A mail sender that passes each message to the standard input of a program such as `/usr/sbin/sendmail -t`.
///
/// The command is split at spaces and started without a shell, and its arguments contain no part of a message. One program runs at a time, on a
/// separate thread. The number of waiting messages is limited.
final class MailCommand: MailSender {
    private let program: MailProgram
    private let sender: String
    private let workers = Workers("tutti.mail", width: 1, limit: MailCommand.queue)
    private let waiting = Mutex(0)
    private let logger: Logger

    /// The largest number of messages that wait for the program or are being sent. Further messages are dropped.
    static let queue = 100

    /// Creates a sender that runs a command, the path of a program and its arguments, for each message.
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
            logger.warning("mail dropped: too many messages are waiting", metadata: ["waiting": "\(Self.queue)"])
            return false
        }
        Task {
            await deliver(message)
            waiting.withLock { $0 -= 1 }
        }
        return true
    }

    /// Runs the program and logs the result. The log contains neither the recipient nor the text.
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
