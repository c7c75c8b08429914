import Testing

@testable import APIReference

struct SchemaReaderTests {
    private static func reader(_ schemas: String) throws -> SchemaReader {
        let document = #"{"components": {"schemas": \#(schemas)}, "paths": {}}"#
        return SchemaReader(description: try APIDescription(Array(document.utf8)))
    }

    private static func tree(_ text: String) throws -> DescriptionTree { try DescriptionTree(json: Array(text.utf8)) }

    @Test(arguments: [
        (#"{"type": "string"}"#, "string"),
        (#"{"type": ["integer", "null"]}"#, "integer or null"),
        (
            ##"{"type": "array", "items": {"$ref": "#/components/schemas/Track"}}"##,
            ##"list of <a href="#type-Track">Track</a>"##
        ),
        (#"{"oneOf": [{"type": "string"}, {"type": "null"}]}"#, "string or null"),
        (#"{"type": "string", "format": "binary"}"#, "file"),
        (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "object with values of type integer"),
        (#"{"enum": ["a"]}"#, "string"),
        ("{}", "any"),
    ])
    func aSchemaIsShownAsTheNameOfItsType(schema: String, type: String) throws {
        #expect(try Self.reader("{}").type(of: Self.tree(schema)).text == type)
    }

    @Test(arguments: [
        (#"{"minLength": 1, "maxLength": 100}"#, ["1 to 100 characters"]),
        (#"{"minimum": 0}"#, ["at least 0"]),
        (#"{"maxItems": 200, "items": {"maximum": 9}}"#, ["at most 200 entries", "each entry: at most 9"]),
        (
            #"{"enum": ["a", null], "default": "a"}"#,
            ["one of <code>a</code>, <code>null</code>", "default <code>a</code>"]
        ),
        (#"{"pattern": "^<$", "format": "uri"}"#, ["format <code>uri</code>", "matches <code>^&lt;$</code>"]),
        (#"{"minItems": 2, "maxItems": 2}"#, ["exactly 2 entries"]),
        (#"{"const": true}"#, ["always <code>true</code>"]),
    ])
    func theConstraintsOfASchemaAreShownAsPhrases(schema: String, rules: [String]) throws {
        #expect(try Self.reader("{}").rules(of: Self.tree(schema)).map(\.text) == rules)
    }

    @Test func membersOfNestedObjectsFollowTheMemberThatContainsThem() throws {
        let schema = """
            {"required": ["items"], "properties": {
              "items": {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {
                "id": {"type": "string"}, "track": {"$ref": "#/components/schemas/Track"}}}},
              "limits": {"type": "object", "properties": {"streams": {"type": "integer"}}}}}
            """
        let reader = try Self.reader(#"{"Track": {"properties": {"title": {"type": "string"}}}}"#)
        let rows = try reader.rows(of: Self.tree(schema))
        #expect(rows.map(\.name) == ["items", "items[].id", "items[].track", "limits", "limits.streams"])
        #expect(rows.map(\.isRequired) == [true, true, false, false, false])
    }

    @Test func aSchemaIncludesTheMembersOfAllOf() throws {
        let schema = """
            {"allOf": [{"$ref": "#/components/schemas/Content"}], "properties": {"id": {"type": "string"}}}
            """
        let content = #"{"required": ["name"], "properties": {"name": {"type": "string"}}}"#
        let reader = try Self.reader(#"{"Content": \#(content)}"#)
        #expect(try reader.rows(of: Self.tree(schema)).map(\.name) == ["name", "id"])
        #expect(try reader.rows(of: Self.tree(schema)).map(\.isRequired) == [true, false])
    }
}
