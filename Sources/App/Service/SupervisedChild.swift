import Foundation
import Glibc
import Logging

/// A child process of `tutti run`, such as the emitter, which is restarted when it ends.
actor SupervisedChild {
    private let name: String
    private let program: String
    private let arguments: [String]
    private var environment: [String: String]
    private let logger: Logger
    private var child: ChildProcess?
    private var supervision: Task<Void, Never>?
    private var isStopping = false
    private var isRestarting = false

    /// Creates the supervisor of a child that is not started yet. `name` is the name in the log.
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

    /// Starts and supervises the child. Throws `ChildProcessError` if the first start fails; later starts are retried.
    func start() throws {
        let first = try spawn()
        supervision = Task { await self.supervise(first) }
    }

    /// Restarts the child with another environment, without waiting. A child that ignores SIGTERM keeps the old environment.
    func restart(environment: [String: String]) {
        self.environment = environment
        isRestarting = true
        child?.send(SIGTERM)
    }

    /// Sends SIGTERM to the child and waits for its end. Kills the child if it has not ended after 5 s. On SIGTERM, the emitter releases its leases.
    func stop() async {
        isStopping = true
        child?.send(SIGTERM)
        let running = child
        let killTask = Task {
            try await Task.sleep(for: .seconds(5))
            running?.send(SIGKILL)
        }
        await supervision?.value
        killTask.cancel()
    }

    /// The pause before a restart. It does not grow, because phones must get packets again within two seconds.
    private static let pause = Duration.milliseconds(200)

    private func spawn() throws(ChildProcessError) -> ChildProcess {
        let started = try ChildProcess(program: program, arguments: arguments, environment: environment)
        child = started
        isRestarting = false
        return started
    }

    private func supervise(_ first: ChildProcess) async {
        var running: ChildProcess? = first
        while !isStopping {
            if let child = running {
                let status = await child.waitForExit()
                if isStopping { return }
                let facts: Logger.Metadata = ["child": "\(name)", "status": "\(status)"]
                if isRestarting {
                    logger.notice("a child process is restarted with new settings", metadata: facts)
                } else {
                    logger.error("a child process ended and will be restarted", metadata: facts)
                }
            }
            try? await Task.sleep(for: Self.pause)
            running = isStopping ? nil : try? spawn()
        }
    }
}
