/// Rules that all pages of the library have beside those of every page: rows and what stands in them, and what some pages have
/// alone.
enum LibraryStyle {
    static let rules: StaticString = """
        .lines { list-style: none; margin: 0 0 1rem; padding: 0; counter-reset: place; }
        .lines > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .6rem 0;
          border-bottom: 1px solid var(--line); }
        .lines > li:target { box-shadow: inset 3px 0 var(--accent); padding-left: .75rem; }
        .lines > li[aria-current] { border-left: 4px solid var(--accent); padding-left: .75rem; background: var(--raised); }
        .lines .grow { flex: 1 1 14rem; min-width: 0; }
        .lines .grow > span, .lines .grow > p { display: block; margin: 0; color: var(--faint); overflow-wrap: anywhere; }
        .lines a { text-decoration: none; }
        .lines a:hover { text-decoration: underline; }
        .lines .grow a, .filed a { display: inline-block; padding: .15rem 0; }
        .lines .number { min-width: 2rem; color: var(--faint); font-variant-numeric: tabular-nums; }
        .lines .choice { flex: none; padding: .25rem .5rem .25rem 0; }
        .lines .facts { color: var(--faint); font-variant-numeric: tabular-nums; }
        .lines .also { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .lines .also a { padding: .5rem 0; }
        .numbered > li { counter-increment: place; }
        .numbered > li::before { content: counter(place); flex: none; min-width: 1.75rem; color: var(--faint);
          font-variant-numeric: tabular-nums; }
        .tag { display: inline-block; padding: 0 .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--faint);
          font-size: .875rem; font-weight: 400; white-space: nowrap; max-width: 100%; overflow: hidden;
          text-overflow: ellipsis; vertical-align: middle; }
        .lines a.tag { padding: .15rem .75rem; max-width: 16rem; }
        .tag.soon { border-color: var(--accent); color: var(--accent); }
        .tag.bad { border-color: var(--bad); color: var(--bad); }
        .tag.good { border-color: var(--good); color: var(--good); }
        .acts { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
        .acts button, .acts .button { padding: .4rem .8rem; min-height: 2.75rem; }
        .acts button:disabled { opacity: .35; cursor: default; }
        form.acts { margin: 0 0 1.25rem; }
        .lines form.acts, .acts form { margin: 0; }
        .pages { display: flex; flex-wrap: wrap; gap: .75rem; }
        div.notice { margin: 0 0 1rem; }
        main > p.notice[role] { position: sticky; top: 0; z-index: 1; }
        html { scroll-padding-top: 5rem; }
        .chips { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0 0 1rem; padding: 0; }
        .chips a { display: inline-block; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 2rem;
          text-decoration: none; color: var(--text); }
        .chips a[aria-current] { border-color: var(--accent); background: var(--raised); color: var(--accent); }
        .search { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: end; margin: 0 0 1rem; }
        .search > div { flex: 1 1 12rem; }
        .search > div.narrow { flex: 0 1 9rem; }
        .search label { margin-top: 0; }
        .search button { margin-top: .5rem; }
        .find { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; max-width: 38rem; }
        .pair { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
        #counts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
        .about { white-space: pre-line; }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1rem; margin: 0 0 1rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; }
        .rail { display: flex; flex-wrap: wrap; gap: .15rem; list-style: none; margin: 0 0 1rem; padding: 0; }
        .rail a { display: grid; place-items: center; min-width: 2.25rem; min-height: 2.5rem; padding: 0 .35rem;
          text-decoration: none; border-radius: .4rem; }
        .rail a[aria-current] { background: var(--raised); color: var(--text); box-shadow: inset 0 -3px var(--accent); }
        .told { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1.25rem; margin: 0 0 1rem; }
        .told dt { color: var(--faint); }
        .told dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
        .doubts { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
        .doubts > li { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
        .doubts > li:focus-within { border-color: var(--accent); }
        .doubts h2 { margin: 0; }
        .doubts p { margin: .15rem 0; }
        .doubts ul { margin: .35rem 0 .5rem; padding-left: 1.2rem; color: var(--faint); }
        .doubts textarea, .doubts input { background: var(--ground); }
        .doubts form { margin: 0; }
        .doubts form > p { margin: 1rem 0 0; }
        .doubts .ways { display: grid; gap: .5rem; margin: .75rem 0 0; }
        .doubts .ways button { width: 100%; text-align: left; white-space: normal; }
        .doubts .ways button b { display: block; }
        @media (min-width: 50rem) { .doubts .ways { grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
          .doubts .ways button { height: 100%; } }
        @media (max-width: 34rem) { .told { grid-template-columns: 1fr; gap: 0; } .told dd { margin: 0 0 .6rem; } }
        .ask { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; max-width: 38rem; }
        .kinds { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0 0 .5rem; padding: 0; }
        .kinds a { display: inline-block; padding: .6rem 0; text-decoration: none; }
        .kinds a[aria-current] { color: var(--text); box-shadow: inset 0 -3px var(--accent); }
        @media (max-width: 34rem) { .numbered > li > .acts { margin-left: 2.75rem; } }
        """

    /// Goes from one doubt to the next by the arrow keys, while one of them has the focus.
    static let doubts: StaticString = """
        const doubts = [...document.querySelectorAll('.doubts > li')];
        document.querySelector('.doubts')?.addEventListener('keydown', event => {
          const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
          if (!step || event.target.matches('input, textarea, select')) return;
          const next = doubts[doubts.indexOf(event.target.closest('.doubts > li')) + step];
          if (!next) return;
          event.preventDefault();
          next.querySelector('button').focus();
          next.scrollIntoView({block: 'nearest'});
        });
        """
}
