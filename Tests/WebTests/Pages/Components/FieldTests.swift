import Testing

@testable import Web

struct FieldTests {
    @Test func labelHintAndErrorAreLinkedToTheField() {
        var field = Field("Short name", "slug", "a<b")
        field.hint = "a-z"
        field.fault = "Is taken."
        field.isRequired = true
        let text = field.html.text
        #expect(text.contains("<label for=\"slug\">Short name</label>"))
        #expect(
            text.contains("value=\"a&lt;b\" required aria-invalid=\"true\" aria-describedby=\"slug-hint slug-fault\""))
        #expect(text.contains("id=\"slug-hint\">a-z</p>") && text.contains("id=\"slug-fault\">Is taken.</p>"))
    }

    @Test(arguments: [
        (Field.Kind.colour, "type=\"color\""), (.date, "type=\"date\""), (.time, "type=\"time\""),
        (.number, "type=\"number\""), (.password, "type=\"password\""), (.email, "type=\"email\""),
    ])
    func eachKindOfFieldUsesItsNativeInputType(kind: Field.Kind, type: String) {
        #expect(Field("F", "f", "", kind).html.text.contains(type))
    }

    @Test func theCurrentOptionOfAChoiceIsSelected() {
        let text = Field("F", "f", "b", .choice([.init("a", "One"), .init("b", "Two & more")])).html.text
        #expect(text.contains("<option value=\"b\" selected>Two &amp; more</option>"))
        #expect(text.contains("<option value=\"a\">One</option>"))
    }

    @Test func aGroupedChoiceHasHeadings() {
        let field = Field(
            "F", "f", "b",
            .grouped([.init("", "None")], [.init("Near & far", [.init("a", "One"), .init("b", "Two")])]))
        #expect(
            field.html.text.contains(
                """
                <select id="f" name="f"><option value="">None</option><optgroup label="Near &amp; far">\
                <option value="a">One</option><option value="b" selected>Two</option></optgroup></select>
                """))
    }

    @Test func aFileFieldHasItsMediaTypesAndNoValue() {
        var field = Field("Logo", "logo", "", .file(accept: "image/png"))
        field.isRequired = true
        #expect(
            field.html.text.contains("<input id=\"logo\" name=\"logo\" type=\"file\" accept=\"image/png\" required>"))
    }

    @Test func aDisabledFieldIsMarkedAsDisabled() {
        var field = Field("Name", "name", "Harbour")
        #expect(!field.html.text.contains("disabled"))
        field.isDisabled = true
        #expect(field.html.text.contains("value=\"Harbour\" disabled>"))
    }

    @Test func suggestionsAreADatalistOfTheField() {
        let text = Field("Zone", "zone", "UTC", .suggestions([.init("UTC", "UTC"), .init("cs", "Czech")])).html.text
        #expect(
            text.contains("list=\"zone-list\"")
                && text.contains("<datalist id=\"zone-list\"><option>UTC<option value=\"cs\">Czech"))
    }

    @Test func onlyACheckedFieldHasACheckedCheckbox() {
        var field = Field("Live", "live", "", .check)
        #expect(!field.html.text.contains("checked"))
        field.isChecked = true
        #expect(field.html.text.contains("type=\"checkbox\" id=\"live\" name=\"live\" value=\"1\" checked"))
    }

    @Test func suggestedTimeZonesAndLanguagesAreUnique() {
        for options in [Field.Option.timeZones, Field.Option.languages] {
            #expect(
                Set(options).count == options.count && options.allSatisfy { !$0.value.isEmpty && !$0.label.isEmpty })
        }
        #expect(Field.Option.timeZones.contains(Field.Option("Europe/Prague", "Europe/Prague")))
        #expect(Field.Option.languages.contains(Field.Option("pt-BR", "Portuguese (Brazil)")))
    }
}
