import Players
import Web

extension PlayerSourceCredit {
    /// The credit below a player, with a link to the track on the service if its address is known (docs/decisions/0071-audio-passes-through.md).
    var line: HTML {
        let name: HTML =
            address.map { "<a class=\"from-cloud\" href=\"\(HTML.address($0))\" rel=\"noreferrer\">\(service)</a>" }
            ?? "\(service)"
        return "<p class=\"faint\">Uploaded by \(uploader) on \(name)</p>"
    }

    /// The credit in the bar; empty if the address on the service is not known.
    var barLink: HTML {
        guard let address else { return .empty }
        return """
            <a class="credit from-cloud" href="\(HTML.address(address))" rel="noreferrer" \
            title="Uploaded by \(uploader)">\(service)</a>
            """
    }
}
