/// The permissions of each role, written by hand and not derived from the table in the sources. If a row or role is removed from the sources, the
/// table therefore differs from this matrix.
enum PermissionMatrix {
    private static let text = """
        permission           listener  editor  programmer  operator  admin
        moveLive             no        no      no          yes       yes
        putOnAir             no        no      no          yes       yes
        sendHallMessage      no        no      no          yes       yes
        editConcerts         no        yes     no          no        yes
        viewOperator         no        no      no          yes       yes
        readAudit            no        no      no          no        yes
        viewAdmin            no        no      no          no        yes
        manageTenant         no        no      no          no        yes
        exportTenant         no        no      no          no        yes
        manageNotices        no        no      no          no        yes
        manageUpgradeRules   no        no      no          no        yes
        announceContent      no        no      yes         no        yes
        manageAccounts       no        no      no          no        yes
        manageSubscriptions  no        no      no          no        yes
        viewStation          no        no      yes         no        yes
        editCatalogue        no        no      yes         no        yes
        editSchedule         no        no      yes         no        yes
        importRadio          no        no      yes         no        yes
        """

    private static let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    /// The roles, in the order of the columns.
    static let roles = Array(lines[0].dropFirst())

    /// The roles that have each permission.
    static let rows = Dictionary(
        uniqueKeysWithValues: lines.dropFirst().map { cells in
            (cells[0], Set(zip(roles, cells.dropFirst()).filter { $0.1 == "yes" }.map(\.0)))
        })
}
