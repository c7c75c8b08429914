import Web

/// The styles of the widget. The widget is not a `Page`: it has no app bar, cookies or external style sheet, so its document loads with one request.
/// The styles therefore contain the values of the colour roles.
enum WidgetStyle {
    static let text: HTML = """
        :root { color-scheme: light dark; \(colours(\.light))}
        @media (prefers-color-scheme: dark) { :root { \(colours(\.dark))} }
        * { box-sizing: border-box; }
        html { font: 100%/1.4 system-ui, sans-serif; background: var(--ground); color: var(--text); }
        body { margin: 0; padding: .75rem; overflow-wrap: anywhere; }
        h1 { font-size: 1.05rem; margin: 0 0 .5rem; }
        h2 { font-size: .85rem; margin: 0; color: var(--faint); font-weight: 600; }
        p { margin: 0; }
        .title { font-weight: 600; font-size: 1.1rem; }
        .faint { color: var(--faint); }
        .now { display: flex; gap: .75rem; align-items: flex-start; }
        .now > div { min-width: 0; }
        .now img { flex: none; width: 6rem; height: 6rem; object-fit: cover; border-radius: .5rem; }
        a { color: var(--accent); }
        .home { margin-top: .75rem; font-size: .85rem; }
        .next { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .5rem; }
        @media (min-width: 40rem) {
          #content { display: grid; grid-template-columns: 3fr 2fr; gap: 1.5rem; }
          .next { border-top: 0; border-left: 1px solid var(--line); margin: 0; padding: 0 0 0 1.5rem; }
        }

        """

    private static func colours(_ value: (ColourRole.Values) -> String) -> HTML {
        let roles: [ColourRole] = [.ground, .text, .faint, .line, .accent]
        return "\(roles.map { "--\($0.rawValue): \(value($0.values)); " as HTML })"
    }
}
