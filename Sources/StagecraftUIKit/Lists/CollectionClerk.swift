#if canImport(UIKit) && !os(watchOS)
internal import UIKit

/// The source of the answers to a collection view's data source calls.
@MainActor
protocol CollectionDesk: AnyObject {
  var sectionCount: Int { get }
  var canMove: Bool { get }
  func itemCount(inSection section: Int) -> Int
  func cell(at path: IndexPath, in collection: UICollectionView) -> UICollectionViewCell
  func moveItem(from source: IndexPath, to target: IndexPath)
}

/// Forwards a collection view's data source calls to the adapter.
///
/// Objective-C cannot see the extensions of a generic class; this is a plain class for it.
final class CollectionClerk: NSObject, UICollectionViewDataSource {
  weak var desk: (any CollectionDesk)?

  func numberOfSections(in collectionView: UICollectionView) -> Int { desk?.sectionCount ?? 0 }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { desk?.itemCount(inSection: section) ?? 0 }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    desk?.cell(at: indexPath, in: collectionView) ?? UICollectionViewCell(frame: .zero)
  }

  func collectionView(
    _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
  ) -> Bool { desk?.canMove ?? false }

  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    desk?.moveItem(from: sourceIndexPath, to: destinationIndexPath)
  }
}
#endif
