import Radio

/// An Apple Podcasts category (Podcasts Connect, "Apple Podcasts categories", 2019). The element `itunes:category` accepts only the exact names.
///
/// A genre of the station matches the category or subcategory of the same name. Case is ignored, and "&" equals "and".
struct PodcastCategory: Hashable {
    let name: String
    var subcategories: [String] = []

    /// Returns the categories that match these genres, without duplicates, in the order of the genres. A genre that matches a subcategory adds the
    /// subcategory to its category. If no genre matches, returns the category "Music" if `isMusic`, otherwise none.
    static func categories(of genres: [Genre], isMusic: Bool) -> [PodcastCategory] {
        var categories: [PodcastCategory] = []
        for genre in genres {
            guard let (name, subcategory) = byName[normal(genre.name)] else { continue }
            let place = categories.firstIndex { $0.name == name } ?? categories.endIndex
            if place == categories.endIndex { categories.append(PodcastCategory(name: name)) }
            if let subcategory, !categories[place].subcategories.contains(subcategory) {
                categories[place].subcategories.append(subcategory)
            }
        }
        return categories.isEmpty && isMusic ? [PodcastCategory(name: "Music")] : categories
    }

    private static func normal(_ name: String) -> String { name.lowercased().replacing("&", with: "and") }

    private static let byName: [String: (name: String, subcategory: String?)] = {
        var byName: [String: (name: String, subcategory: String?)] = [:]
        for (name, subcategories) in all {
            for subcategory in subcategories { byName[normal(subcategory)] = (name, subcategory) }
        }
        for (name, _) in all { byName[normal(name)] = (name, nil) }
        return byName
    }()

    static let all: [(String, [String])] = [
        ("Arts", ["Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"]),
        ("Business", ["Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"]),
        ("Comedy", ["Comedy Interviews", "Improv", "Stand-Up"]),
        ("Education", ["Courses", "How To", "Language Learning", "Self-Improvement"]),
        ("Fiction", ["Comedy Fiction", "Drama", "Science Fiction"]),
        ("Government", []),
        ("Health & Fitness", ["Alternative Health", "Fitness", "Medicine", "Mental Health", "Nutrition", "Sexuality"]),
        ("History", []),
        ("Kids & Family", ["Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"]),
        (
            "Leisure",
            [
                "Animation & Manga", "Automotive", "Aviation", "Crafts", "Games", "Hobbies", "Home & Garden",
                "Video Games",
            ]
        ),
        ("Music", ["Music Commentary", "Music History", "Music Interviews"]),
        (
            "News",
            [
                "Business News", "Daily News", "Entertainment News", "News Commentary", "Politics", "Sports News",
                "Tech News",
            ]
        ),
        (
            "Religion & Spirituality",
            ["Buddhism", "Christianity", "Hinduism", "Islam", "Judaism", "Religion", "Spirituality"]
        ),
        (
            "Science",
            [
                "Astronomy", "Chemistry", "Earth Sciences", "Life Sciences", "Mathematics", "Natural Sciences",
                "Nature",
                "Physics", "Social Sciences",
            ]
        ),
        (
            "Society & Culture",
            ["Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships"]
        ),
        (
            "Sports",
            [
                "Baseball", "Basketball", "Cricket", "Fantasy Sports", "Football", "Golf", "Hockey", "Rugby", "Running",
                "Soccer", "Swimming", "Tennis", "Volleyball", "Wilderness", "Wrestling",
            ]
        ),
        ("Technology", []),
        ("True Crime", []),
        ("TV & Film", ["After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"]),
    ]
}
