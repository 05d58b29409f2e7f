extension AnyScreen {
  /// Archives this screen and the screens in it, most often called on a window.
  ///
  /// Screens with a view save their state now. Screens whose view has been unloaded, or has not
  /// been created since they were restored, are archived with the state they had saved. Values that
  /// exceed the ``ScreenApplication/stateBudget`` are listed in ``ScreenArchive/omissions``.
  ///
  /// While an interactive transition is undecided, the archive is as if it had not begun.
  ///
  /// - Returns: All screens with a ``restorationName``, and the containers that they are in.
  public final func archive() -> ScreenArchive {
    ArchiveBuilder.archive([self], application.stateBudget)
  }

  /// Restores this screen and the screens in it from an archive.
  ///
  /// Existing screens are reused if they have the same name and the same identity; others are
  /// created by the catalog. No view is required: each screen receives its state when its view is
  /// created, and each page when it is created. A screen whose view is loaded receives its state at
  /// once.
  ///
  /// In a window that has not been opened, screens are only notified that they move. In an open
  /// window, a transition in progress is ended, and then screens appear and disappear as if the
  /// user had navigated there without animation. If called from inside a transition's callbacks,
  /// changes wait until that has ended.
  ///
  /// A screen that the catalog returns and the container cannot add (because it is in another
  /// container, was returned before, or has another kind of view) is a loss. A screen that is
  /// dismissed while it is restored stays dismissed, with the screens above it.
  ///
  /// If the archive was read from a ``ScreenStateFile`` and the process ends in here, or within two
  /// seconds after, the next process reads it as ``ScreenStateFile/Content/interrupted(_:)``.
  ///
  /// Restoring the same archive again creates no new screens, and restores the state once more.
  ///
  /// - Parameters:
  ///   - archive: An archive that ``archive()`` returned, in this process or another.
  ///   - catalog: Creates the screens that do not exist.
  /// - Returns: What was restored and what was lost; losses are also reported as events.
  @discardableResult
  public final func restore(
    from archive: ScreenArchive, catalog: ScreenCatalog
  ) -> ScreenRestorationReport {
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

  /// Archives this screen and the screens in it, and writes the archive to a file.
  ///
  /// The screens are archived synchronously, on the main actor; the file is written concurrently.
  ///
  /// - Parameter file: The file to write to.
  /// - Returns: The archive that was written, with its omissions.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  @discardableResult
  public final func saveState(
    to file: ScreenStateFile
  ) async throws(ScreenStateFileError) -> ScreenArchive {
    let archive = archive()
    try await file.write(archive)
    return archive
  }

  /// Archives this screen and the screens in it, and writes the archive to a file before it
  /// returns.
  ///
  /// Use it when the process is about to end.
  ///
  /// - Parameter file: The file to write to.
  /// - Returns: The archive that was written, with its omissions.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  @available(*, noasync)
  @discardableResult
  public final func saveStateBlocking(
    to file: ScreenStateFile
  ) throws(ScreenStateFileError) -> ScreenArchive {
    let archive = archive()
    try file.writeBlocking(archive)
    return archive
  }

  final func collectState() -> ScreenState {
    var writer = ScreenStateWriter(budget: application.stateBudget.perScreen)
    saveState(into: &writer)
    report(writer.omissions)
    return writer.state
  }

  final func reader(of state: ScreenState) -> ScreenStateReader {
    ScreenStateReader(state) { [weak self] error in self?.note(.stateUnreadable(error)) }
  }

  final func report(_ omissions: [ScreenStateWriter.Omission]) {
    for omission in omissions { note(.stateOmitted(omission)) }
  }
}
