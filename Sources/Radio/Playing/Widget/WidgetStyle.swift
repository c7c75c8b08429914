/// The styles of the widget. The colours follow the light or dark setting of the device. The layout has one column, or two columns from a width of 40
/// rem.
enum WidgetStyle {
    static let text: StaticString = """
        :root { color-scheme: light dark; --ground: #fff; --text: #1b1f23; --faint: #545b63; --line: #d5d9dd; }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #101214; --text: #e8e6e1; --faint: #a8adb3; --line: #3a4149; }
        }
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
        .next { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .5rem; }
        @media (min-width: 40rem) {
          #content { display: grid; grid-template-columns: 3fr 2fr; gap: 1.5rem; }
          .next { border-top: 0; border-left: 1px solid var(--line); margin: 0; padding: 0 0 0 1.5rem; }
        }

        """
}
