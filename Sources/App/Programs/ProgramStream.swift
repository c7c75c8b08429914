import Foundation
import Glibc
import HTTP
import Synchronization

/// The output of a program that reads its input from a source while the program runs. A slow client slows down the program and thus the source,
/// because bytes wait only in the buffers of two pairs of sockets.
///
/// The first `next` starts the program. `end`, or the end of the time limit, kills the program with its process group. `next` throws
/// `ExternalProgramError.failed` at the end of the output if the output is incomplete. Reading and writing block, so each has its own queue.
final class ProgramStream: ContentSource {
    private let program: ExternalProgram
    private let arguments: [String]
    private let input: any ContentSource
    private let permit: any AnyObject & Sendable
    private let state = Mutex(State())
    private let reading = DispatchQueue(label: "tutti.program.output")
    private let writing = DispatchQueue(label: "tutti.program.input")

    private struct State {
        var pid: pid_t?
        var output: Int32 = -1
        var feeder: Task<Void, Never>?
        var deadline: Task<Void, Never>?
        var isEnded = false
        var hasFailed = false
    }

    private static let block = 32 * 1024

    /// Creates the output of a program that is not started yet. The stream holds `permit` until the stream is released.
    init(_ program: ExternalProgram, _ arguments: [String], input: any ContentSource, permit: any AnyObject & Sendable)
    {
        self.program = program
        self.arguments = arguments
        self.input = input
        self.permit = permit
    }

    func next() async throws -> [UInt8]? {
        try start()
        let descriptor = state.withLock { $0.output }
        let bytes: [UInt8] = await withCheckedContinuation { continuation in
            reading.async { continuation.resume(returning: Self.read(descriptor)) }
        }
        guard bytes.isEmpty else { return bytes }
        // The output is complete only if the source has not failed and the program ends with status 0.
        let (pid, hasFailed) = state.withLock { state in
            defer { state.pid = nil }
            return (state.pid, state.hasFailed)
        }
        guard let pid else { throw CancellationError() }
        let status: Int32? = await withCheckedContinuation { continuation in
            reading.async {
                continuation.resume(returning: ProgramStart.wait(for: pid, until: ContinuousClock.now + .seconds(10)))
            }
        }
        guard status == 0, !hasFailed else { throw ExternalProgramError.failed(status: status ?? SIGKILL) }
        return nil
    }

    /// Starts the program at the first call. Throws `CancellationError` after `end`.
    private func start() throws {
        let isNew = try state.withLock { state in
            guard !state.isEnded else { throw CancellationError() }
            guard state.output < 0 else { return false }
            var (ours, theirs): ([Int32], [Int32]) = ([], [])
            for _ in 0..<2 {
                var pair: [Int32] = [-1, -1]
                guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
                    let code = errno
                    (ours + theirs).forEach { _ = close($0) }
                    throw ExternalProgramError.cannotStart(code: code)
                }
                ours.append(pair[0])
                theirs.append(pair[1])
            }
            defer { theirs.forEach { _ = close($0) } }
            do {
                state.pid = try program.start(arguments, input: theirs[0], output: theirs[1])
            } catch {
                ours.forEach { _ = close($0) }
                throw error
            }
            state.output = ours[1]
            let input = ours[0]
            state.feeder = Task { await self.feed(input) }
            return true
        }
        guard isNew else { return }
        let limit = program.limits.time
        let deadline = Task { [weak self] in
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            self?.end()
        }
        state.withLock { $0.deadline = deadline }
    }

    private func feed(_ descriptor: Int32) async {
        do {
            while let bytes = try await input.next() {
                let isTaken: Bool = await withCheckedContinuation { continuation in
                    writing.async { continuation.resume(returning: Self.write(bytes, to: descriptor)) }
                }
                guard isTaken else { break }
            }
        } catch {
            state.withLock { $0.hasFailed = true }
        }
        writing.async { close(descriptor) }
    }

    func end() {
        let (state, isFirst) = state.withLock { state in
            defer { state.isEnded = true }
            return (state, !state.isEnded)
        }
        guard isFirst else { return }
        state.feeder?.cancel()
        state.deadline?.cancel()
        input.end()
        if let pid = state.pid { kill(-pid, SIGKILL) }
        guard state.output >= 0 else { return }
        shutdown(state.output, Int32(SHUT_RDWR))
        reading.async { [self] in
            close(state.output)
            // `next` may have waited for the program already.
            if let pid = self.state.withLock({ $0.pid.take() }) {
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            }
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: block)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// Writes all bytes. Returns `false` if the program has closed its standard input.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
