/// The style of the week page. Wide windows show the grid above the selected day; phones show links to the days and one day.
enum WeekStyle {
    static let text: StaticString = """
        :root { --piece: 90%; --pale: 94%; --rim: 42%; }
        @media (prefers-color-scheme: dark) { :root { --piece: 19%; --pale: 15%; --rim: 62%; } }
        .range { margin: 0 0 .75rem; }
        .range strong { font-size: 1.15rem; margin-right: .5rem; }
        .ways { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; margin-bottom: 1rem; }
        .ways .button, .ways button { min-height: 2.5rem; padding: .4rem .9rem; }
        .ways nav { display: flex; flex-wrap: wrap; gap: .5rem; }
        .ways form, .ways .field { display: flex; gap: .5rem; align-items: center; }
        .ways label { margin: 0; white-space: nowrap; }
        .ways input { min-height: 2.5rem; padding: .3rem .6rem; width: auto; }
        .ways nav:last-child { margin-left: auto; }
        .days ul { display: flex; list-style: none; margin: 0 0 .5rem; padding: 0; gap: .25rem; }
        .days li { flex: 1 1 0; }
        .days a { display: block; text-align: center; padding: .45rem 0; border: 1px solid var(--line); border-radius: .5rem;
          text-decoration: none; color: var(--faint); font-size: .85rem; }
        .days a b { display: block; color: var(--text); font-size: 1.1rem; }
        .days a[aria-current] { border-color: var(--accent); background: var(--raised); }
        .day:focus { outline: none; }
        .day ol { list-style: none; margin: 0; padding: 0; max-width: 60rem; }
        .day li { display: grid; grid-template-columns: 8.25rem 2rem minmax(0, 1fr); gap: 0 .75rem; padding: .55rem 0;
          border-bottom: 1px solid var(--line); }
        .day li > * { grid-column: 3; }
        .day li > .art { grid-column: 2; grid-row: 1 / span 4; }
        @media (max-width: 34rem) { .day li { grid-template-columns: 6.75rem 2rem minmax(0, 1fr); gap: 0 .5rem; } }
        .day li > .when { grid-column: 1; grid-row: 1 / span 4; font-variant-numeric: tabular-nums; color: var(--faint); }
        .day li a { padding: .15rem 0; font-weight: 600; color: var(--text); text-decoration-color: var(--line); justify-self: start; }
        .day li a:hover { text-decoration-color: var(--accent); }
        .day li .more { color: var(--faint); }
        .day li .marks { color: var(--accent); font-size: .875rem; }
        .day li.onair { box-shadow: inset 3px 0 var(--accent); padding-left: .6rem; }
        .day li.cancelled a, .day li.cancelled .more { text-decoration: line-through; color: var(--faint); }
        .day li.free a { font-weight: 400; color: var(--faint); }
        .grid, .keys { display: none; }
        #said { position: fixed; left: 50%; bottom: 1.25rem; translate: -50% 0; z-index: 20; max-width: min(44rem, 92vw);
          margin: 0; padding: .75rem 1.1rem; border-radius: .6rem; background: var(--raised); border: 1px solid var(--accent);
          box-shadow: var(--shadow); }
        #said:empty { display: none; }
        #said.bad { border-color: var(--bad); }
        dialog { background: var(--raised); color: var(--text); border: 1px solid var(--edge); border-radius: .8rem;
          max-width: 30rem; padding: .5rem 1.5rem 1rem; box-shadow: var(--shadow); }
        dialog h2 { margin-top: 1rem; }
        dialog button { margin: .25rem .25rem .25rem 0; }
        @media (max-width: 48rem) { #said { bottom: 5rem; } }
        @media (min-width: 60rem) {
          .days { display: none; }
          .keys { display: block; }
          .grid { display: grid; grid-template-columns: 3.25rem repeat(7, minmax(0, 1fr)); font-size: .8125rem; line-height: 1.3;
            --second: calc(var(--quarters) * .25rem / 3600); margin-bottom: 1.5rem; }
          .corner, .head { position: sticky; top: 0; z-index: 6; background: var(--ground); border-bottom: 1px solid var(--line); }
          .head { text-align: center; padding: .25rem 0; border-left: 1px solid var(--line); }
          .head a { display: block; padding: .3rem 0; text-decoration: none; color: var(--faint); font-size: .95rem; }
          .head b { color: var(--text); font-size: 1.2rem; }
          .head.today b { background: var(--accent); color: var(--on-accent); border-radius: 1rem; padding: .05rem .5rem; }
          .head small { display: block; color: var(--accent); padding-bottom: .25rem; }
          .axis { position: relative; height: calc(var(--length) * var(--second)); color: var(--faint);
            font-variant-numeric: tabular-nums; }
          .axis span { position: absolute; right: .5rem; top: calc(var(--start) * var(--second) - .55rem); }
          .axis span:first-child { top: .1rem; }
          .col { position: relative; height: calc(var(--length) * var(--second)); border-left: 1px solid var(--line);
            border-bottom: 1px solid var(--line);
            background: repeating-linear-gradient(var(--line) 0 1px, transparent 1px calc(3600 * var(--second))); }
          .col.today { background-color: var(--raised); }
          .col ul { list-style: none; margin: 0; padding: 0; }
          .piece, .gap { position: absolute; left: 2px; right: 3px; top: calc(var(--start) * var(--second));
            height: calc(var(--length) * var(--second) - 1px); overflow: hidden; border-radius: .25rem; text-decoration: none; }
          .piece { min-height: .5rem; color: var(--text); background: hsl(var(--hue) 30% var(--piece)); border-left: 4px solid hsl(var(--hue) 60% var(--rim));
            padding: .2rem .4rem; z-index: 1; }
          .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: var(--lines); overflow: hidden; }
          .piece:hover .text, .piece:focus-visible .text { display: block; }
          .moving .piece:hover:not(.ghost) .text { display: -webkit-box; }
          .piece.flat .text { display: block; text-overflow: ellipsis; }
          .piece.flat { padding-top: 0; padding-bottom: 0; white-space: nowrap; text-overflow: ellipsis; }
          .piece.tiny:not(:hover, :focus-visible) { font-size: .5625rem;
            line-height: calc(var(--length) * var(--second) - 2px); }
          .piece.mute:not(:hover, :focus-visible) .text { visibility: hidden; }
          .piece.flat .mark { display: none; }
          .piece b { font-weight: 600; }
          .piece .time { font-variant-numeric: tabular-nums; color: var(--faint); }
          .piece:not(.low) .time { display: block; }
          .piece .more { color: var(--faint); }
          .piece.onair .time, .piece.onair .more { color: var(--text); }
          .mark { font-style: normal; font-size: .6875rem; margin-left: .35rem; padding: 0 .3rem; border-radius: .2rem;
            background: var(--raised); color: var(--text); white-space: nowrap; }
          .piece.past { background: hsl(var(--hue) 12% var(--pale)); border-left-color: hsl(var(--hue) 25% 50%); }
          .piece.onair { background: hsl(var(--hue) 45% var(--piece)); box-shadow: 0 0 0 2px var(--accent); z-index: 2; }
          .piece.offplan { border-left-style: double; border-left-width: 6px; }
          .piece.cancelled { background: repeating-linear-gradient(135deg, var(--raised) 0 6px, var(--hover) 6px 12px);
            border-left-color: var(--edge); z-index: 0; }
          .piece.cancelled b, .piece.cancelled .more { text-decoration: line-through; color: var(--faint); }
          .piece.beside { left: auto; width: 24%; z-index: 2; opacity: .92; }
          .piece.continued { border-top-left-radius: 0; border-top-right-radius: 0; }
          .piece.goeson { border-bottom-left-radius: 0; border-bottom-right-radius: 0; }
          .piece:hover, .piece:focus-visible { z-index: 5; height: auto; min-height: calc(var(--length) * var(--second) - 1px);
            white-space: normal; box-shadow: var(--shadow); }
          .piece.beside:hover, .piece.beside:focus-visible { width: auto; left: 2px; }
          .piece:hover .mark, .piece:focus-visible .mark { display: inline; }
          .piece.movable { cursor: grab; }
          .grip { position: absolute; left: 0; right: 0; bottom: 0; height: 6px; cursor: ns-resize; }
          .piece:hover .grip::after { content: ""; display: block; width: 1.75rem; margin: 1px auto 0; border-top: 2px solid
            var(--edge); }
          .piece.flat .grip { height: 4px; }
          .gap { color: transparent; border: 1px dashed var(--edge); display: grid; place-items: center; }
          .gap:hover, .gap:focus-visible { color: var(--accent); border-color: var(--line); background: var(--hover); }
          .gap span { pointer-events: none; }
          .other .piece, .other .gap { left: 2.7rem; }
          .other .piece.beside { left: auto; }
          .own { position: absolute; left: .2rem; top: calc(var(--start) * var(--second)); z-index: 3; font-size: .75rem;
            color: var(--accent); pointer-events: none; font-variant-numeric: tabular-nums; }
          .now { position: absolute; left: 0; right: 0; top: calc(var(--start) * var(--second)); height: 2px;
            background: var(--bad); z-index: 4; pointer-events: none; }
          .now::before { content: ""; position: absolute; left: -5px; top: -4px; width: 10px; height: 10px; border-radius: 50%;
            background: var(--bad); }
          .moving, .moving * { cursor: grabbing !important; user-select: none; }
          .moving .piece:hover:not(.ghost) { height: calc(var(--length) * var(--second) - 1px); z-index: 1; }
          .piece.taken { opacity: .35; }
          .piece.ghost { z-index: 8; box-shadow: 0 0 0 2px var(--accent), var(--shadow); pointer-events: none; }
        }

        """
}
