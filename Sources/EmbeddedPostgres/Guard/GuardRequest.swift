/// A request to the guard, passed as the arguments of the guard's process:
///
/// ```
/// pg-guard keep  [--user NAME] --log FILE -- PROGRAM ARGUMENT…   start, watch, stop with the service
/// pg-guard run   [--user NAME] -- PROGRAM ARGUMENT…              become the program
/// pg-guard reach [--user NAME] -- PATH                           print the folder that the user cannot enter, if any
/// ```
struct GuardRequest: Sendable, Hashable {
    enum Work: Sendable, Hashable {
        case keep(log: String)
        case run
        case reach
    }

    static let argument = "pg-guard"

    let task: Work
    /// The user to become; `nil` to keep the current user.
    let user: String?
    /// A program with its arguments, or the path for `reach`; never empty.
    let program: [String]

    init(_ task: Work, user: String?, _ program: [String]) {
        self.task = task
        self.user = user
        self.program = program
    }

    /// Parses the arguments after `pg-guard`; `nil` if they are not valid.
    init?(arguments: [String]) {
        guard let name = arguments.first, let split = arguments.firstIndex(of: "--") else { return nil }
        var options: [String: String] = [:]
        var rest = arguments[1..<split]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            options[option] = value
        }
        user = options["--user"]
        program = Array(arguments[(split + 1)...])
        guard !program.isEmpty else { return nil }
        switch name {
        case "keep":
            guard let log = options["--log"] else { return nil }
            task = .keep(log: log)
        case "run": task = .run
        case "reach": task = .reach
        default: return nil
        }
    }

    /// The arguments for starting the guard's process: `pg-guard` and everything after it. The path of the executable is not included.
    var arguments: [String] {
        let options = user.map { ["--user", $0] } ?? []
        return switch task {
        case .keep(let log): [Self.argument, "keep"] + options + ["--log", log, "--"] + program
        case .run: [Self.argument, "run"] + options + ["--"] + program
        case .reach: [Self.argument, "reach"] + options + ["--"] + program
        }
    }
}
