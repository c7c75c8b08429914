import Testing

@testable import Web

struct RowListTests {
    @Test func aListRowShowsItsPictureNameFactsAndActions() {
        var row = ListRow("\("<Harbour>")", "/shows/1", artwork: Artwork("Harbour"))
        row.details = ["Mira"]
        row.facts = "3:45"
        row.actions = "<button>Like</button>"
        row.isCurrent = true
        let text = RowList([row]).html.text
        #expect(text.contains("<li aria-current=\"true\"><i class=\"art"))
        #expect(text.contains("<a href=\"/shows/1\">&lt;Harbour&gt;</a><p>Mira</p>"))
        #expect(text.contains("<div class=\"facts\">3:45</div><div class=\"acts\"><button>Like</button></div>"))
    }

    @Test func aListRowShowsItsSourceNumberMarksAndForm() {
        var row = ListRow("Slow Tram", "/tracks/1", artwork: nil)
        row.origin = .library
        row.marks = " <b class=\"tag\">liked</b>"
        row.number = 7
        row.choice = "<input>"
        row.form = .init("/likes", "<input type=\"hidden\" name=\"next\">")
        row.actions = "<button>Unlike</button>"
        let text = RowList([row]).html.text
        #expect(text.contains("<li><input><span class=\"number\">7</span><div class=\"grow\">"))
        #expect(
            text.contains(
                "<a class=\"from-library\" href=\"/tracks/1\">Slow Tram</a> <b class=\"tag\">liked</b></div>"))
        #expect(
            text.contains(
                "<form class=\"acts\" method=\"post\" action=\"/likes\"><input type=\"hidden\" name=\"next\"><button>"))
    }

    @Test func aRowWithoutALocalPageMayLinkToAnotherSite() {
        var row = ListRow("Slow Tram", nil, artwork: nil)
        row.origin = .cloud
        #expect(RowList([row]).html.text.contains("<span class=\"from-cloud\">Slow Tram</span>"))
        row.address = "https://example.org/slow-tram?a&b"
        #expect(
            RowList([row]).html.text.contains(
                "<a class=\"from-cloud\" href=\"https://example.org/slow-tram?a&amp;b\" rel=\"noreferrer\">"))
        row.address = "javascript:alert(1)"
        #expect(RowList([row]).html.text.contains("href=\"#\""))
    }

    @Test(arguments: [(true, "ol"), (false, "ul")])
    func aRowListIsLabelledAndMayBeOrdered(isOrdered: Bool, element: String) {
        var list = RowList([ListRow("A", nil, artwork: nil)])
        list.isOrdered = isOrdered
        list.label = "Heard \("<last>")"
        #expect(list.html.text.hasPrefix("<\(element) class=\"lines\" aria-label=\"Heard &lt;last&gt;\">"))
        #expect(list.html.text.hasSuffix("</\(element)>"))
        list.labelledBy = "heading"
        #expect(list.html.text.hasPrefix("<\(element) class=\"lines\" aria-labelledby=\"heading\">"))
    }
}

struct PartsNavigationTests {
    private static func text(_ count: Int, current: Int) -> String {
        let paths: [LocalPath] = ["/0", "/1", "/2", "/3", "/4", "/5", "/6"]
        return PartsNavigation(
            "Library", (0..<count).map { .init(paths[$0], "P\($0)", .library, isCurrent: $0 == current) }
        ).html.text
    }

    @Test func upToFivePartsOfAnAreaAreShownWithoutAMenu() {
        let text = Self.text(5, current: 1)
        #expect(!text.contains("class=\"more") && text.matches(of: /<li>/).count == 5)
        #expect(text.contains("<a href=\"/1\" aria-current=\"true\">"))
    }

    @Test func moreThanFivePartsOfAnAreaAreShownAsFourAndAMenu() {
        let text = Self.text(7, current: 5)
        #expect(text.matches(of: /<li class="rest">/).count == 3)
        #expect(text.contains("<li class=\"more current\"><details><summary>") && text.contains("P5</summary>"))
    }
}

struct TabsTests {
    /// Tabs above the content would make the header one line higher.
    @Test func theTabsOfAPageAreInsideTheContentBesideTheHeading() throws {
        var page = Page(
            "Songs", tenant: OneTenant.hall, caller: nil, navigation: .none, content: "<p>Content</p>")
        page.tabs = Tabs("Views", [.init("/a", "Songs", isCurrent: true)])
        let text = page.response().text
        let main = try #require(text.firstRange(of: "<main")?.lowerBound)
        #expect(!text[..<main].contains("class=\"tabs\""))
        #expect(text[main...].contains("<div class=\"heading\"><h1>Songs</h1><nav class=\"tabs\""))
    }
}

