import CFaultControl
import Foundation
import Glibc
import Synchronization

/// An `http-probe` whose system calls can fail on request.
final class FaultyProbe: Sendable {
    let process: Preloaded
    let port: Int
    /// The number of open descriptors of the idle probe, once they have been counted.
    private let idle = Mutex<Int?>(nil)

    private init(process: Preloaded, port: Int) {
        self.process = process
        self.port = port
    }

    /// Runs `body` beside a probe, on a thread that may block.
    static func with(_ body: @escaping @Sendable (FaultyProbe) throws -> Void) async throws {
        let process = try Preloaded("http-probe", ["127.0.0.1", "0"])
        let outcome = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result {
                        let line = process.printed()
                        guard let port = line.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }) else {
                            throw RequirementViolation(what: "the probe does not start: \(line)")
                        }
                        try body(FaultyProbe(process: process, port: port))
                    })
            }
        }
        process.end()
        try outcome.get()
    }

    /// Whether the runs are exhaustive. Each `n` costs a run of the script, and some errors cost half a second.
    static let isThorough = ProcessInfo.processInfo.environment["TUTTI_FAULTS_THOROUGH"] != nil

    /// Fails the n-th call for n = 1, 2, 3 … during `run`, until it makes fewer calls or `most` is reached. After each
    /// failure the probe must live, answer the next connection and hold no more descriptors than before.
    ///
    /// - Returns: the number of faults.
    @discardableResult
    func walk(
        _ call: fault_call, _ error: Int32, most: Int = .max, _ run: () throws -> Void
    ) throws -> Int {
        let most = Self.isThorough ? Int.max : most
        let descriptors = idleDescriptors()
        for number in 1... where number <= most {
            process.arm(call, error, nth: number)
            let hasFired = try checked("call \(number) failing with \(error)", descriptors, run)
            if !hasFired { return number - 1 }
            if number == most { return most }
        }
        return 0
    }

    /// Checks the probe in the same way after one run in which every third call fails.
    func storm(_ call: fault_call, _ error: Int32, _ run: () throws -> Void) throws {
        let descriptors = idleDescriptors()
        process.arm(call, error, nth: 3, repeats: true)
        _ = try checked("each third call failing with \(error)", descriptors, run)
    }

    private func checked(_ what: String, _ descriptors: Int, _ run: () throws -> Void) throws -> Bool {
        do {
            defer { _ = process.disarm() }
            try run()
        } catch {
            throw RequirementViolation(what: "\(what): \(error)")
        }
        let hasFired = process.disarm()
        guard process.isRunning else { throw RequirementViolation(what: "\(what): the probe has died") }
        let next = try Client(port: port)
        try next.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
        let answer = String(decoding: try next.response(isHead: false), as: UTF8.self)
        guard answer.hasPrefix("HTTP/1.1 200 OK\r\n"), answer.hasSuffix("\r\n\r\nok\n") else {
            throw RequirementViolation(what: "\(what): the next connection gets \(answer)")
        }
        guard settled(at: descriptors) else {
            throw RequirementViolation(
                what: "\(what): \(process.descriptors) descriptors are open, more than \(descriptors)")
        }
        return hasFired
    }

    /// Returns the number of open descriptors of the idle probe, counted once, before the first fault.
    private func idleDescriptors() -> Int {
        idle.withLock { idle in
            if let idle { return idle }
            var (last, same) = (process.descriptors, 0)
            while same < 10 {
                usleep(5000)
                let now = process.descriptors
                same = now == last ? same + 1 : 0
                last = now
            }
            idle = last
            return last
        }
    }

    /// Waits until no more descriptors are open than `descriptors`, and returns whether this happened. Fewer can be open if a connection was still
    /// being closed when the descriptors were counted.
    private func settled(at descriptors: Int) -> Bool {
        for _ in 0..<40_000 {
            if process.descriptors <= descriptors { return true }
            usleep(2500)
        }
        return false
    }
}
