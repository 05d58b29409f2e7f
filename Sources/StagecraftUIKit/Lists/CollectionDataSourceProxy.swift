#if canImport(UIKit) && !os(watchOS)
internal import UIKit

@MainActor
protocol CollectionDataProvider: AnyObject {
  var sectionCount: Int { get }
  var canMove: Bool { get }
  func itemCount(inSection section: Int) -> Int
  func cell(at path: IndexPath, in collection: UICollectionView) -> UICollectionViewCell
  func moveItem(from source: IndexPath, to target: IndexPath)
}

/// Objective-C cannot see the extensions of a generic class; this is a plain class for it.
final class CollectionDataSourceProxy: NSObject, UICollectionViewDataSource {
  weak var provider: (any CollectionDataProvider)?

  func numberOfSections(in collectionView: UICollectionView) -> Int { provider?.sectionCount ?? 0 }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { provider?.itemCount(inSection: section) ?? 0 }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    provider?.cell(at: indexPath, in: collectionView) ?? UICollectionViewCell(frame: .zero)
  }

  func collectionView(
    _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
  ) -> Bool { provider?.canMove ?? false }

  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    provider?.moveItem(from: sourceIndexPath, to: destinationIndexPath)
  }
}
#endif