struct LetterIndexTests {
    @Test func onlyIndexLettersWithANoteHaveHiddenText() {
        let text = LetterIndex([
            .init("A", "/a", note: "", isCurrent: false), .init("#", "/n", note: "Digits", isCurrent: true),
        ])
        .html.text
        #expect(text.contains("<li><a href=\"/a\">A</a></li>"))
        #expect(text.contains("aria-current=\"true\">#<span class=\"hidden\">, Digits</span></a>"))
    }
}

struct ConfirmationTests {
    @Test func theFirstButtonOfAConfirmationOnlyOpensTheConfirmation() {
        let text = Confirmation("Delete", "All is lost.", path: "/x/delete", fields: "<input name=\"csrf\">").html.text
        #expect(text.contains("<summary class=\"button grave\">Delete</summary>"))
        #expect(
            text.contains(
                "<form method=\"post\" action=\"/x/delete\"><input name=\"csrf\"><p id=\"consequence\">All is lost.</p>"
            ))
        #expect(text.matches(of: /<button/).count == 1)
    }

    @Test func aConfirmationWithinAFormSendsTheNameAndTheValueOfItsButton() {
        let text = Confirmation("Publish", "Listeners see it.", pressing: "act", "publish").html.text
        #expect(text.contains("<summary class=\"button grave\">Publish</summary>\n<div><p id=\"consequence\">"))
        #expect(
            text.contains("<button class=\"grave\" name=\"act\" value=\"publish\" aria-describedby=\"consequence\">"))
        #expect(!text.contains("<form"))
    }

    @Test func aConfirmationCanBeShownOpen() {
        var question = Confirmation("Split", "They are two.", path: "/x/split", fields: "")
        #expect(question.html.text.hasPrefix("<details class=\"confirm\"><summary"))
        question.isOpen = true
        #expect(question.html.text.hasPrefix("<details class=\"confirm\" open><summary"))
    }
}

struct ChartTests {
    private static func chart(_ kind: Chart.Kind, _ values: [Int]) -> Chart {
        Chart("Plays", unit: "plays", kind, values.enumerated().map { .init("h\($0)", $1) })
    }

    @Test func aChartHasATableWithEveryValue() {
        let text = Self.chart(.bars, [3, 0, 41]).html.text
        #expect(text.contains("aria-label=\"Plays: total 44, highest 41\""))
        #expect(text.matches(of: /<th scope="row"/).count == 3)
        #expect(text.contains("data-column=\"Plays\">41</td>"))
        #expect(text.contains("<rect x=\"11\" y=\"100.0\" width=\"8\" height=\"0.0\"/>"))
    }

    @Test(arguments: [(0, 1), (1, 1), (3, 5), (10, 10), (11, 20), (41, 50), (99, 100), (101, 200)])
    func theAxisOfAChartEndsAtARoundNumber(highest: Int, top: Int) {
        #expect(Self.chart(.bars, [0, highest]).top == top)
    }

    @Test func aChartOfHighestValuesHasNoTotal() {
        let text = Self.chart(.highest, [3, 0, 41]).html.text
        #expect(text.contains("aria-label=\"Plays: highest 41\""))
        #expect(text.matches(of: /<rect x/).count == 3)
    }

    @Test func theSummaryOfALineChartStatesItsLastValue() {
        #expect(Self.chart(.line, [0, 5, 10]).html.text.contains("aria-label=\"Plays: now 10\""))
        #expect(Self.chart(.line, [0, 11, 10]).html.text.contains("aria-label=\"Plays: now 10, highest 11\""))
    }

    @Test func aLineChartHasAPointForEveryValue() {
        #expect(Self.chart(.line, [0, 5, 10]).html.text.contains("d=\"M5 100.0L15 50.0L25 0.0\""))
    }

    @Test func aChartWithoutValuesIsEmpty() {
        #expect(Self.chart(.bars, []).html == .empty)
    }
}

struct NoticeTests {
    @Test func errorNoticesAreAlertsAndSuccessNoticesAreStatusMessages() {
        #expect(Notice(.bad, "x").html.text.contains("role=\"alert\""))
        #expect(Notice(.good, "x").html.text.contains("role=\"status\""))
        #expect(!Notice(.information, "x").html.text.contains("role="))
    }
}

struct EmptyStateTests {
    @Test func anEmptyStateShowsItsMessageAndItsAction() {
        let text = EmptyState(.playlist, "No playlists yet", action: "<a href=\"/new\">Make one</a>").html.text
        #expect(text.contains("<strong>No playlists yet</strong>") && text.contains("<a href=\"/new\">Make one</a>"))
    }
}

struct ProgressTests {
    @Test func progressCanBeShownWithoutATotal() {
        #expect(Progress("Import", 3, of: 10).html.text.contains("<progress value=\"3\" max=\"10\">"))
        #expect(Progress("Import", 3, of: nil).html.text.contains("3 so far</span><progress>"))
    }
}
