import MusicLibrary

/// The style rules of the library pages, in addition to the style rules of every page.
enum LibraryStyle {
    static let rules: StaticString = """
        .lines .also { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .lines .also a { padding: .5rem 0; }
        .lines a.tag { padding: .15rem .75rem; max-width: 16rem; }
        form.acts { margin: 0 0 1.25rem; }
        .lines .confirm, .acts > .confirm, td .confirm { margin: 0; }
        .lines .confirm > summary, .acts > .confirm > summary, td .confirm > summary { padding: .4rem .8rem; min-height: 2.75rem; }
        .lines .confirm[open], .acts > .confirm[open] { flex: 1 1 100%; }
        .confirm > .quiet + form { border-color: var(--edge); text-align: left; }
        .lines form.acts { margin: 0; }
        main > .notice[role] { position: sticky; top: 0; z-index: 1; }
        .search { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: end; margin: 0 0 1rem; }
        .search > div { flex: 1 1 12rem; }
        .search > div:has(select) { flex: 0 1 9rem; }
        .search label { margin-top: 0; }
        .search button { margin-top: .5rem; }
        .find { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; max-width: 38rem; }
        #counts .cards { grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr)); }
        .listing { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between;
          margin: 0 0 1rem; }
        .listing p, .listing .chips { margin: 0; }
        .entry { display: flex; gap: 1rem 1.5rem; align-items: end; margin: 0 0 1.25rem; }
        .entry > div { min-width: 0; }
        .entry p { margin: 0; }
        .entry p.acts { margin: .75rem 0 0; }
        .entry .art.large { width: min(11rem, 30vw); height: min(11rem, 30vw); }
        .about { white-space: pre-line; }
        .told { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1.25rem; margin: 0 0 1rem; }
        .told dt { color: var(--faint); }
        .told dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
        .doubts { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
        .doubts > li { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
        .doubts > li:focus-within { border-color: var(--accent); }
        .doubts h2 { margin: 0; }
        .doubts p { margin: .15rem 0; }
        .doubts .entry { margin: 0 0 .35rem; align-items: start; }
        .doubts ul { margin: .35rem 0 .5rem; padding-left: 1.2rem; color: var(--faint); }
        .doubts textarea, .doubts input { background: var(--ground); }
        .doubts form { margin: 0; }
        .doubts form > p { margin: 1rem 0 0; }
        .doubts .ways { display: grid; gap: .5rem; margin: .75rem 0 0; }
        .doubts .ways button { width: 100%; text-align: left; white-space: normal; }
        .doubts .ways button b { display: block; }
        @media (min-width: 50rem) { .doubts .ways { grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
          .doubts .ways button { height: 100%; } }
        @media (max-width: 34rem) { .entry { align-items: start; } .told { grid-template-columns: 1fr; gap: 0; } .told dd { margin: 0 0 .6rem; } }
        .ask { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; max-width: 38rem; }
        """

    /// The script that moves the focus to the next or the previous uncertain filing with the arrow keys.
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
