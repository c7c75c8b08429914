/// The XML namespaces in feeds, each with the prefix that the RSS reader uses in place of the feed's own prefix.
enum FeedNamespace {
    /// The prefix for each namespace name. The names are in lower case and include misspelt ones found in feeds.
    static let prefixes = [
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "https://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "https://podcastindex.org/namespace/1.0": "podcast",
        "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
        "http://purl.org/rss/1.0/modules/content/": "content", "http://purl.org/dc/elements/1.1/": "dc",
        "http://www.w3.org/2005/atom": "atom", "http://search.yahoo.com/mrss/": "media",
        "http://search.yahoo.com/mrss": "media", "http://www.rssboard.org/media-rss": "media",
        "http://www.google.com/schemas/play-podcasts/1.0": "googleplay",
    ]
}
