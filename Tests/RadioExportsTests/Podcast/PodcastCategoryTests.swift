import Radio
import Testing

@testable import RadioExports

struct PodcastCategoryTests {
    private func categories(_ names: String...) -> [PodcastCategory] {
        PodcastCategory.categories(
            of: names.map { Genre(id: Genre.ID(rawValue: 1), name: $0, code: nil, revision: 1) }, isMusic: false)
    }

    /// The numbers that Apple's documentation gives.
    @Test func theListOfPodcastCategoriesHas19CategoriesAnd91Subcategories() {
        let inside = PodcastCategory.all.flatMap(\.1)
        #expect(PodcastCategory.all.count == 19 && inside.count == 91)
        #expect(Set(inside).count == 91 && Set(PodcastCategory.all.map(\.0)).isDisjoint(with: inside))
    }

    @Test(
        arguments: [
            ("tv and film", "TV & Film", nil), ("How To", "Education", "How To"), ("Stand-Up", "Comedy", "Stand-Up"),
            ("Business News", "News", "Business News"), ("Non-profit", "Business", "Non-Profit"),
            ("Wilderness", "Sports", "Wilderness"), ("Medicine", "Health & Fitness", "Medicine"),
            ("Home and Garden", "Leisure", "Home & Garden"), ("Earth Sciences", "Science", "Earth Sciences"),
            ("Relationships", "Society & Culture", "Relationships"), ("true crime", "True Crime", nil),
        ] as [(String, String, String?)])
    func aGenreBecomesThePodcastCategoryWithThatName(genre: String, category: String, inside: String?) {
        #expect(categories(genre) == [PodcastCategory(name: category, subcategories: inside.map { [$0] } ?? [])])
    }

    /// Apple removed these categories in 2019.
    @Test(arguments: ["News & Politics", "Games & Hobbies", "Science & Medicine", "Literature", "Podcasting"])
    func formerPodcastCategoriesAreNotUsed(genre: String) { #expect(categories(genre).isEmpty) }
}
