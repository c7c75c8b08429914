import HTTP
import Radio
import Tenancy
import Web

/// The page `/station`: the line-up for programmers with the current broadcast of each channel.
struct StationChannelsPage: Sendable {
    let context: RequestContext
    let lines: [StationChannelStore.Line]
    let sections: [StationChannelStore.Section]
    let snapshot: RadioSnapshot
    let now: Instant
    let search: String
    /// The ID of the category to show, or "0" for the channels without one; `nil` for the first. Ignored if one page shows all channels.
    let category: String?
    let notice: EditorNotice?

    /// The maximum number of channels on a page with all categories. With more, the page shows one category at a time.
    static let wholeLimit = 120

    func response() -> Response {
        var page = StationPage("Channels", .channels, context, content: content)
        page.isWide = true
        page.style = StationStyle.rules
        page.script = Self.script
        return page.response()
    }

    private struct Group {
        let section: StationChannelStore.Section
        let lines: [StationChannelStore.Line]
    }

    private var groups: [Group] {
        let of = Dictionary(grouping: lines, by: \.category)
        let rest = StationChannelStore.Section(id: nil, name: sections.isEmpty ? "All channels" : "No category")
        return (sections + [rest]).compactMap { section in of[section.id].map { Group(section: section, lines: $0) } }
    }

    private var content: HTML {
        """
        \(notice?.html("channel"))
        \(head)
        <p class="also">See also <a href="/station/categories">categories of the line-up</a> \
        and <a href="/station/people">people</a></p>
        \(body)
        """
    }

    private var head: HTML {
        var head = ListHead("/station", "Part of a name or a number", search: search)
        head.limit = 100
        head.action = "<a class=\"button\" href=\"/station/channels/new\">New channel</a>"
        return head.html
    }

    private var body: HTML {
        if lines.isEmpty {
            return EmptyState(
                .radio, "No channels yet", "A channel has a schedule of shows. Apps show what is on.",
                action: """
                    <p><a class="button" href="/station/channels/new">Create channel</a> \
                    <a class="button quiet" href="/station/imports">Import channels</a></p>
                    """
            ).html
        }
        if !search.isEmpty {
            let found = lines.filter(isFound)
            let resultText: HTML =
                found.isEmpty
                ? "No channel matches “\(search)”." : "Channels found: \(found.count) of \(lines.count)."
            return "<p role=\"status\">\(resultText) <a href=\"/station\">All channels</a></p>\(list(found))"
        }
        guard lines.count > Self.wholeLimit else { return "\(groups.map { section($0) })" }
        let shown = groups.first { Self.key($0.section) == category } ?? groups[0]
        let chips = groups.map { group in
            Chips.Chip(
                "\(group.section.name)", "/station?category=\(Self.key(group.section))", count: group.lines.count,
                isCurrent: group.section == shown.section)
        }
        return "\(Chips("Categories", chips).html)\(section(shown))"
    }

    private static func key(_ section: StationChannelStore.Section) -> String { section.id?.description ?? "0" }

    private func section(_ group: Group) -> HTML {
        "<section class=\"part\" id=\"category-\(Self.key(group.section))\"><h2>\(group.section.name) <span class=\"faint\">\(group.lines.count)</span></h2>\(list(group.lines))</section>"
    }

    private func list(_ lines: [StationChannelStore.Line]) -> HTML {
        lines.isEmpty ? .empty : "<ul class=\"lines channels\">\(lines.map(line))</ul>"
    }

    private func isFound(_ line: StationChannelStore.Line) -> Bool {
        let words = Folding.words(of: "\(line.name) \(line.slug) \(line.number.map(String.init) ?? "")")
        return Folding.words(of: search).allSatisfy { asked in words.contains { $0.contains(asked) } }
    }

    private func line(_ line: StationChannelStore.Line) -> HTML {
        """
        <li data-words="\(line.name) \(line.number.map(String.init) ?? "")"><span class="number">\(line.number.map { "\($0)" as HTML })</span>
        \(Artwork(line.name, url: line.art).html)
        <div class="grow"><a href="/station/channels/\(line.id.description)"><strong>\(line.name)</strong></a>\
        \(line.isActive ? HTML.empty : " <b class=\"tag bad\">inactive</b>")\
        <span>\(line.numbers.isEmpty ? line.slug : "\(line.slug) · \(line.numbers.joined(separator: " · "))")</span></div>
        <div class="grow on">\(onAir(line))</div>
        <a class="button quiet" href="/station/channels/\(line.id.description)/week">Week\
        <span class="hidden"> of \(line.name)</span></a></li>
        """
    }

    private func onAir(_ line: StationChannelStore.Line) -> HTML {
        guard let channel = snapshot.channel(line.id) else { return .empty }
        let at = RadioSnapshot.studioTime(channel.channel, at: now)
        let (track, clock) = (snapshot.track(line.id), StationClock(name: line.timeZone))
        let moment = track.moment(at: at)
        let next = track.airing(after: at).map { "<span>\(clock.time($0.startsAt)) \(title($0))</span>" as HTML }
        let cut = moment.cut.map { played -> HTML in
            let names = [played.cut.artist, played.cut.title].filter { !$0.isEmpty }.joined(separator: " – ")
            return "<span>♪ \(names)</span>"
        }
        guard let airing = moment.airing else {
            return
                "\(cut == nil ? "<strong class=\"faint\">Nothing scheduled now</strong>" as HTML : HTML.empty)\(cut)\(next)"
        }
        return
            "<strong>\(title(airing))</strong> <b class=\"tag on\">until \(clock.time(airing.endsAt))</b>\(cut)\(next)"
    }

    private func title(_ airing: Airing) -> String {
        let own = [
            airing.title, snapshot.episode(airing.episode)?.title ?? "", snapshot.show(airing.show)?.title ?? "",
        ]
        return own.first { !$0.isEmpty } ?? "Untitled"
    }

    private static let script: StaticString = """
        const field = document.getElementById('search');
        const lines = [...document.querySelectorAll('.channels > li')];
        const folded = text => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
        const words = new Map(lines.map(line => [line, folded(line.dataset.words)]));
        field.addEventListener('input', () => {
          const asked = folded(field.value).split(' ').filter(Boolean);
          for (const line of lines) line.hidden = !asked.every(word => words.get(line).includes(word));
          for (const part of document.querySelectorAll('section.part'))
            part.hidden = !part.querySelector('li:not([hidden])');
        });
        """
}
