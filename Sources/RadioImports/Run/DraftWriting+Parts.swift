import Radio

extension CreditDraft {
    var written: JSONText {
        var text = JSONText()
        text.put("person", person)
        text.put("role", role)
        return text
    }
}

extension ArtDraft {
    /// `nil` for a picture without an address.
    var written: JSONText? {
        guard !images.isEmpty else { return nil }
        var text = JSONText()
        text.put("alt", alt)
        text.put("credit", credit)
        text.put(
            "images",
            images.map { image in
                var text = JSONText()
                text.put("url", image.url)
                text.put("width", image.width)
                text.put("height", image.height)
                text.put("mediaType", image.mediaType)
                return text
            })
        return text
    }
}

extension Bearer {
    var written: JSONText {
        var text = JSONText()
        text.put("uri", uri)
        text.put("purpose", purpose.rawValue)
        text.put("mediaType", mediaType)
        text.put("bitrate", bitrate)
        text.put("cost", cost)
        text.put("offsetMs", offsetMs)
        return text
    }
}

extension VersionDraft.Media {
    var written: JSONText {
        var text = JSONText()
        text.put("url", url)
        text.put("purpose", isDownload ? "download" : "stream")
        text.put("mediaType", mediaType)
        text.put("bitrate", bitrate)
        text.putAny("bytes", bytes)
        return text
    }
}
