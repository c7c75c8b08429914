import CFaultControl
import Glibc

/// `fault-driver gzip|xml|postgres MOST [CONNINFO]`: uses a C library again and again, the n-th of its allocations failing,
/// for n = 1, 2, 3 … up to MOST or until the use makes fewer. Run with the faults preloaded (Tests/CFaults).
///
/// Each use must end rightly or with its typed error, the next one rightly, and no descriptor may be left. Prints how
/// far it came; ends with 1 at the first breach.
@main
struct FaultDriver {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let most = Int(arguments[2]),
            let path = getenv("TUTTI_FAULTS"), let control = fault_control_open(path)
        else { fail("usage: TUTTI_FAULTS=FILE fault-driver gzip|xml|postgres MOST [CONNINFO]") }
        let use: any LibraryUse
        switch arguments[1] {
        case "gzip": use = GzipUse()
        case "xml": use = XMLUse()
        case "postgres" where arguments.count == 4: use = PostgresUse(conninfo: arguments[3])
        default: fail("no such use: \(arguments[1])")
        }
        guard try await use.run() == .right else { fail("the use is wrong without any fault") }
        try await Task.sleep(for: .milliseconds(100))
        let descriptors = openDescriptors
        var refused = 0
        for number in 1...most {
            fault_control_arm(control, use.call, ENOMEM, Int64(number), false)
            let outcome = try await use.run()
            let hasFired = fault_control_disarm(control) > 0
            if case .wrong(let what) = outcome { fail("allocation \(number): \(what)") }
            if outcome == .refused { refused += 1 }
            if outcome == .refused, !hasFired { fail("allocation \(number): refused without a fault") }
            guard try await use.run() == .right else { fail("allocation \(number): the next use is not right") }
            // Sources close their descriptors in a turn of their own.
            for _ in 0..<1000 where openDescriptors != descriptors { try await Task.sleep(for: .milliseconds(5)) }
            guard openDescriptors == descriptors else {
                fail("allocation \(number): \(openDescriptors) descriptors are open, not \(descriptors)")
            }
            guard hasFired else { return print("all \(number - 1) allocations, \(refused) refused") }
        }
        print("the first \(most) allocations, \(refused) refused")
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

/// What is done with a C library while it runs out of memory.
protocol LibraryUse {
    /// What is to fail.
    var call: fault_call { get }

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
