import Tenancy

/// The rules of every page: dark, the system's own font, one column that fits a phone, targets of a thumb's
/// size (WCAG 2.2 §2.5.8 asks for 24 px; a stage needs 48), a ring round whatever has the focus.
enum PageStyle {
    /// What a tenant's colour changes. Only a colour as the schema has it gets into a rule.
    static func rules(of brand: TenantBrand) -> HTML {
        guard let colour = brand.accentColour, colour.utf8.count == 7, colour.first == "#",
            colour.dropFirst().utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) })
        else { return .empty }
        return ":root { --accent: \(colour); }\n"
    }

    static let rules: HTML = """
        :root { color-scheme: dark; --ground: #101214; --raised: #1b1f23; --line: #3a4149; --text: #e8e6e1;
          --faint: #a8adb3; --accent: #f0b35a; --bad: #ff8a80; --good: #8fd694; }
        * { box-sizing: border-box; }
        html { font: 100%/1.5 system-ui, sans-serif; background: var(--ground); color: var(--text); }
        body { margin: 0 auto; max-width: 44rem; padding: 0 1rem 3rem; overflow-wrap: break-word; }
        body.wide { max-width: 110rem; }
        header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
          justify-content: space-between; padding: .75rem 0; border-bottom: 1px solid var(--line); }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.25rem 0 .75rem; }
        h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; }
        main:focus { outline: none; }
        a { color: var(--accent); }
        a.home { color: var(--text); font-weight: 600; text-decoration: none; padding: .5rem 0; }
        img.logo { display: inline-block; max-height: 2.5rem; max-width: 5.5rem; margin-right: .6rem;
          vertical-align: middle; }
        nav.up { margin: .75rem 0 -.75rem; }
        nav.up a { display: inline-block; padding: .5rem 0; }
        nav.up a::before { content: "← "; content: "← " / ""; }
        nav.parts ul { display: flex; flex-wrap: wrap; gap: 0 .9rem; list-style: none; margin: 0; padding: .25rem 0;
          border-bottom: 1px solid var(--line); }
        nav.parts a { display: inline-block; padding: .75rem 0; text-decoration: none; }
        nav.parts a[aria-current] { color: var(--text); box-shadow: inset 0 -3px var(--accent); }
        .faint { color: var(--faint); }
        .from-cloud { color: #ffb68a; }
        .from-library { color: #9ccdf7; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--raised); z-index: 1; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
        form.account { margin-left: auto; display: flex; gap: .75rem; align-items: center; color: var(--faint); }
        form.account a { display: inline-block; padding: .5rem 0; color: inherit; }
        label { display: block; margin: .75rem 0 .25rem; }
        input, select, textarea, button { font: inherit; color: inherit; }
        input, select, textarea { width: 100%; min-height: 3rem; padding: .5rem .75rem; border-radius: .5rem;
          border: 1px solid var(--line); background: var(--raised); }
        input[type=checkbox], input[type=radio] { width: 1.5rem; min-height: 1.5rem; vertical-align: middle;
          accent-color: var(--accent); }
        input[type=file] { padding: .4rem; }
        ::file-selector-button { font: inherit; color: inherit; min-height: 2rem; margin-right: .75rem; padding: .2rem .9rem;
          border: 1px solid var(--line); border-radius: .35rem; background: none; }
        [aria-invalid=true] { border-color: var(--bad); }
        fieldset { border: 1px solid var(--line); border-radius: .6rem; margin: 1.25rem 0; padding: .25rem 1rem 1rem; }
        legend { font-weight: 600; padding: 0 .4rem; }
        summary { min-height: 3rem; padding: .7rem 0; cursor: pointer; }
        .choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 0 1rem; }
        .choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; margin: 0; }
        .choice input { flex: none; }
        .hint { color: var(--faint); margin: .25rem 0 0; }
        .fault { color: var(--bad); margin: .25rem 0 0; }
        .secret { overflow-wrap: anywhere; user-select: all; }
        .filter { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
          align-items: end; margin: 0 0 1.5rem; }
        .filter p { margin: 0; }
        .filter button { margin: .75rem 0 0; }
        button, .button { display: inline-block; min-height: 3rem; padding: .6rem 1.25rem; border-radius: .5rem;
          border: 1px solid var(--accent); background: var(--accent); color: #17130b; font-weight: 600;
          text-decoration: none; cursor: pointer; }
        button.quiet, .button.quiet { background: none; border-color: var(--line); color: var(--text); font-weight: 400; }
        ul.cards { list-style: none; padding: 0; margin: 0; display: grid; gap: .75rem; }
        ul.cards a { display: block; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem;
          background: var(--raised); text-decoration: none; }
        ul.cards a strong { display: block; }
        ul.cards a span { color: var(--faint); }
        .notice { padding: .75rem 1rem; border-left: 4px solid var(--accent); background: var(--raised); }
        .notice.bad { border-color: var(--bad); }
        .notice.good { border-color: var(--good); }
        .notice > :first-child { margin-top: 0; }
        .notice > :last-child { margin-bottom: 0; }
        button.grave { background: none; border-color: var(--bad); color: var(--bad); }
        table { border-collapse: collapse; width: 100%; }
        caption { text-align: left; color: var(--faint); padding-bottom: .5rem; }
        th, td { text-align: left; vertical-align: top; padding: .6rem 1rem .6rem 0; border-bottom: 1px solid var(--line);
          overflow-wrap: anywhere; }
        th:last-child, td:last-child { padding-right: 0; }
        tbody th { font-weight: 400; }
        th strong, th span, td strong, td span { display: block; }
        td form { margin: 0; }
        td button { padding: .6rem .9rem; white-space: nowrap; }
        td.act { text-align: right; }
        td[data-column] { overflow-wrap: normal; }
        time { white-space: nowrap; }
        @media (max-width: 34rem) {
          table.rows, .rows caption, .rows tbody { display: block; }
          .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          .rows tbody tr { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .75rem 0;
            border-bottom: 1px solid var(--line); }
          .rows tbody th, .rows tbody td { display: block; padding: 0; border: 0; }
          .rows tbody th { flex: 1 1 100%; }
          .rows.paired tbody th { flex: 1 1 8rem; }
          .rows td[data-column]::before { content: attr(data-column) ": "; color: var(--faint); }
          .rows td.act { margin-left: auto; }
        }
        @media (prefers-reduced-motion: no-preference) { a, button { transition: background-color .15s; } }

        """
}
