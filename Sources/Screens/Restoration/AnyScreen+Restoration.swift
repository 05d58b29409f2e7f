extension AnyScreen {
  /// What this screen and those in it are at this moment: most often asked of a window.
  ///
  /// Screens with a view save their state now. Screens whose view has been unloaded, or not been made
  /// since they were restored, are archived with what they had saved. What is left out because it is
  /// more than the ``ScreenApplication/stateBudget`` is in ``ScreenArchive/omissions``.
  ///
  /// While a transition follows a finger, the archive is as if it had not begun.
  ///
  /// - Returns: all screens with a ``restorationName``, and the containers that they are in.
  public final func archive() -> ScreenArchive {
    Archivist.archive([self], application.stateBudget)
  }

  /// Brings this screen and those in it back as they were archived.
  ///
  /// Screens that are there are used, if they have the same name and the same identity; others are
  /// made by the catalog. Nobody needs to have a view: each screen gets its state when its view is
  /// made, and each page when it is made. A screen that has its view already gets its state at once.
  ///
  /// In a window that has not been opened, nothing is heard of all that but that screens move. In one
  /// that is open, what is under way is ended, and then screens appear and disappear as if the user
  /// had gone there without animation. From inside a transition's calls, changes wait in line until
  /// that is over.
  ///
  /// What the catalog returns and the container cannot take (a screen that is in another container, that
  /// was returned before, or that has another kind of view) is a loss. What a screen dismisses while it
  /// is restored stays dismissed, with what is on it.
  ///
  /// If the archive was read from a ``StateFile`` and the process ends in here, or within two seconds
  /// after, the next one reads it as ``StateFileContent/interrupted(_:)``.
  ///
  /// To restore the same archive again makes nothing new, and brings the state back once more.
  ///
  /// - Parameters:
  ///   - archive: what ``archive()`` returned, in this process or another.
  ///   - catalog: makes what is not there.
  /// - Returns: what became of it; the same is told as events.
  @discardableResult
  public final func restore(
    from archive: ScreenArchive, catalog: ScreenCatalog
  ) -> RestorationReport {
    let restorer = Restorer(catalog)
    application.marking(archive) {
      if let root = archive.roots.first(where: { restorer.isSame(self, $0) }) {
        restorer.restore(root, into: self, at: root.label)
      } else {
        for root in archive.roots { restorer.lose(root, .unknownName, at: root.label, in: nil) }
      }
    }
    return restorer.report
  }
}
