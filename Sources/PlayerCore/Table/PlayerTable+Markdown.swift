extension PlayerTable {
    /// The table as Markdown. Rows that differ only in their states share one line if all lead to the same state, or none changes it, as in P15.
    public static var markdown: String {
        var lines = [
            "| rule | state | event | condition | new state | audio |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for group in merged {
            guard let row = group.first else { continue }
            let from =
                group.count == PlayerState.allCases.count ? "any" : group.map(\.from.name).joined(separator: ", ")
            let isUnchanged = group.allSatisfy { $0.to == $0.from }
            let to = isUnchanged ? "unchanged" : unique(group.map(\.to.name)).joined(separator: ", ")
            let audio = unique(group.map(\.audioText)).joined(separator: " or ")
            let isLast = row.conditions.isEmpty && Self.rows(row.event, in: row.from).count > 1
            let condition = isLast ? "otherwise" : row.conditionText
            lines.append("| \(row.rule) | \(from) | \(row.event.text) | \(condition) | \(to) | \(audio) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The state diagram as Mermaid source text. Rows that do not change the state have no arrow.
    public static var mermaid: String {
        var lines = ["stateDiagram-v2", "    [*] --> \(initial.name)"]
        for from in PlayerState.allCases {
            for to in PlayerState.allCases where to != from {
                let events = arrow(from: from, to: to)
                if !events.isEmpty {
                    lines.append("    \(from.name) --> \(to.name): \(events.joined(separator: ", "))")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the names of the events that lead from one state to another, without duplicates, in the order of the table.
    static func arrow(from: PlayerState, to: PlayerState) -> [String] {
        unique(rows.filter { $0.from == from && $0.to == to }.map(\.event.text))
    }

    /// The rows in groups, one for each line of the Markdown table.
    private static var merged: [[PlayerTransition]] {
        var groups: [[PlayerTransition]] = []
        for row in rows {
            let same = groups.firstIndex { group in
                guard let first = group.first else { return false }
                return first.rule == row.rule && first.event == row.event && first.conditions == row.conditions
                    && first.audio == row.audio
                    && (group.allSatisfy { $0.from == $0.to } && row.from == row.to
                        || first.to == row.to && first.from != first.to && row.from != row.to)
            }
            if let same { groups[same].append(row) } else { groups.append([row]) }
        }
        return groups
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
