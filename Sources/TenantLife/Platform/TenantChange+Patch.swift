import Tenancy
import Web

extension TenantChange {
    /// Reads a change from a patch with the names of the API. Throws 422 with all faults.
    ///
    /// - Parameter action: the action in the audit log. If `enabled` is the only member, the action is "tenant.enable" or "tenant.disable" instead.
    init(_ patch: MergePatch, action: String = "tenant.change") throws(APIError) {
        var patch = patch
        self.init(members: &patch, action: action)
        try patch.finish()
    }

    /// Reads the members of a change and adds faults to the patch. The caller reads other members and calls `finish()` on the patch.
    ///
    /// - Parameter action: the action in the audit log. If `enabled` is the only member, the action is "tenant.enable" or "tenant.disable" instead.
    init(members patch: inout MergePatch, action: String) {
        var change = TenantChange(action)
        change.read("name", .name, as: String.self, from: &patch)
        change.read("locale", .locale, as: String.self, from: &patch)
        change.read("timeZone", .timeZone, as: String.self, from: &patch)
        change.read("integerSeconds", .integerSeconds, as: Bool.self, from: &patch)
        change.read("enabled", .enabled, as: Bool.self, from: &patch)
        patch.within("multicast") { patch in
            change.read("group", .multicastGroup, as: String.self, isOptional: true, from: &patch)
            change.read("port", .multicastPort, as: UInt16.self, isOptional: true, from: &patch)
            change.read("interface", .multicastInterface, as: String.self, isOptional: true, from: &patch)
            change.read("ttl", .multicastTtl, as: UInt8.self, isOptional: true, from: &patch)
        }
        patch.within("limits") { change.readLimits(from: &$0) }
        if change.members.count == 1, let enabled = change.members[Member.enabled.rawValue] {
            change.action = enabled == "true" ? "tenant.enable" : "tenant.disable"
        }
        self = change
    }

    /// Reads all limits from a patch; absent ones are removed. Throws 422 with all faults.
    init(allLimits patch: MergePatch) throws(APIError) {
        var patch = patch
        var change = TenantChange("tenant.limit")
        for limit in Self.limits { change.set(limit, to: String?.none) }
        change.readLimits(from: &patch)
        try patch.finish()
        self = change
    }

    private mutating func readLimits(from patch: inout MergePatch) {
        for limit in Self.limits {
            switch patch.change(limit.rawValue, as: Int64.self) {
            case .keep: break
            case .remove: set(limit, to: String?.none)
            case .set(let number):
                let most: Int64 = limit == .storedBytes ? 1 << 53 - 1 : 2_000_000_000
                if (1...most).contains(number) {
                    set(limit, to: number)
                } else {
                    let absence =
                        limit == .storedBytes || limit == .accounts ? "no limit" : "the settings of the installation"
                    patch.refuse(
                        limit.rawValue,
                        "must be a whole number from 1 to \(most), or null for \(absence), found \(number)")
                }
            }
        }
    }

    private mutating func read<Value: Decodable & LosslessStringConvertible>(
        _ name: String, _ member: Member, as type: Value.Type, isOptional: Bool = false, from patch: inout MergePatch
    ) {
        switch patch.change(name, as: Value.self) {
        case .keep: break
        case .remove where isOptional: set(member, to: String?.none)
        case .remove: patch.refuse(name, "must not be null")
        case .set(let value): set(member, to: value)
        }
    }
}
