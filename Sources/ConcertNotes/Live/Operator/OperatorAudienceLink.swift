import QRCode
import Tenancy
import Web

/// The address of the audience page with its QR code, collapsed, for operators to show to visitors.
struct OperatorAudienceLink: Sendable {
    let origin: Origin

    var html: HTML {
        let address = origin.url("/live")
        return """
            <details id="audience"><summary>QR code for the audience</summary>
            \(code(address))
            <p>The audience reads the notes at <a href="/live">\(address)</a>. \
            <a href="/live/poster">Full screen for the foyer</a></p></details>
            """
    }

    private func code(_ address: String) -> HTML {
        guard let symbol = try? QRSymbol(address) else { return .empty }
        return """
            <svg width="240" height="240" viewBox="0 0 \(symbol.side) \(symbol.side)" role="img" aria-label="QR code of \(address)">\
            <path fill="#fff" d="M0 0h\(symbol.side)v\(symbol.side)H0z"/><path d="\(symbol.path)"/></svg>
            """
    }
}
