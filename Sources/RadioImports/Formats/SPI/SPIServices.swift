import Radio
import XML

/// A reader for `serviceInformation` documents: each service becomes a channel, and each group of services a category.
final class SPIServices<Sink: DraftSink> {
    private let file: String
    private let sink: Sink
    private var genres: Set<String> = []
    private var lineOfKey: [String: Int] = [:]

    init(file: String, sink: Sink) {
        self.file = file
        self.sink = sink
    }

    func read(_ root: XMLElement) throws {
        let language = root.language(within: "")
        // Before version 3.1, services were in ensembles.
        let lists = root.all("services") + root.all("ensemble")
        for list in lists + root.all("serviceGroups") {
            for group in list.all("serviceGroup") { try read(group: group, language: list.language(within: language)) }
        }
        var count = 0
        for list in lists {
            for service in list.all("service") {
                try read(service: service, language: list.language(within: language))
                count += 1
            }
        }
        if count == 0 {
            sink.fault(
                "the file contains no service; service information must describe at least one",
                at: FilePosition(file: file, line: root.line, detail: "services"))
        }
    }

    private func read(group: XMLElement, language: String) throws {
        let name = SPITexts(element: group, language: group.language(within: language)).name
        guard let id = group.attributes["id"], !DraftText.key(id).isEmpty else {
            return sink.fault("the group has no id; each group must have one", at: position(group, "serviceGroup"))
        }
        guard !name.isEmpty else {
            return sink.fault(
                "the group has no longName, mediumName or shortName; it must have one of them",
                at: position(group, "serviceGroup"))
        }
        var category = CategoryDraft(key: DraftText.key(id), name: String(name.prefix(200)))
        category.rank = Int32(DraftText.number(group.attributes["index"], in: 0...100_000) ?? 0)
        try sink.item(.category(category), at: position(group, "serviceGroup"))
    }

    private func read(service: XMLElement, language: String) throws {
        let language = service.language(within: language)
        let texts = SPITexts(element: service, language: language)
        guard !texts.name.isEmpty else {
            return sink.fault(
                "the service has no longName, mediumName or shortName; it must have one of them",
                at: position(service, "service"))
        }
        let bearers = bearers(of: service)
        guard let key = key(of: service, bearers: bearers) else {
            return sink.fault(
                "the service \(texts.name) has neither a radiodns element with fqdn and serviceIdentifier nor a valid "
                    + "bearer; it must have one of them",
                at: position(service, "service"))
        }
        if let line = lineOfKey[key] {
            return sink.fault(
                "the service \(texts.name) has the same radiodns identifier or bearer as the service on line \(line); "
                    + "each service must have its own",
                at: position(service, "service")
            )
        }
        lineOfKey[key] = service.line
        for genre in texts.genres where genres.insert(genre.key).inserted {
            try sink.item(.genre(genre), at: position(service, "genre"))
        }
        var channel = ChannelDraft(key: key, name: texts.name)
        channel.shortName = texts.shortName
        channel.description = texts.description
        channel.language = language
        channel.website = texts.website
        channel.genres = texts.genres.map(\.key)
        channel.categories = service.children.filter { ["memberOf", "serviceGroupMember"].contains($0.localName) }
            .compactMap { $0.attributes["id"].map(DraftText.key) }
        channel.bearers = bearers
        channel.art = texts.art
        try sink.item(.channel(channel), at: position(service, "service"))
    }

    /// Returns the RadioDNS identifier, "fqdn/serviceIdentifier" in lower case, which is independent of frequencies, or else the first bearer; `nil`
    /// for neither.
    private func key(of service: XMLElement, bearers: [Bearer]) -> String? {
        let identifiers = service.all("radiodns").map { radiodns in
            [radiodns.attributes["fqdn"], radiodns.attributes["serviceIdentifier"]]
                .map { DraftText.line($0, atMost: 250).lowercased() }
        }
        if let identifier = identifiers.first(where: { $0.allSatisfy { !$0.isEmpty } }) {
            return identifier.joined(separator: "/")
        }
        return bearers.first?.uri
    }

    /// Returns the bearers of a service, which were named `serviceID` before version 3.1, without duplicates. An invalid bearer is a fault.
    private func bearers(of service: XMLElement) -> [Bearer] {
        var bearers: [Bearer] = []
        // Before version 3.1, the bitrate was an attribute of the service.
        let bitrate = DraftText.number(service.attributes["bitrate"], in: 0...100_000)
        for element in service.children where ["bearer", "serviceID"].contains(element.localName) {
            guard let uri = element.attributes["id"].flatMap(BearerURI.normal) else {
                sink.fault(
                    "the id must be a bearer URI, such as fm:ce1.c479.09580, found "
                        + "\"\(DraftText.line(element.attributes["id"], atMost: 100))\"",
                    at: position(element, "bearer"))
                continue
            }
            // A transmitter may be listed by the country's letters and by its code.
            guard !bearers.contains(where: { $0.uri == uri }) else { continue }
            bearers.append(
                Bearer(
                    uri: uri, purpose: .live, mediaType: DraftText.line(element.attributes["mimeValue"], atMost: 100),
                    bitrate: Int32(DraftText.number(element.attributes["bitrate"], in: 0...100_000) ?? bitrate ?? 0),
                    cost: Int32(DraftText.number(element.attributes["cost"], in: 0...100_000) ?? 0),
                    offsetMs: Int32(DraftText.number(element.attributes["offset"], in: 0...600_000) ?? 0)))
        }
        return bearers
    }

    private func position(_ element: XMLElement, _ detail: String) -> FilePosition {
        FilePosition(file: file, line: element.line, detail: detail)
    }
}
