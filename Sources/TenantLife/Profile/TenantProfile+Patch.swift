import Web

extension TenantProfile {
    /// Applies a patch with the names of the API. Throws 422 with all faults of the patch; the values are not checked against `TenantRules`.
    mutating func apply(_ patch: MergePatch) throws(APIError) {
        var patch = patch
        patch.apply("name", to: &name)
        patch.apply("locale", to: &locale)
        patch.apply("timeZone", to: &timeZone)
        patch.apply("accentColour", to: &accentColour)
        patch.applyTexts("texts", to: &texts)
        patch.apply("learnMoreUrl", to: &learnMoreUrl)
        patch.apply("conversionUrl", to: &conversionUrl)
        patch.apply("supportUrl", to: &supportUrl)
        patch.apply("supportPhone", to: &supportPhone)
        switch patch.change("allowedOrigins", as: [String].self) {
        case .keep: break
        case .remove: allowedOrigins = []
        case .set(let origins): allowedOrigins = origins
        }
        patch.within("policies") { patch in
            patch.apply("bufferMs", to: &policies.bufferMs)
            patch.apply("skipsBack", to: &policies.skipsBack)
            patch.apply("skipsForward", to: &policies.skipsForward)
            patch.apply("skipsTotal", to: &policies.skipsTotal)
            patch.apply("skipWindowMs", to: &policies.skipWindowMs)
            patch.apply("completionPercent", to: &policies.completionPercent)
            patch.apply("signUp", to: &policies.signUp)
            patch.apply("streamsPerAccount", to: &policies.streamsPerAccount)
        }
        try patch.finish()
    }
}
