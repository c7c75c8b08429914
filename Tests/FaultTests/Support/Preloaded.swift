import CFaultControl
import Foundation
import Glibc

/// A program with the faults preloaded, in a process of its own: started, watched and ended by its id.
final class Preloaded: @unchecked Sendable {
    // Safety: `process` is set once; `waitUntilExit` and the id may be asked from any thread. The page is written by the
    // test alone and read by the program.
    private let process = Process()
    private let output = Pipe()
    private let control: UnsafeMutablePointer<fault_control>
    private let page: String

    /// Where the programs and the library lie that were built with the tests.
    private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    init(_ program: String, _ arguments: [String]) throws {
        page = FileManager.default.temporaryDirectory.appending(path: "tutti-faults-\(UUID().uuidString)").path
        guard let control = fault_control_open(page) else { throw Breach(what: String(cString: strerror(errno))) }
        self.control = control
        process.executableURL = Self.folder.appending(path: program)
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["LD_PRELOAD"] = Self.folder.appending(path: "libfaults.so").path
        environment["TUTTI_FAULTS"] = page
        process.environment = environment
        process.standardOutput = output
        try process.run()
    }

    /// Ends the program and what was made for it.
    func end() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        unlink(page)
    }

    var isRunning: Bool { process.isRunning }

    /// Everything the program prints, once it has ended, and its exit status; `nil` when it does not within `limit`.
    func outcome(within limit: Duration) async -> (text: String, status: Int32)? {
        let deadline = ContinuousClock.now + limit
        while process.isRunning {
            guard ContinuousClock.now < deadline else { return nil }
            try? await Task.sleep(for: .milliseconds(20))
        }
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return (text, process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
    }

    /// What the program prints next.
    func printed() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

    /// How many descriptors the program holds.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count) ?? -1
    }

    /// Has the `nth` call from now on fail, or with `repeats` each `nth`; with error 0 it is short instead.
    func arm(_ call: fault_call, _ error: Int32, nth: Int, repeats: Bool = false) {
        fault_control_arm(control, call, error, Int64(nth), repeats)
    }

    /// Whether a call has failed since `arm`; none does from now on.
    func disarm() -> Bool { fault_control_disarm(control) > 0 }
}

/// What must never be.
struct Breach: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}
