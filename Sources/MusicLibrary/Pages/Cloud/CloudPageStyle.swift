/// Rules that the pages of SoundCloud's lists have beside those of every page.
enum CloudPageStyle {
    static let rules: StaticString = """
        main > .notice[role] { position: sticky; top: 0; z-index: 1; }
        html { scroll-padding-top: 5rem; }
        .chips { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0 0 1rem; padding: 0; }
        .chips a { display: inline-block; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 2rem;
          text-decoration: none; color: var(--text); }
        .chips a[aria-current] { border-color: var(--accent); background: var(--raised); color: var(--accent); }
        .lines { list-style: none; margin: 0 0 1rem; padding: 0; }
        .lines > li { display: flex; flex-wrap: wrap; gap: .35rem 1rem; align-items: center; padding: .6rem 0;
          border-bottom: 1px solid var(--line); }
        .lines > li:target { box-shadow: inset 3px 0 var(--accent); padding-left: .75rem; }
        .lines .grow { flex: 1 1 16rem; min-width: 0; }
        .lines .number { min-width: 2rem; color: var(--faint); font-variant-numeric: tabular-nums; }
        .lines .grow > span { display: block; overflow-wrap: anywhere; color: var(--faint); }
        .lines .grow a { display: inline-block; padding: .1rem 0; text-decoration: none; }
        .lines .grow a:hover { text-decoration: underline; }
        .lines .also { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .lines .also a { display: inline-block; padding: .5rem 0; }
        .acts { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
        .acts button, .acts .button { padding: .4rem .8rem; min-height: 2.75rem; }
        form.acts { margin: 0 0 1.25rem; }
        .tag { display: inline-block; padding: 0 .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--faint);
          font-size: .875rem; white-space: nowrap; font-weight: 400; }
        .tag.bad { border-color: var(--bad); color: var(--bad); }
        .tag.good { border-color: var(--good); color: var(--good); }
        .search { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: end; margin: 0 0 1rem; }
        .search > div { flex: 1 1 12rem; }
        .search > div.narrow { flex: 0 1 9rem; }
        .search label { margin-top: 0; }
        .search button { margin-top: .5rem; }
        .pages { display: flex; flex-wrap: wrap; gap: .75rem; }
        #counts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
        .about { white-space: pre-line; }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1rem; margin: 0 0 1rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; }
        """
}
