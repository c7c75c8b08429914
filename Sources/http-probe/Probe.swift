import Glibc
import HTTP
import Logging

/// The program `http-probe HOST PORT [SECONDS]`, which runs the HTTP module alone for the conformance and speed rigs until SIGTERM or SIGINT. SECONDS
/// is the idle timeout of a connection, by default the value of `Limits.idleTimeout`.
@main
struct Probe {
    static func main() async throws {
        Server.favourThroughput()
        let arguments = CommandLine.arguments
        var limits = Limits()
        guard (3...4).contains(arguments.count), let port = UInt16(arguments[2]),
            let idle = arguments.count > 3 ? Double(arguments[3]) : limits.idleTimeout
        else { fail("usage: http-probe HOST PORT [SECONDS]", status: 2) }
        limits.idleTimeout = idle
        let logger = Logger(label: "http-probe")
        let content = ProbeContent(logger: logger)
        let configuration = Server.Configuration(
            host: arguments[1], port: Int(port), queues: Server.queues(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            limits: limits,
            fields: [
                "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
                "Referrer-Policy": "no-referrer",
                "Cross-Origin-Opener-Policy": "same-origin",
                "Cross-Origin-Resource-Policy": "same-origin",
            ])
        let server = Server(configuration, responder: content, observer: nil, logger: logger)
        do {
            try await server.start()
        } catch .cannotListen(let address, let reason) {
            fail("http-probe: cannot listen on \(address): \(reason)", status: 1)
        }
        print("listening on \(arguments[1]):\(server.port)")
        fflush(nil)
        let ticking = Task { await content.publishTime() }
        await Termination.signal()
        ticking.cancel()
        await server.stop(grace: 5)
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }
}
