import Foundation
import Glibc
import Logging
import MusicLibrary

/// The stand-in for SoundCloud as a child of `tutti run` with the demo: a program of the tests that lies beside this one. The
/// product does not need it and is not linked with it; where it is missing nobody connects an account.
struct StandInChild: Sendable {
    /// As the stand-in is asked.
    let app: SoundCloudApp
    private let child: SupervisedChild
    private let port: Int

    /// Starts it on a free port of the loopback.
    ///
    /// - Parameters:
    ///   - journal: the file in which it keeps what was done there.
    /// - Returns: `nil` where the program is not there or cannot serve.
    static func start(program: String, journal: String, logger: Logger) async -> StandInChild? {
        guard access(program, X_OK) == 0, let port = freePort() else { return nil }
        let child = SupervisedChild(
            "the stand-in for SoundCloud", program: program,
            arguments: [String(port), "--demo", journal, "--with-parent"], environment: ["PATH": "/usr/bin:/bin"],
            logger: logger)
        do {
            try await child.start()
        } catch {
            logger.warning("no stand-in for SoundCloud", metadata: ["reason": "\(error)"])
            return nil
        }
        let address = "http://127.0.0.1:\(port)"
        let standIn = StandInChild(
            app: SoundCloudApp(api: address, auth: address, clientID: "demo", clientSecret: "demo"), child: child,
            port: port)
        for _ in 0..<200 {
            if standIn.isServing { return standIn }
            try? await Task.sleep(for: .milliseconds(50))
        }
        logger.warning("no stand-in for SoundCloud", metadata: ["reason": "it does not answer"])
        await child.stop()
        return nil
    }

    func stop() async { await child.stop() }

    private var isServing: Bool { Self.withSocket(port) { connect($0, $1, $2) == 0 } != nil }

    /// A port that nobody has; whoever takes it in between, the child tries again until it is free.
    private static func freePort() -> Int? {
        withSocket(0) { bind($0, $1, $2) == 0 }
    }

    /// Does something with a socket and an address of the loopback; the socket's port, or `nil` where that came to nothing.
    private static func withSocket(
        _ port: Int, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Int? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard body(descriptor, generic, length), getsockname(descriptor, generic, &length) == 0 else {
                    return nil
                }
                return Int(in_port_t(bigEndian: pointer.pointee.sin_port))
            }
        }
    }
}
