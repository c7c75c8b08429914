import Testing

/// `openapi.yaml` is consistent. AppTests compare it with the routes.
struct InterfaceDescriptionTests {
    private let description: InterfaceDescription

    init() throws { description = try InterfaceDescription.ours() }

    @Test func theAPIDescriptionIsAnOpenAPI31Document() {
        #expect((description.root["openapi"] as? String)?.hasPrefix("3.1.") == true)
        #expect(!description.operations.isEmpty)
    }

    @Test func everyReferenceInTheAPIDescriptionHasATarget() {
        for reference in description.references {
            #expect(description.target(of: reference) != nil, "\(reference)")
        }
    }

    @Test func everyComponentOfTheAPIDescriptionIsUsed() {
        let used = Set(description.references)
        let components = description.root["components"] as? [String: [String: Any]] ?? [:]
        for (kind, members) in components where kind != "securitySchemes" {
            for name in members.keys {
                #expect(used.contains("#/components/\(kind)/\(name)"), "\(kind)/\(name) is not used")
            }
        }
    }

    @Test func everyOperationHasAUniqueOperationID() {
        let names = description.operations.compactMap { $0.fields["operationId"] as? String }
        #expect(names.count == description.operations.count)
        #expect(Set(names).count == names.count)
    }

    @Test func operationsHaveASummaryTagsAndResponses() {
        let tags = Set((description.root["tags"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
        for operation in description.operations {
            #expect(operation.fields["summary"] is String, "\(operation.name)")
            let own = operation.fields["tags"] as? [String] ?? []
            #expect(!own.isEmpty && tags.isSuperset(of: own), "\(operation.name) has tags \(own)")
            let responses = operation.fields["responses"] as? [String: Any] ?? [:]
            #expect(!responses.isEmpty, "\(operation.name) describes no response")
        }
    }

    /// RFC 6570 level 1, as OpenAPI uses it: each name in braces is a parameter, and each path parameter is in braces.
    @Test func theDescribedPathParametersEqualTheNamesInBraces() {
        for operation in description.operations {
            let inPath = Set(operation.path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) })
            let declared = operation.parameters.filter { $0["in"] as? String == "path" }
            #expect(Set(declared.compactMap { $0["name"] as? String }) == inPath, "\(operation.name)")
            #expect(declared.allSatisfy { $0["required"] as? Bool == true }, "\(operation.name)")
        }
    }

    /// A path parameter can contain forbidden characters (spec H8), so every such operation can respond with 400.
    @Test func operationsWithPathParametersDescribeStatus400() {
        for operation in description.operations where operation.path.contains("{") {
            #expect((operation.fields["responses"] as? [String: Any])?["400"] != nil, "\(operation.name)")
        }
    }

    @Test func securityRequirementsNameExistingSchemes() {
        let schemes = (description.root["components"] as? [String: Any])?["securitySchemes"] as? [String: Any] ?? [:]
        for operation in description.operations {
            for requirement in operation.fields["security"] as? [[String: Any]] ?? [] {
                for scheme in requirement.keys { #expect(schemes[scheme] != nil, "\(operation.name): \(scheme)") }
            }
        }
    }
}
