import Web

/// Rules that Discover and search have beside those of every page.
enum ExploreStyle {
    static let rules: StaticString = """
        .found { list-style: none; margin: 0 0 1rem; padding: 0; counter-reset: place; }
        .found > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .6rem 0;
          border-bottom: 1px solid var(--line); }
        .found .what { flex: 1 1 14rem; min-width: 0; }
        .found .what > a, .found .what > strong { display: inline-block; padding: .2rem 0; text-decoration: none; }
        .found .what > a:hover { text-decoration: underline; }
        .found .what > span { display: block; color: var(--faint); }
        .found .what > span a { display: inline-block; padding: .2rem 0; text-decoration: none; }
        .found .length { color: var(--faint); font-variant-numeric: tabular-nums; }
        .found button { padding: .4rem .8rem; min-height: 2.75rem; }
        .found > li[aria-current] { border-left: 4px solid var(--accent); padding-left: .75rem; background: var(--raised); }
        ol.found > li { counter-increment: place; }
        ol.found > li::before { content: counter(place); flex: none; min-width: 1.75rem; color: var(--faint);
          font-variant-numeric: tabular-nums; }
        .found > li:target { box-shadow: inset 3px 0 var(--accent); padding-left: .75rem; }
        .found .acts { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; }
        main > .notice[role] { position: sticky; top: 0; z-index: 1; }
        html { scroll-padding-top: 5rem; }
        @media (max-width: 34rem) { ol.found > li > .acts { margin-left: 2.75rem; } }
        .mark { display: inline-block; padding: 0 .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--faint);
          font-size: .875rem; font-weight: 400; white-space: nowrap; }
        .mark.here { border-color: var(--accent); color: var(--accent); }
        .mark.bad { border-color: var(--bad); color: var(--bad); }
        .seed { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
        .seed > p { margin: 0; }
        .ask { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; max-width: 38rem; }
        .kinds { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0 0 .5rem; padding: 0; }
        .kinds a { display: inline-block; padding: .6rem 0; text-decoration: none; }
        .kinds a[aria-current] { color: var(--text); box-shadow: inset 0 -3px var(--accent); }
        """
}
