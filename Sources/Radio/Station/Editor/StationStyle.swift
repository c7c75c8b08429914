/// Rules that the pages of the station have beside those of every page.
enum StationStyle {
    static let rules: StaticString = """
        html { scroll-padding-top: 5rem; }
        .desk { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
        @media (min-width: 64rem) { .desk { grid-template-columns: minmax(0, 44rem) minmax(20rem, 1fr); } }
        .desk section { margin: 0 0 2rem; }
        @media (min-width: 64rem) { .desk > div:last-child > section:first-child > h2 { margin-top: 0; } }
        .bar { position: sticky; top: 0; z-index: 1; padding: .5rem 0; margin: 0 0 .5rem; background: var(--ground);
          border-bottom: 1px solid var(--line); }
        .pair { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); }
        .row { display: grid; gap: 0 1rem; padding: 0 0 .75rem; border-bottom: 1px solid var(--line);
          grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); }
        .row label { font-size: .9375rem; }
        .row > .whole { grid-column: 1 / -1; }
        .row:last-child { border: 0; }
        .pick { display: flex; justify-content: space-between; gap: .5rem; align-items: center; }
        .pick .choice { min-width: 0; }
        .pick .choice span { min-width: 0; }
        .lead { display: flex; gap: .4rem; align-items: center; margin: 0; color: var(--faint); font-size: .9rem; }
        .chooser .choices { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
        .flags { grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); margin-top: .5rem; }
        .bar { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; }
        .bar .hint { margin: 0; }
        .acts button:disabled { opacity: .35; cursor: default; }
        .until label { margin-top: 0; }
        .find { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; }
        .found { padding: .25rem 1rem .75rem; margin-top: .75rem; border-left: 4px solid var(--accent); background: var(--raised); }
        .found input:not([type=checkbox]) { background: var(--ground); }
        ul.terms { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
        ul.terms button { padding: .35rem .8rem; min-height: 2.75rem; text-align: left; }
        .credit { display: grid; grid-template-columns: minmax(0, 1fr) minmax(8rem, 14rem); gap: .25rem 1rem;
          align-items: center; padding: .35rem 0; }
        .found .choices > .credit { grid-column: 1 / -1; }
        .editor fieldset > .field:first-of-type > label { margin-top: .25rem; }
        .editor fieldset { min-width: 0; }
        figure { margin: 0 0 .75rem; }
        figure img { display: block; max-width: 100%; max-height: 18rem; border-radius: .6rem; }
        figcaption { padding: .35rem 0; }
        img.tile { display: block; width: 3rem; height: 3rem; object-fit: cover; border-radius: .5rem; flex: none; }
        .head { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: end; margin: 0 0 1.25rem; }
        .head form.search { display: flex; gap: .75rem; align-items: end; flex: 1 1 20rem; max-width: 38rem; }
        .head form.search > div { flex: 1; }
        .head form.search label { margin-top: 0; }
        .head .button { margin-left: auto; }
        .chips { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0 0 1rem; padding: 0; }
        .chips a { display: inline-block; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 2rem;
          text-decoration: none; color: var(--text); }
        .chips a[aria-current] { border-color: var(--accent); background: var(--raised); color: var(--accent); }
        .chips a span { color: var(--faint); }
        .also { color: var(--faint); margin: 0 0 1rem; }
        .also a { display: inline-block; padding: .25rem 0; }
        .rail { display: flex; flex-wrap: wrap; gap: .15rem; list-style: none; margin: 0 0 1rem; padding: 0; }
        .rail a { display: grid; place-items: center; min-width: 2.25rem; min-height: 2.5rem; padding: 0 .35rem;
          text-decoration: none; border-radius: .4rem; }
        .rail a[aria-current] { background: var(--raised); color: var(--text); box-shadow: inset 0 -3px var(--accent); }
        .lines { list-style: none; margin: 0 0 1rem; padding: 0; }
        .lines > li { display: flex; flex-wrap: wrap; gap: .35rem 1rem; align-items: center; padding: .6rem 0;
          border-bottom: 1px solid var(--line); }
        .lines > li[hidden] { display: none; }
        .lines .grow { flex: 1 1 12rem; min-width: 0; }
        .lines .grow > a, .lines .grow > strong { display: inline-block; padding: .2rem 0; }
        .lines .grow > span { display: block; color: var(--faint); }
        .lines a { text-decoration: none; }
        .lines a:hover { text-decoration: underline; }
        .tag { display: inline-block; padding: 0 .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--faint);
          font-size: .875rem; white-space: nowrap; }
        .tag.on { border-color: var(--good); color: var(--good); }
        .tag.bad { border-color: var(--bad); color: var(--bad); }
        .tag.soon { border-color: var(--accent); color: var(--accent); }
        .channels .number { min-width: 2.5rem; text-align: right; color: var(--faint); font-variant-numeric: tabular-nums; }
        .channels .grow { flex-basis: 14rem; }
        .facts { color: var(--faint); }
        @media (max-width: 34rem) {
          .channels > li { display: grid; grid-template-columns: auto 3rem minmax(0, 1fr) auto; }
          .channels .number { min-width: 1.5rem; }
          .channels .on { grid-column: 3 / -1; grid-row: 2; }
          .channels .button { padding: .6rem .8rem; }
          .credit { grid-template-columns: minmax(0, 1fr); }
          .lines .facts { flex-basis: 100%; }
        }
        .pages { display: flex; gap: .75rem; }
        .two { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
        @media (min-width: 64rem) { .two { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
        .acts { display: flex; gap: .4rem; align-items: center; }
        .acts button { padding: .4rem .8rem; min-height: 2.75rem; }
        """
}

/// Scripts that make the pages of the station quicker to use; all of them work without.
enum StationScript {
    /// The key Enter in a search of a form finds instead of saving, and whoever leaves with words unsaved is asked.
    static let editor: StaticString = """
        for (const field of document.querySelectorAll('.find input'))
          field.addEventListener('keydown', event => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            field.closest('.find').querySelector('button').click();
          });
        document.querySelector('#found')?.scrollIntoView({block: 'center'});
        const form = document.querySelector('form.editor');
        let isChanged = false;
        form?.addEventListener('input', () => { isChanged = true; });
        addEventListener('submit', () => { isChanged = false; });
        addEventListener('beforeunload', event => { if (isChanged) event.preventDefault(); });
        """
}
