/// Rules that the pages of the shelves and podcasts have beside those of every page.
enum ShelfStyle {
    static let rules: StaticString = """
        .rail { display: flex; flex-wrap: wrap; gap: .15rem; list-style: none; margin: 0 0 1rem; padding: 0; }
        .rail a { display: grid; place-items: center; min-width: 2.25rem; min-height: 2.5rem; padding: 0 .35rem;
          text-decoration: none; border-radius: .4rem; }
        .rail a[aria-current] { background: var(--raised); color: var(--text); box-shadow: inset 0 -3px var(--accent); }
        .lines { list-style: none; margin: 0 0 1rem; padding: 0; }
        .lines > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .6rem 0;
          border-bottom: 1px solid var(--line); }
        .lines .grow { flex: 1 1 14rem; min-width: 0; }
        .lines .grow > span, .lines .grow > p { display: block; margin: 0; color: var(--faint); }
        .lines a { text-decoration: none; }
        .lines a:hover { text-decoration: underline; }
        .lines .choice { flex: none; padding: .25rem .5rem .25rem 0; }
        .lines .facts { color: var(--faint); font-variant-numeric: tabular-nums; }
        .grow > span a, .filed a { display: inline-block; padding: .2rem 0; }
        div.notice { margin: 0 0 1rem; }
        .tag { display: inline-block; padding: 0 .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--faint);
          font-size: .875rem; font-weight: 400; white-space: nowrap; max-width: 100%; overflow: hidden;
          text-overflow: ellipsis; vertical-align: middle; }
        a.tag { padding: .15rem .75rem; max-width: 16rem; }
        .tag.soon { border-color: var(--accent); color: var(--accent); }
        .tag.bad { border-color: var(--bad); color: var(--bad); }
        .pages { display: flex; flex-wrap: wrap; gap: .75rem; }
        .acts { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
        .acts button, .acts .button { padding: .4rem .8rem; min-height: 2.75rem; }
        .acts button:disabled { opacity: .35; cursor: default; }
        .find { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; max-width: 38rem; }
        .pair { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
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
