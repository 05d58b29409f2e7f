extension GroupedSnapshot: PresentableRows {
  /// Creates a version without sections, which is of no list.
  public init() { self.init([]) }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of rows in a section.
  ///
  /// - Parameter section: The number of the section, counted from 0.
  /// - Returns: The number of rows.
  public func numberOfRows(inSection section: Int) -> Int { sections[section].count }

  /// Returns the row at a path.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The row.
  public func row(at path: RowPath) -> Element { self[path] }

  /// Returns the changes unchanged.
  ///
  /// - Parameter changes: The changes between two versions.
  /// - Returns: The same changes.
  public static func bySection(_ changes: GroupedChanges) -> GroupedChanges { changes }
}
