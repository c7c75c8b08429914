import CFaultControl
import Glibc

/// `fault-driver gzip|xml|postgres|postgres-receive|postgres-send MOST [CONNINFO]`: uses a C library again and again, the
/// n-th of its allocations or system calls failing, for n = 1, 2, 3 … up to MOST or until the use makes fewer. Run with the
/// faults preloaded (Tests/CFaults).
///
/// Each use must end rightly or with its typed error, the next one rightly, and no descriptor may be left. Prints how
/// far it came; ends with 1 at the first breach.
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

    /// How many faults there were, and how many uses ended with their error.
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
            // Sources close their descriptors in a turn of their own.
            for _ in 0..<12_000 where openDescriptors != descriptors { try await Task.sleep(for: .milliseconds(5)) }
            guard openDescriptors == descriptors else {
                fail("\(place): \(openDescriptors) descriptors are open, not \(descriptors)")
            }
            guard hasFired else { return (number - 1, refused) }
        }
        return (most, refused)
    }

    /// How many are open once nothing is being closed any more.
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

/// What is done with a C library while it runs out of memory or is cut off.
protocol LibraryUse {
    /// An allocation of the library.
    var allocation: fault_call { get }

    /// Does it once.
    func run() async throws -> UseOutcome
}

/// How a use ended.
enum UseOutcome: Equatable {
    case right
    /// With the error that its interface declares.
    case refused
    /// With a result that is not right, or no end.
    case wrong(String)
}
