import Web

/// The keys of the page, for keyboards, footswitches and presentation remotes. `keyAction` in the page's script has the same table.
enum OperatorKeys {
    private static let rows: [(keys: [HTML], does: HTML)] = [
        (["Space", "→", "Page Down", "↓", "Enter"], "Next measure"),
        (["←", "Page Up", "↑"], "Previous measure"),
        (["H"], "Hold or resume"),
        (["B", "."], "Blackout or resume"),
        (["T"], "Take over from a program or a colleague"),
        (["G", "/"], "Find a measure, section or note"),
        (["?"], "Show these keys"),
    ]

    static let help: HTML = {
        var table = DataTable(
            "Keys of this page", columns: ["Keys", "Action"],
            rows: rows.map { row in
                ["\(row.keys.map { key -> HTML in "<kbd>\(key)</kbd> " })", row.does]
            })
        table.isPaired = true
        table.isLabelled = false
        return """
            <details id="keys"><summary>Keys, footswitches and presentation remotes</summary>
            \(table.html)
            <p class="faint">Footswitches and presentation remotes that send Page Up and Page Down, arrows, Enter or the space bar work \
            without settings. Keys do nothing while you type in a field. ↓, ↑ and Enter do nothing here while another button or link \
            has the focus.</p>
            </details>
            """
    }()
}
