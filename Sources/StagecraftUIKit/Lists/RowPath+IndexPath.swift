#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import StagecraftLists
internal import UIKit

extension RowPath {
  /// The same place in UIKit's words.
  ///
  /// - Parameter path: names a section and a row, or an item.
  public init(_ path: IndexPath) { self.init(section: path.section, row: path.item) }
}

extension IndexPath {
  /// The same place in the words of live lists.
  ///
  /// - Parameter path: the number of a section and of a row in it.
  public init(_ path: RowPath) { self.init(item: path.row, section: path.section) }
}

extension ListChanges {
  /// The sections that are gone, by old numbers.
  var removedSections: IndexSet { IndexSet(removals) }

  /// The sections that have come, by new numbers.
  var insertedSections: IndexSet { IndexSet(insertions) }
}
#endif
