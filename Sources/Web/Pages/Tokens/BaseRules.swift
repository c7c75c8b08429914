/// Style rules for HTML elements: the system font, one column, touch targets of 48 px for use on stage (WCAG 2.2 §2.5.8 requires 24
/// px), and a visible focus ring.
enum BaseRules {
    static let rules = """
        * { box-sizing: border-box; }
        html { font: 100%/1.5 system-ui, sans-serif; background: var(--ground); color: var(--text);
          scroll-padding: 1rem 0 5rem; }
        body { margin: 0 auto; max-width: 64rem; padding: 0 1rem 3rem; overflow-wrap: break-word; }
        body.wide { max-width: 110rem; }
        h1 { font-size: var(--title); line-height: 1.25; margin: 1.25rem 0 .75rem; }
        h2 { font-size: var(--large); margin: 1.75rem 0 .5rem; }
        h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
        main:focus { outline: none; }
        main > p, main > form, main > fieldset, main > ul:not([class]), main > dl { max-width: 46rem; }
        a { color: var(--accent); }
        .faint { color: var(--faint); }
        .from-cloud { color: var(--cloud); }
        .from-library { color: var(--library); }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--raised); z-index: 30; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
        img { max-width: 100%; }
        time { white-space: nowrap; }
        code { overflow-wrap: anywhere; }
        summary { min-height: 3rem; padding: .7rem 0; cursor: pointer; }
        nav.up { margin: .75rem 0 -1rem; }
        nav.up a { display: inline-block; padding: .5rem 0; text-decoration: none; }
        nav.up a::before { content: "← "; content: "← " / ""; }
        button, .button { display: inline-block; min-height: 3rem; padding: .6rem 1.25rem; border-radius: .5rem;
          border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); font: inherit;
          font-weight: 600; text-decoration: none; text-align: center; cursor: pointer;
          transition: background-color var(--motion), filter var(--motion); }
        button:hover, .button:hover { filter: brightness(1.08); }
        button.quiet, .button.quiet { background: none; border-color: var(--edge); color: var(--text); font-weight: 400; }
        button.quiet:hover, .button.quiet:hover { background: var(--hover); filter: none; }
        button.grave, .button.grave { background: none; border-color: var(--bad); color: var(--bad); }
        button.grave:hover, .button.grave:hover { background: var(--bad); color: var(--ground); filter: none; }
        button:disabled { opacity: .4; cursor: default; }
        .acts { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
        .acts button, .acts .button { padding: .4rem .8rem; min-height: 2.75rem; }
        .acts form { margin: 0; }
        .tag { display: inline-block; padding: 0 .6rem; border: 1px solid var(--line); border-radius: 1rem;
          color: var(--faint); font-size: var(--small); font-weight: 400; white-space: nowrap; max-width: 100%;
          overflow: hidden; text-overflow: ellipsis; vertical-align: middle; }
        .tag.soon { border-color: var(--accent); color: var(--accent); }
        .tag.bad { border-color: var(--bad); color: var(--bad); }
        .tag.on { border-color: var(--good); color: var(--good); }
        .tag.good { border-color: var(--good); color: var(--good); }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1rem; margin: 0 0 1rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; overflow-wrap: anywhere; }
        .secret { overflow-wrap: anywhere; user-select: all; }

        """
}
