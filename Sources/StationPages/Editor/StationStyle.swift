/// The style rules of the station pages.
enum StationStyle {
    static let rules: StaticString = """
        .bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center;
          padding: .5rem 0; margin: 0 0 .5rem; background: var(--ground); border-bottom: 1px solid var(--line); }
        .bar .hint { margin: 0; }
        .row { display: grid; gap: 0 1rem; padding: 0 0 .75rem; border-bottom: 1px solid var(--line);
          grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); }
        .row label { font-size: .9375rem; }
        .row > .whole { grid-column: 1 / -1; }
        .row:last-child { border: 0; }
        .pick { display: flex; justify-content: space-between; gap: .5rem; align-items: center; }
        .pick .choice, .pick .choice span { min-width: 0; }
        .lead { display: flex; gap: .4rem; align-items: center; margin: 0; color: var(--faint); font-size: .9rem; }
        .chooser .choices { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
        .flags { grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); margin-top: .5rem; }
        .until label { margin-top: 0; }
        .find { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; }
        .found { padding: .25rem 1rem .75rem; margin-top: .75rem; border-left: 4px solid var(--accent); background: var(--raised); }
        .found input:not([type=checkbox]) { background: var(--ground); }
        ul.terms { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
        ul.terms button { padding: .35rem .8rem; min-height: 2.75rem; text-align: left; }
        .credit { display: grid; grid-template-columns: minmax(0, 1fr) minmax(8rem, 14rem); gap: .25rem 1rem;
          align-items: center; padding: .35rem 0; }
        .credit > .who { display: flex; gap: .75rem; align-items: center; }
        .found .choices > .credit { grid-column: 1 / -1; }
        .editor fieldset > .field:first-of-type > label { margin-top: .25rem; }
        .editor fieldset { min-width: 0; }
        .channels .number { min-width: 2.5rem; text-align: right; color: var(--faint); font-variant-numeric: tabular-nums; }
        .channels .grow { flex-basis: 14rem; }
        @media (max-width: 34rem) {
          .channels > li { display: grid; grid-template-columns: auto 3rem minmax(0, 1fr) auto; }
          .channels .number { min-width: 1.5rem; }
          .channels .on { grid-column: 3 / -1; grid-row: 2; }
          .channels .button { padding: .6rem .8rem; }
          .credit { grid-template-columns: minmax(0, 1fr); }
          .lines .facts { flex-basis: 100%; }
        }
        """
}

/// The scripts of the station pages. All pages also work without scripts.
enum StationScript {
    /// Enter in a search field starts a search instead of saving. Leaving a page with unsaved changes requires confirmation.
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
