import Web

/// The keys of the page, for keyboards, foot-switches and presenters. `keyAction` in the page's script has the same table.
enum OperatorKeys {
    private static let rows: [(keys: [HTML], does: HTML)] = [
        (["Space", "→", "Page Down"], "Next measure"),
        (["←", "Page Up"], "Previous measure"),
        (["H"], "Hold or resume"),
        (["B", "."], "Blackout or resume"),
        (["T"], "Take over from a program or a colleague"),
        (["G", "/"], "Find a measure, section or note"),
        (["?"], "Show these keys"),
    ]

    static let help: HTML = {
        let lines = rows.map { row -> HTML in
            let keys = row.keys.map { key -> HTML in "<kbd>\(key)</kbd> " }
            return "<tr><th scope=\"row\">\(keys)</th><td>\(row.does)</td></tr>"
        }
        return """
            <details id="keys"><summary>Keys, foot-switches and presenters</summary>
            <table><tbody>\(lines)</tbody></table>
            <p class="faint">Foot-switches and presenters that send Page Up and Page Down, arrows or the space bar work without \
            settings. Keys do nothing while you type in a field.</p>
            </details>
            """
    }()
}
