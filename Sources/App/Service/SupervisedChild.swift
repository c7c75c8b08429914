import Foundation
import Glibc
import Logging

/// A program as a child of `tutti run`, such as the emitter: started beside the server, started again when it dies, told to stop
/// last. It shares nothing with us but what its environment and arguments name.
actor SupervisedChild {
    private let name: String
    private let program: String
    private let arguments: [String]
    private var environment: [String: String]
    private let logger: Logger
    private var child: ChildProcess?
    private var supervision: Task<Void, Never>?
    private var isStopping = false

    /// - Parameters:
    ///   - name: what it is called in the log.
    ///   - program: its path, as a rule beside this very program.
    init(
        _ name: String, program: String, arguments: [String] = ["--with-parent"], environment: [String: String],
        logger: Logger
    ) {
        self.name = name
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.logger = logger
    }

    /// Starts it and watches over it. The first start fails loudly; later ones are tried again.
    func start() throws {
        let first = try spawn()
        supervision = Task { await self.supervise(first) }
    }

    /// Starts it anew in another environment: the database's password was changed.
    func restart(environment: [String: String]) {
        self.environment = environment
        child?.send(SIGTERM)
    }

    /// Asks it to end, the emitter to give up its leases first, and waits until it has ended, at most 5 s.
    func stop() async {
        isStopping = true
        child?.send(SIGTERM)
        let running = child
        let reaper = Task {
            try await Task.sleep(for: .seconds(5))
            running?.send(SIGKILL)
        }
        await supervision?.value
        reaper.cancel()
    }

    /// Between an end and the next start. Short and never longer: the hall waits at most two seconds for packets,
    /// and a program that cannot start costs little at five tries a second.
    private static let pause = Duration.milliseconds(200)

    private func spawn() throws(ChildProcessError) -> ChildProcess {
        let started = try ChildProcess(program: program, arguments: arguments, environment: environment)
        child = started
        return started
    }

    private func supervise(_ first: ChildProcess) async {
        var running: ChildProcess? = first
        while !isStopping {
            if let child = running {
                let status = await child.waitForExit()
                if isStopping { return }
                logger.error("a child ended", metadata: ["child": "\(name)", "status": "\(status)"])
            }
            try? await Task.sleep(for: Self.pause)
            running = isStopping ? nil : try? spawn()
        }
    }
}
