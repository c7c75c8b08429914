import Foundation
import Glibc
import Logging

/// The emitter as a child of `tutti run`: started beside the server, started again when it dies, told to stop
/// last. It shares nothing with us but the database.
actor EmitterChild {
    private let program: String
    private var environment: [String: String]
    private let logger: Logger
    private var child: ChildProcess?
    private var supervision: Task<Void, Never>?
    private var isStopping = false

    /// - Parameter program: the path of `tutti-emitter`, as a rule beside this very program.
    init(program: String, environment: [String: String], logger: Logger) {
        self.program = program
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

    /// Asks it to give up its leases and waits until it has ended, at most 5 s.
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
        let started = try ChildProcess(program: program, arguments: ["--with-parent"], environment: environment)
        child = started
        return started
    }

    private func supervise(_ first: ChildProcess) async {
        var running: ChildProcess? = first
        while !isStopping {
            if let child = running {
                let status = await child.waitForExit()
                if isStopping { return }
                logger.error("the emitter ended", metadata: ["status": "\(status)"])
            }
            try? await Task.sleep(for: Self.pause)
            running = isStopping ? nil : try? spawn()
        }
    }
}
