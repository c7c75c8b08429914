import Testing

@testable import Web

@Suite struct DataTableTests {
    private static let rows: [[HTML]] = [["a", "b", "<button>End</button>"], ["\("<i>")", "d", "e"]]

    @Test func everyTableCellHasItsRoleAndItsColumnName() {
        var table = DataTable("All <b>of</b> them", columns: ["First", "Se\"cond"], rows: Self.rows)
        table.hasActions = true
        let text = table.html.text
        #expect(text.contains("<caption>All <b>of</b> them</caption>"))
        #expect(text.contains("<th scope=\"row\" role=\"rowheader\">a</th>"))
        #expect(text.contains("<td role=\"cell\" data-column=\"Se&quot;cond\">b</td>"))
        #expect(text.contains("<td class=\"act\" role=\"cell\"><button>End</button></td>"))
        #expect(text.contains("&lt;i&gt;") && text.contains("Actions"))
        #expect(text.matches(of: /role="columnheader"/).count == 3)
        #expect(text.matches(of: /role="row"/).count == 3)
    }

    @Test func aTableWithoutActionsHasNoActionsColumn() {
        let text = DataTable("", columns: ["One", "Two", "Three"], rows: Self.rows).html.text
        #expect(text.contains("data-column=\"Three\">e</td>"))
        #expect(!text.contains("Actions") && !text.contains("class=\"act\""))
    }

    @Test func aTableCanOmitTheColumnNamesOfItsCells() {
        var table = DataTable("", columns: ["One", "Two", "Three"], rows: Self.rows)
        table.isLabelled = false
        table.isPaired = true
        #expect(!table.html.text.contains("data-column") && table.html.text.contains("class=\"rows paired\""))
    }
}
