extension ScreenApplication {
  /// What all windows are at this moment, in the order in which they were made.
  ///
  /// See ``AnyScreen/archive()``; the budget is for all windows together.
  public func archive() -> ScreenArchive { Archivist.archive(windows, stateBudget) }

  /// Brings all windows back as they were archived.
  ///
  /// Each archived window goes to the first that has the same ``AnyScreen/restorationName``, and to
  /// which none has gone yet. No window is made or opened. See ``AnyScreen/restore(from:catalog:)``.
  ///
  /// - Parameters:
  ///   - archive: what ``archive()`` returned, in this process or another.
  ///   - catalog: makes the screens that are not there.
  /// - Returns: what became of it; the same is told as events.
  @discardableResult
  public func restore(
    from archive: ScreenArchive, catalog: ScreenCatalog
  ) -> RestorationReport {
    let restorer = Restorer(catalog)
    var free = windows
    marking(archive) {
      for root in archive.roots {
        guard let index = free.firstIndex(where: { restorer.isSame($0, root) }) else {
          restorer.lose(root, .unknownName, at: root.label, in: nil)
          continue
        }
        restorer.restore(root, into: free.remove(at: index), at: root.label)
      }
    }
    return restorer.report
  }

  private var windows: [AnyScreen] { liveScreens.filter { $0 is any WindowContainer } }
}
