import HTTP
import Radio
import Web

/// The page of one editorial list of shows.
struct EditorialListPage: Sendable {
    let context: RequestContext
    let state: FormState
    let names: [Int64: ShowContent]
    var pictures: [Int64: String] = [:]
    let now: Instant
    let notice: EditorNotice?
    /// The shows that the server selects automatically.
    var computed: [HotShow]
    var found: [Chooser.Item] = []
    /// The channel of the list; `nil` for the featured shows.
    var channel: (key: Int64, name: String)?

    static let shape: [FormField] = [.rows("shows", key: "show", [.line("show"), .instant("expiresAt")])]

    func response() -> Response {
        var page = StationPage(
            channel.map { "What’s hot on \($0.name)" } ?? "Featured shows", .lists, context, content: content)
        page.up = Page.Link("/station/lists", "Lists")
        page.isWide = true
        page.style = StationStyle.rules
        page.script = Self.script
        page.status = state.error?.status ?? .ok
        return page.response()
    }

    private var path: String { channel.map { "/station/lists/hot/\($0.key)" } ?? "/station/lists/featured" }
    private var form: FormControls { FormControls(state: state, clock: StationClock(name: context.tenant.timeZone)) }
    private var entries: [FormValue] { state.value["shows"]?.list ?? [] }

    private var content: HTML {
        let main: HTML = """
            \(notice.map { _ in HTML.successNotice("List saved.") })\(state.error.map(refusal))
            <form method="post" action="\(path)" class="editor list" id="list">\(context.caller?.csrfField)
            <input type="hidden" name="tag" value="\(state.tag ?? "")">
            <input type="hidden" name="rows/shows" value="\(entries.count)">
            <div class="bar"><button>Save</button> <span class="hint">Moving, adding or removing a show saves the list immediately. The times in “Until” are in the time zone \(context.tenant.timeZone).</span></div>
            \(form.fault("shows"))
            \(entries.isEmpty ? "<p class=\"hint\">No shows in this list.</p>" : HTML.empty)
            \(Self.ordered(entries.indices.map(entry)))
            \(form.find("shows", "Part of a show’s title"))
            \(results)
            </form>
            """
        return """
            <div class="two"><div>\(main)</div><section><h2>Automatic list</h2>
            <p class="hint">The server chooses shows with recordings of the last 7 days or broadcasts in the next 7 days. \
            Apps show these shows below the shows in your list.</p>
            \(computed.isEmpty ? "<p class=\"hint\">No shows at the moment.</p>" : HTML.empty)
            \(Self.ordered(computed.map(suggestion)))</section></div>
            """
    }

    private static func ordered(_ rows: [ListRow]) -> HTML {
        var list = RowList(rows)
        list.isOrdered = true
        return list.html
    }

    private func refusal(_ error: APIError) -> HTML {
        let text: HTML =
            error.status == .preconditionFailed
            ? """
            This list has changed since you opened the page. The list below is yours: save again to replace the current version, or \
            <a href="\(path)">view the current version</a> first.
            """
            : error.faults.isEmpty
                ? "Nothing was changed: \(error.detail)." : "Nothing was changed: see the errors below."
        return Notice(.bad, "<p>\(text)</p>").html
    }

    private func entry(_ index: Int) -> ListRow {
        let key = entries[index]["show"]?.keys.first ?? 0
        let show = names[key]
        let title = show?.title ?? "Deleted show"
        let end = entries[index]["expiresAt"]?.text.flatMap(Instant.init(rfc3339:))
        let path = "shows/\(index)"
        var row = line(of: key, title)
        row.choice = "<input type=\"hidden\" name=\"\(path)/show\" value=\"\(key)\">"
        row.marks = """
            \(show?.isActive == false ? " <b class=\"tag bad\">inactive</b>" : HTML.empty)\
            \(end.map { $0 <= now ? " <b class=\"tag bad\">expired</b>" : HTML.empty })\
            \(form.fault("\(path)/show"))
            """
        row.facts = """
            <div class="until">\(form.instant("\(path)/expiresAt", "Until<span class=\"hidden\"> for \(title)</span>"))</div>
            """
        row.actions = """
            <button class="quiet" name="up" value="\(key)"\(index == 0 ? " disabled" : HTML.empty)>↑<span class="hidden"> Move \(title) up</span></button>
            <button class="quiet" name="down" value="\(key)"\(index == entries.count - 1 ? " disabled" : HTML.empty)>↓<span class="hidden"> \
            Move \(title) down</span></button>
            <button class="quiet" name="drop" value="\(key)">Remove<span class="hidden"> \(title)</span></button>
            """
        return row
    }

    private func line(of show: Int64, _ title: String) -> ListRow {
        ListRow(
            "<strong>\(title)</strong>", LocalPath("/station/shows/\(show)"),
            artwork: Artwork(title, url: pictures[show]))
    }

    private var results: HTML {
        guard let search = state.search?.text else { return .empty }
        let resultText: HTML =
            found.isEmpty ? "No other show’s title contains “\(search)”." : "Results for “\(search)”:"
        let rows = found.map { item in
            var row = line(of: item.key, item.label)
            row.actions = add(item.key, item.label)
            return row
        }
        return """
            <div class="found" id="found"><p role="status">\(resultText)</p>\(RowList(rows).html)</div>
            """
    }

    private func suggestion(_ show: HotShow) -> ListRow {
        var row = line(of: show.show.rawValue, show.title)
        if !show.summary.isEmpty { row.details = ["\(String(show.summary.prefix(120)))"] }
        row.actions = add(show.show.rawValue, show.title)
        return row
    }

    /// Returns the button that adds a show to the list. The button may be outside the form, so its attribute `form` names the form.
    private func add(_ show: Int64, _ title: String) -> HTML {
        """
        <button class="quiet" form="list" name="add" value="\(show)">Add<span class="hidden"> \(title)</span></button>
        """
    }

    /// The script for dragging entries. Dropping an entry saves the list. Enter in the search field starts a search instead of saving.
    private static let script: StaticString = """
        const form = document.querySelector('form.list');
        const list = form.querySelector('ol');
        let dragged;
        for (const line of list.children) {
          line.draggable = true;
          line.addEventListener('dragstart', event => { dragged = line; event.dataTransfer.effectAllowed = 'move'; });
          line.addEventListener('dragover', event => {
            if (!dragged) return;
            event.preventDefault();
            const box = line.getBoundingClientRect();
            if (line !== dragged) line[event.clientY < box.top + box.height / 2 ? 'before' : 'after'](dragged);
          });
        }
        list.addEventListener('drop', event => {
          event.preventDefault();
          [...list.children].forEach((line, index) => {
            for (const field of line.querySelectorAll('[name]'))
              field.name = field.name.replace(/shows\\/\\d+\\//, `shows/${index}/`);
          });
          form.requestSubmit();
        });
        for (const field of form.querySelectorAll('.find input'))
          field.addEventListener('keydown', event => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            field.closest('.find').querySelector('button').click();
          });
        """
}
