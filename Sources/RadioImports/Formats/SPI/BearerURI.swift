/// The normalisation of bearer URIs (ETSI TS 103 270 §5.1).
enum BearerURI {
    /// Returns the bearer URI, in lower case except for the part of a stream address after its scheme; `nil` if the text is not a bearer. A DAB or
    /// DRM service without a scheme, as before version 3.1, gets its scheme.
    ///
    /// The global country code ("fm:4e1.4f15.09580") replaces the country letters of an FM bearer ("fm:CH.4f15.09580") if the code is known and
    /// begins with the first digit of the programme identifier ("4f15"), because providers list both forms for one transmitter.
    static func normal(_ text: String) -> String? {
        guard let uri = DraftText.address(text) else { return service(text) }
        let scheme = uri.prefix { $0 != ":" }
        guard ["fm", "dab", "drm", "amss", "hd"].contains(scheme) else { return uri }
        let parts = uri.dropFirst(scheme.count + 1).lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        guard scheme == "fm" else { return scheme + ":" + parts.joined(separator: ".") }
        guard parts.count == 3, isHexadecimal(parts[1], 4), isFrequency(parts[2]) else { return nil }
        let country = parts[0]
        if country.utf8.count == 2, country.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) {
            let code = countries[String(country)]
            // Otherwise the transmitter is in another country.
            let isItsOwn = code.map { $0.first == parts[1].first } ?? false
            return "fm:\(isItsOwn ? code ?? "" : String(country)).\(parts[1]).\(parts[2])"
        }
        guard isHexadecimal(country, 3) else { return nil }
        return "fm:" + parts.joined(separator: ".")
    }

    /// Returns the bearer URI of a service without a scheme, as before version 3.1; `nil` for other text.
    ///
    /// "e1.ce15.c221.0" is a DAB service: extended country code, ensemble, service and component. Six hexadecimal digits identify a Digital Radio
    /// Mondiale service (ETSI ES 201 980 §6.3).
    private static func service(_ text: String) -> String? {
        let parts = DraftText.line(text, atMost: 40).lowercased().split(
            separator: ".", omittingEmptySubsequences: false)
        if parts.count == 1, isHexadecimal(parts[0], 6) { return "drm:\(parts[0])" }
        guard parts.count == 4, isHexadecimal(parts[0], 2), isHexadecimal(parts[1], 4), isHexadecimal(parts[2], 4),
            (1...3).contains(parts[3].utf8.count), isHexadecimal(parts[3], parts[3].utf8.count)
        else { return nil }
        return "dab:\(parts[2].prefix(1))\(parts[0]).\(parts[1]).\(parts[2]).\(parts[3])"
    }

    private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns whether the text is five digits, in units of 10 kHz, or "*" for all frequencies.
    private static func isFrequency(_ text: Substring) -> Bool {
        text == "*" || (text.utf8.count == 5 && text.utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    /// The global country codes (the country code and the extended country code, IEC 62106 annex D) of European countries with only one, by ISO 3166
    /// code in lower case.
    private static let countries = [
        "ad": "3e0", "al": "9e0", "at": "ae0", "ba": "fe4", "be": "6e0", "bg": "8e1", "ch": "4e1", "cy": "2e1",
        "cz": "2e2", "dk": "9e1", "ee": "2e4", "es": "ee2", "fi": "6e1", "fr": "fe1", "gb": "ce1", "gi": "ae1",
        "gr": "1e1", "hr": "ce3", "hu": "be0", "ie": "2e3", "is": "ae2", "it": "5e0", "li": "9e2", "lt": "ce2",
        "lu": "7e1", "lv": "9e3", "mc": "be2", "md": "1e4", "mk": "4e3", "mt": "ce0", "nl": "8e3", "no": "fe2",
        "pl": "3e2", "pt": "8e4", "ro": "ee1", "se": "ee3", "si": "9e4", "sk": "5e2", "sm": "3e1", "tr": "3e3",
        "ua": "6e4", "va": "4e2",
    ]
}
