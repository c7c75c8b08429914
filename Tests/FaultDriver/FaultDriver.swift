import CFaultControl
import Glibc

/// `fault-driver gzip|xml|cryptography|postgres|postgres-receive|postgres-send MOST [CONNINFO]`: uses a C library repeatedly. In the
/// n-th use the n-th allocation or system call fails, for n = 1, 2, 3 … up to MOST or until a use makes fewer calls.
/// The faults must be preloaded (Tests/CFaults).
///
/// Each use must succeed or throw its typed error, the next use must succeed, and no descriptor may stay open. Prints
/// the number of faults; exits with 1 at the first violation.
@main
struct FaultDriver {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let most = Int(arguments[2]),
            let path = getenv("TUTTI_FAULTS"), let control = fault_control_open(path)
        else { fail("usage: TUTTI_FAULTS=FILE fault-driver USE MOST [CONNINFO]") }
        let use: any LibraryUse
        var call: fault_call?
        var errors = [ENOMEM]
        switch (arguments[1], arguments.dropFirst(3).first) {
        case ("gzip", nil): use = GzipUse()
        case ("xml", nil): use = XMLUse()
        case ("cryptography", nil): use = CryptographyUse()
        case ("postgres", let conninfo?): use = PostgresUse(conninfo: conninfo)
        case ("postgres-receive", let conninfo?):
            use = PostgresUse(conninfo: conninfo)
            (call, errors) = (FAULT_RECV, [0, EINTR, EAGAIN, ECONNRESET])
        case ("postgres-send", let conninfo?):
            use = PostgresUse(conninfo: conninfo)
            (call, errors) = (FAULT_SEND, [0, EINTR, EAGAIN, ECONNRESET, EPIPE])
        default: fail("no such use: \(arguments[1])")
        }
        guard try await use.run() == .right else { fail("the use is wrong without any fault") }
        let descriptors = try await settledDescriptors()
        for error in errors {
            let (faults, refused) = try await walk(use, call ?? use.allocation, error, most, control, descriptors)
            print("\(faults == most ? "the first" : "all") \(faults) with \(error), \(refused) refused")
        }
    }

    /// Returns the number of faults, and how many uses threw their error.
    private static func walk(
        _ use: any LibraryUse, _ call: fault_call, _ error: Int32, _ most: Int,
        _ control: UnsafeMutablePointer<fault_control>, _ descriptors: Int
    ) async throws -> (faults: Int, refused: Int) {
        var refused = 0
        for number in 1...most {
            let place = "call \(number) with \(error)"
            fault_control_arm(control, call, error, Int64(number), false)
            let outcome = try await use.run()
            let hasFired = fault_control_disarm(control) > 0
            if case .wrong(let what) = outcome { fail("\(place): \(what)") }
            if outcome == .refused { refused += 1 }
            if outcome == .refused, !hasFired { fail("\(place): refused without a fault") }
            guard try await use.run() == .right else { fail("\(place): the next use is not right") }
            // Dispatch sources close their descriptors asynchronously.
            let limit = ContinuousClock.now + .seconds(60)
            while openDescriptors != descriptors, .now < limit { try await Task.sleep(for: .milliseconds(5)) }
            guard openDescriptors == descriptors else {
                fail("\(place): \(openDescriptors) descriptors are open, not \(descriptors)")
            }
            guard hasFired else { return (number - 1, refused) }
        }
        return (most, refused)
    }

    /// The number of open descriptors when no more are being closed.
    private static func settledDescriptors() async throws -> Int {
        var (last, same) = (openDescriptors, 0)
        while same < 40 {
            try await Task.sleep(for: .milliseconds(5))
            let now = openDescriptors
            same = now == last ? same + 1 : 0
            last = now
        }
        return last
    }

    private static var openDescriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }

    private static func fail(_ message: String) -> Never {
        print(message)
        fflush(nil)
        exit(1)
    }
}

/// A use of a C library during which allocations or system calls fail.
protocol LibraryUse {
    /// The allocation function of the library.
    var allocation: fault_call { get }

    /// Uses the library once.
    func run() async throws -> UseOutcome
}

/// The outcome of a use.
enum UseOutcome: Equatable {
    case right
    /// The typed error of the interface.
    case refused
    /// A wrong result or a timeout.
    case wrong(String)
}
