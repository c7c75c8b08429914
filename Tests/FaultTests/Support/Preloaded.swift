import CFaultControl
import Foundation
import Glibc
import TestSupport

/// A program with preloaded faults in a separate process, which is started, observed and ended by its ID.
final class Preloaded: @unchecked Sendable {
    // Safety: `process` is set once, and its `waitForEnd` and ID may be used from any thread. Only the test writes
    // to the page; the program reads it.
    private let process = Process()
    private let output = Pipe()
    private let control: UnsafeMutablePointer<fault_control>
    private let page: String

    /// The folder with the programs and the library that were built with the tests.
    private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    init(_ program: String, _ arguments: [String]) throws {
        page = FileManager.default.temporaryDirectory.appending(path: "tutti-faults-\(UUID().uuidString)").path
        guard let control = fault_control_open(page) else {
            throw RequirementViolation(what: String(cString: strerror(errno)))
        }
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

    /// Ends the program and removes its files.
    func end() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitForEnd()
        unlink(page)
    }

    var isRunning: Bool { process.isRunning }

    /// Returns the complete output of the program and its exit status; `nil` if it does not end within `limit`.
    func outcome(within limit: Duration) async -> (text: String, status: Int32)? {
        let deadline = ContinuousClock.now + limit
        while process.isRunning {
            guard ContinuousClock.now < deadline else { return nil }
            try? await Task.sleep(for: .milliseconds(20))
        }
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return (text, process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
    }

    /// Returns the next output of the program.
    func printed() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

    /// The number of descriptors that the program holds.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count) ?? -1
    }

    /// Makes the `nth` call from now on fail, or every `nth` call with `repeats`; with error 0 the call is short
    /// instead.
    func arm(_ call: fault_call, _ error: Int32, nth: Int, repeats: Bool = false) {
        fault_control_arm(control, call, error, Int64(nth), repeats)
    }

    /// Stops the failures and returns whether a call has failed since `arm`.
    func disarm() -> Bool { fault_control_disarm(control) > 0 }
}

/// A violated requirement.
struct RequirementViolation: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}
