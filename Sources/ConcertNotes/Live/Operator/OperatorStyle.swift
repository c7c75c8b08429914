/// The style sheet of the operator page, added to `PageStyle`. The page is nearly black, so that the screen does not light up the
/// hall. The measure can be read at arm's length, and Back and Next stay under the thumb.
///
/// Contrasts (WCAG 2.2 §1.4.3): text on ground 15:1, faint on ground 8:1, the amber of Next on its ground 9:1.
enum OperatorStyle {
    static let rules: StaticString = """
        html { background: #08090a; --ground: #08090a; --raised: #131619; --line: #343b43; --next: #2b1f0b;
          --bar: 13rem; scroll-padding-bottom: var(--bar); }
        body { max-width: 72rem; padding-bottom: calc(var(--bar) + 1.5rem); }
        .skip:focus { top: 3.5rem; }
        header { padding: .25rem 0; flex-wrap: nowrap; }
        header .home { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        header button { min-height: 2.5rem; padding: .25rem .75rem; white-space: nowrap; }
        header span { max-width: 8rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        h1 { margin: .5rem 0 0; font-size: 1rem; font-weight: 400; color: var(--faint); }
        h2 { font-size: 1rem; color: var(--faint); font-weight: 600; margin: 1.5rem 0 .5rem; }
        .notice { margin: .5rem 0; }
        .notice.none { display: none; }
        .notice.bad { border-left-width: 8px; }
        .notice.bad::before { content: "✗ "; font-weight: 700; color: var(--bad); }
        .notice.good::before { content: "✓ "; font-weight: 700; color: var(--good); }
        #now { padding: .25rem 0 0; }
        #now p { margin: .15rem 0; }
        #now .state { display: inline-block; padding: .1rem .75rem; border: 1px solid var(--line);
          border-radius: 1rem; color: var(--good); font-weight: 600; }
        #now.ready .state { color: var(--accent); }
        #now.held .state, #now.ended .state { color: #17130b; background: var(--accent); border-color: var(--accent); }
        #now.blackout .state { color: #08090a; background: var(--text); border-color: var(--text); }
        #now .piece { font-size: 1.1rem; margin-top: .5rem; }
        #now .measure { font-size: 1.6rem; line-height: 1.05; }
        #now .measure strong { font-size: 5.5rem; font-variant-numeric: tabular-nums; letter-spacing: -.02em; }
        #now .measure span { white-space: nowrap; color: var(--accent); }
        #now.off { padding: 1rem 0; }
        .map { display: block; width: 100%; height: 1.25rem; margin: .6rem 0; border: 1px solid var(--line);
          border-radius: .25rem; background: var(--raised); }
        .map .played { fill: #08090a; opacity: .6; }
        .map line { stroke: #fff; stroke-width: 4px; vector-effect: non-scaling-stroke; }
        .section { display: flex; gap: .75rem; align-items: center; }
        .section strong { display: block; }
        .swatch { flex: none; width: 1.75rem; height: 1.75rem; border: 2px solid #fff8; border-radius: .3rem; }
        #sections .swatch { width: 1.25rem; height: 1.25rem; }

        #states { display: flex; gap: .75rem; margin: .9rem 0 0; }
        #states button { flex: 1; padding: .6rem .5rem; }
        .drawers button { background: var(--raised); color: var(--text); border-color: var(--line); }
        .drawers form > button:last-child { margin-top: 1rem; width: 100%; border-color: var(--accent);
          color: var(--accent); }
        #states .go { background: #143a1c; border-color: var(--good); color: #d5f5d8; }
        #sections ul, #screens ul, .concerts { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
        #sections button { display: flex; gap: .75rem; align-items: center; width: 100%; text-align: left;
          padding: .5rem .75rem; }
        #sections button span { flex: 1; }
        #sections button[aria-current] { border-color: var(--text); font-weight: 600; }
        #sections button[aria-current] small::before { content: "now · "; }
        #back small { font-weight: 400; }
        small { color: var(--faint); font-size: .875rem; }
        .row { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; align-items: end; }
        .row button { width: 100%; }
        fieldset { border: 0; margin: .75rem 0 0; padding: 0; }
        legend { padding: 0; }
        .choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; margin: 0; }
        .choice input { flex: none; width: 1.5rem; accent-color: var(--accent); }
        ::placeholder { color: var(--faint); opacity: 1; }
        textarea { resize: vertical; }
        #screens li, .concerts li { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
          background: var(--raised); }
        #screens p { margin: 0 0 .4rem; }
        .concerts { max-width: 44rem; }
        #now.off p { margin-bottom: 1rem; }
        .concerts button { background: var(--next); color: #ffd591; }
        .concerts form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center;
          justify-content: space-between; }
        #ending { margin-top: 2rem; }
        summary { min-height: 3rem; padding: .7rem 0; color: var(--faint); cursor: pointer; }

        #bar { position: fixed; z-index: 2; inset: auto 0 0 0; display: grid; grid-template-columns: 1fr auto; gap: .5rem .75rem;
          align-items: center; padding: .5rem max(1rem, calc((100vw - 72rem) / 2 + 1rem))
          calc(.75rem + env(safe-area-inset-bottom)); background: var(--ground); border-top: 1px solid var(--line); }
        #bar.off { padding-block: 0; border: 0; }
        #bar > * { margin: 0; min-width: 0; }
        #link, #refusals, #seen, #notice, #operators, #steps { grid-column: 1 / -1; }
        #link { order: 1; padding: .6rem .9rem; border-radius: .5rem; background: #b3261e; color: #fff; font-weight: 700; }
        #link::before { content: "⚠ "; }
        #link[hidden], #undo[hidden], #seen[hidden], #operators:empty, #refusals:empty, #on-air[hidden] { display: none; }
        #refusals { order: 2; }
        #refusals .notice { margin: 0; }
        #refusals .notice + .notice { margin-top: .35rem; }
        #seen { order: 3; min-height: 2.75rem; padding: .25rem 1rem; background: var(--raised); border-color: var(--bad);
          color: var(--text); }
        #notice { order: 4; }
        #operators { order: 5; color: #9ccdf7; font-size: .9rem; line-height: 1.3; overflow-wrap: anywhere; }
        #on-air { order: 6; min-height: 2.75rem; line-height: 1.35; }
        #on-air strong { font-size: 1.2rem; color: var(--good); font-variant-numeric: tabular-nums; }
        #on-air span { display: block; color: var(--faint); font-size: .875rem; }
        #undo { order: 7; grid-column: 2; grid-row: auto; }
        #undo form { margin: 0; }
        #undo button { min-height: 2.75rem; padding: .25rem .9rem; background: var(--raised); border: 2px solid #9ccdf7; }
        #undo .words { display: block; color: var(--text); }
        #undo .left { color: var(--faint); margin-left: .35rem; font-variant-numeric: tabular-nums; }
        #waiting { order: 7; grid-column: 2; padding: .35rem .9rem; border-radius: .5rem; background: var(--accent); color: #17130b;
          font-weight: 700; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
        #waiting:empty, #bar.waiting #undo { display: none; }
        #bar.waiting #next-to, #bar.waiting #back-to { visibility: hidden; }
        #steps { order: 8; display: grid; grid-template-columns: 1fr 2fr; gap: .75rem; height: 7rem; }
        #steps button { display: flex; flex-direction: column; align-items: center; justify-content: center;
          font-size: 1.25rem; touch-action: none; user-select: none; -webkit-user-select: none;
          -webkit-touch-callout: none; padding: .5rem; border-radius: .9rem; overflow: hidden; }
        #back { order: -1; }
        #back { background: var(--raised); border: 2px solid var(--line); color: var(--text); }
        #next { background: var(--next); border: 2px solid var(--accent); color: #ffd591; }
        #next span { font-size: 2rem; line-height: 1.2; }
        #next small { color: #ffd591; }
        #steps button:active { filter: brightness(1.4); }
        button[aria-busy=true] { opacity: .7; border-style: dashed; }
        button[aria-busy=true] span::after { content: " …"; }
        @media (prefers-reduced-motion: no-preference) {
          button[aria-busy=true] { animation: busy .8s linear infinite alternate; }
          @keyframes busy { to { opacity: .9; } }
        }

        @media (min-width: 60rem) {
          .desk { display: grid; grid-template-columns: 1fr 1fr; gap: 0 3rem; align-items: start; }
          .stage { position: sticky; top: 0; }
          #bar { grid-template-columns: auto 1fr auto; }
          #operators { grid-column: 2; order: 6; }
          #undo, #waiting { grid-column: 3; }
          #refusals { grid-column: 1 / 3; }
          #seen { grid-column: 3; order: 2; }
          #now .measure strong { font-size: 9rem; }
          #now .piece { font-size: 1.5rem; }
          .drawers h2:first-child { margin-top: .75rem; }
        }
        @media (max-width: 30rem) { header span { display: none; } }
        @media (max-height: 30rem) { #steps { height: 4rem; } #now .measure strong { font-size: 3.5rem; } }
        @media (prefers-contrast: more) { html { --line: #8a939c; --faint: #d0d4d8; } }
        @media (forced-colors: active) { .swatch, .map { forced-color-adjust: none; } }

        """
}
