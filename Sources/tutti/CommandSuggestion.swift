import ArgumentParser

/// A suggestion of the command that is closest to a mistyped command.
struct CommandSuggestion: Sendable, Hashable {
    /// The commands before the mistyped word, such as "tutti tenant".
    let path: String
    /// The mistyped word.
    let word: String
    /// The subcommands of `path`.
    let choices: [String]

    /// Finds the first argument, except options and "help", that is not a subcommand of the command before it. `nil` if there is none, or if the
    /// command before it has no subcommands.
    init?(_ arguments: [String], root: any ParsableCommand.Type = Tutti.self) {
        var command: any ParsableCommand.Type = root
        var path = [Self.name(root)]
        for argument in arguments {
            let subcommands = command.configuration.subcommands
            // Options of a command that has subcommands take no values, so the first word is the next command.
            if argument.hasPrefix("-") || argument == "help" { continue }
            if subcommands.isEmpty { return nil }
            guard let next = subcommands.first(where: { Self.name($0) == argument }) else {
                self.path = path.joined(separator: " ")
                word = argument
                choices = subcommands.map(Self.name)
                return
            }
            command = next
            path.append(argument)
        }
        return nil
    }

    /// The subcommand with the nearest spelling, if its `distance` is 1, or at most 3 and at most half the length of the word; otherwise the first
    /// subcommand that begins with the word; `nil` if there is neither.
    var nearest: String? {
        let near = choices.map { (name: $0, distance: Self.distance($0, word)) }.min { $0.distance < $1.distance }
        guard let near else { return nil }
        if near.distance <= max(1, min(3, word.count / 2)) { return near.name }
        return choices.first { $0.hasPrefix(word) }
    }

    /// The error message for standard error.
    var message: String {
        let found = "\(path) has no command “\(word)”."
        guard let nearest else {
            return "\(found) Commands: \(choices.joined(separator: ", ")). See `\(path) --help`."
        }
        return "\(found) Did you mean `\(path) \(nearest)`? See `\(path) --help` for all commands."
    }

    private static func name(_ command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }

    /// Returns the smallest number of insertions, deletions and replacements of letters, and swaps of neighbouring letters, that turns one word into
    /// the other (optimal string alignment). O(product of the lengths).
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
