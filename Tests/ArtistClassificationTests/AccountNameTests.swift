import ArtistClassification
import Testing

struct AccountNameTests {
    /// Spec M5.4.
    @Test(arguments: [
        ("nord (@nordlicht_)", "nord"), ("@nordlicht", "nordlicht"), ("☆nordlicht☆", "nordlicht"),
        ("Nordlicht ❄️", "Nordlicht"),
        ("Nordlicht - Topic", "Nordlicht"), ("NordLichtVEVO", "Nord Licht"), ("Nordlicht___", "Nordlicht"),
        ("nord_licht", "nord licht"), ("Nordlicht Official", "Nordlicht"), ("Nordlicht (Official)", "Nordlicht"),
        ("Nordlicht...", "Nordlicht..."), ("clipping.", "clipping."), ("Полярник", "Полярник"), ("夜行", "夜行"),
        ("Nord (Норд)", "Nord (Норд)"),
    ])
    func decorationOfAnAccountNameIsNotPartOfTheArtist(account: String, name: String) {
        #expect(filing("Polar Day", by: account).mainArtists.map(\.name) == [name])
    }

    @Test(arguments: ["user12345678", "user-987654321", "unknown artist"])
    func aFilingUnderAPlaceholderAccountNameIsUncertain(account: String) {
        #expect(filing("Polar Day", by: account).isUncertain)
        #expect(!filing("Nordlicht - Polar Day", by: account).isUncertain)
    }

    /// Spec M5.5.
    @Test(arguments: [
        "http://nordlicht.example", "www.nordlicht.com", "nordlicht.bandcamp.com", "Unknown Artist", "Various Artists",
        "Polar Day",
        "me@example.org", " ",
    ])
    func anArtistFieldThatIsNotAnArtistNameIsIgnored(field: String) {
        #expect(filing("Polar Day", by: "Nordlicht", field: field).short == "Nordlicht / Polar Day")
    }

    /// Spec M5.5.
    @Test func anArtistInTheTitleOutranksTheArtistFieldWhichOutranksTheAccount() {
        #expect(filing("Polar Day", by: "Nordlicht", field: "").short == "Nordlicht / Polar Day")
        #expect(filing("Polar Day", by: "Cold Uploads", field: "Nordlicht").short == "Nordlicht / Polar Day")
        #expect(filing("Nordlicht - Polar Day", by: "Cold Uploads", field: "Cold").short == "Nordlicht / Polar Day")
        #expect(
            filing("Polar Day - Nordlicht", by: "Cold Uploads", field: "Nordlicht").short == "Nordlicht / Polar Day")
    }

    @Test func aProducerIsNotTheArtist() {
        #expect(
            filing("Polar Day (prod. Eisbrecher)", by: "Nordlicht", field: "Eisbrecher").short
                == "Nordlicht / Polar Day")
    }
}
