extension ScreenApplication {
  /// Archives all windows, in the order in which they were created.
  ///
  /// See ``AnyScreen/archive()``; the budget applies to all windows together.
  ///
  /// - Returns: The archive.
  public func archive() -> ScreenArchive { ArchiveBuilder.archive(windows, stateBudget) }

  /// Restores all windows from an archive.
  ///
  /// Each archived window is restored into the first window with the same
  /// ``AnyScreen/restorationName`` that has not been used yet. No window is created or opened. See
  /// ``AnyScreen/restore(from:catalog:)``.
  ///
  /// - Parameters:
  ///   - archive: An archive that ``archive()`` returned, in this process or another.
  ///   - catalog: Creates the screens that do not exist.
  /// - Returns: What was restored and what was lost; losses are also reported as events.
  @discardableResult
  public func restore(
    from archive: ScreenArchive, catalog: ScreenCatalog
  ) -> ScreenRestorationReport {
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

extension ScreenApplication {
  /// Archives all windows, and writes the archive to a file.
  ///
  /// The screens are archived synchronously, on the main actor; the file is written concurrently.
  ///
  /// - Parameter file: The file to write to.
  /// - Returns: The archive that was written, with its omissions.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  @discardableResult
  public func saveState(
    to file: ScreenStateFile
  ) async throws(ScreenStateFileError) -> ScreenArchive {
    let archive = archive()
    try await file.write(archive)
    return archive
  }

  /// Archives all windows, and writes the archive to a file before it returns.
  ///
  /// Use it when the process is about to end.
  ///
  /// - Parameter file: The file to write to.
  /// - Returns: The archive that was written, with its omissions.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  @available(*, noasync)
  @discardableResult
  public func saveStateBlocking(
    to file: ScreenStateFile
  ) throws(ScreenStateFileError) -> ScreenArchive {
    let archive = archive()
    try file.writeBlocking(archive)
    return archive
  }
}
