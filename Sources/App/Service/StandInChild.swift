import Foundation
import Glibc
import Logging
import MusicLibrary
import SoundCloud

/// The stand-in for SoundCloud, a test program that `tutti run` starts for the demo. The product neither links nor requires it.
struct StandInChild: Sendable {
    /// The application settings for requests to the stand-in.
    let app: SoundCloudApp
    private let child: SupervisedChild
    private let port: Int

    /// Starts the stand-in on a free loopback port; `nil` if it cannot be started or accepts no connections within 10 s. `journal` is the file in
    /// which the stand-in stores changes.
    static func start(program: String, journal: String, logger: Logger) async -> StandInChild? {
        guard access(program, X_OK) == 0, let port = freePort() else { return nil }
        let child = SupervisedChild(
            "the stand-in for SoundCloud", program: program,
            arguments: [String(port), "--demo", journal, "--with-parent"], environment: ["PATH": "/usr/bin:/bin"],
            logger: logger)
        do {
            try await child.start()
        } catch {
            logger.warning("the stand-in for SoundCloud did not start", metadata: ["reason": "\(error)"])
            return nil
        }
        let address = "http://127.0.0.1:\(port)"
        var app = SoundCloudApp(api: address, auth: address, clientID: "demo", clientSecret: "demo")
        app.pictures = address
        let standIn = StandInChild(app: app, child: child, port: port)
        for _ in 0..<200 {
            if standIn.isServing { return standIn }
            try? await Task.sleep(for: .milliseconds(50))
        }
        logger.warning("the stand-in for SoundCloud did not start", metadata: ["reason": "no answer within 10 s"])
        await child.stop()
        return nil
    }

    func stop() async { await child.stop() }

    private var isServing: Bool { Self.withSocket(port) { connect($0, $1, $2) == 0 } != nil }

    /// Returns a free port; `nil` if the system assigns none. Another program may take it before the child does.
    private static func freePort() -> Int? {
        withSocket(0) { bind($0, $1, $2) == 0 }
    }

    /// Calls `body` with a new socket and a loopback address. Returns the port of the socket; `nil` if `body` returns `false`.
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
