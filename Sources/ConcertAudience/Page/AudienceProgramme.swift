import ConcertNotes
import ConcertReading
import Web

/// The programme: the works with their composers and movements. The script replaces the list by one whose movements are buttons.
struct AudienceProgramme: Sendable {
    let snapshot: AudienceSnapshot
    let house: String

    var html: HTML {
        """
        <section id="programme" tabindex="0" aria-labelledby="programme-title">
        <h2 id="programme-title" dir="auto">\(snapshot.programme?.concert.title ?? house)</h2>
        <p id="welcome">\(Self.welcome(snapshot.state))</p>
        <ul id="pieces">\(works.map(work))</ul>
        <p class="links"><a href="/live/poster">QR code of this page</a> <a href="/">\(house)</a></p>
        <p id="awake-hint" class="faint script"></p>
        </section>
        """
    }

    /// Returns the text above the list of works for a state of the concert. `state` is `nil` if no concert is on the air. The script has the same
    /// texts.
    static func welcome(_ state: LiveState?) -> HTML {
        switch state {
        case .ready: "The concert begins soon. The notes follow the music automatically."
        case .running, .held, .blackout: "The notes follow the music automatically."
        case .ended: "The concert has ended. You can still read all notes."
        case nil: "No concert is on the air. This page updates automatically when a concert begins."
        }
    }

    private var works: [[PieceName]] {
        (snapshot.programme?.pieces ?? []).map(\.piece.name).reduce(into: []) { works, name in
            if works.last?.last?.work == name.work { works[works.count - 1].append(name) } else { works.append([name]) }
        }
    }

    private func work(_ names: [PieceName]) -> HTML {
        """
        <li><p class="composer" dir="auto">\(Artwork(names[0].work.composer, size: .small).html) \
        \(names[0].work.composer)</p><h3 dir="auto">\(names[0].work.title)</h3>\
        <ul>\(names.map { "<li><span dir=\"auto\">\($0.movement)</span></li>" as HTML })</ul></li>
        """
    }
}
