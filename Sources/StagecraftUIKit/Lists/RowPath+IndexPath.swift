#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import StagecraftLists
internal import UIKit

extension RowPath {
  /// Creates a row path from an index path.
  ///
  /// - Parameter path: An index path with a section and a row or an item.
  public init(_ path: IndexPath) { self.init(section: path.section, row: path.item) }
}

extension IndexPath {
  /// Creates an index path from a row path.
  ///
  /// - Parameter path: The index of a section and of a row in it.
  public init(_ path: RowPath) { self.init(item: path.row, section: path.section) }
}

extension ListChanges {
  var removedSections: IndexSet { IndexSet(removals) }

  var insertedSections: IndexSet { IndexSet(insertions) }
}
#endif
