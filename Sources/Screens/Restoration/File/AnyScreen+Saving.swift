extension AnyScreen {
  /// Archives this screen and those in it now, and writes that to a file.
  ///
  /// The screens are asked at once, on the main actor; the file is written beside it.
  ///
  /// - Parameter file: where to.
  /// - Returns: what was written; with it, what was left out.
  /// - Throws: why it was not written; then the file is as it was.
  @discardableResult
  public final func saveState(to file: StateFile) async throws(StateFileError) -> ScreenArchive {
    let archive = archive()
    try await file.write(archive)
    return archive
  }

  /// Archives this screen and those in it, and writes that to a file, before it returns.
  ///
  /// For the moment before the process is ended.
  ///
  /// - Parameter file: where to.
  /// - Returns: what was written; with it, what was left out.
  /// - Throws: why it was not written; then the file is as it was.
  @available(*, noasync)
  @discardableResult
  public final func saveStateBlocking(to file: StateFile) throws(StateFileError) -> ScreenArchive {
    let archive = archive()
    try file.writeBlocking(archive)
    return archive
  }
}

extension ScreenApplication {
  /// Archives all windows now, and writes that to a file.
  ///
  /// The screens are asked at once, on the main actor; the file is written beside it.
  ///
  /// - Parameter file: where to.
  /// - Returns: what was written; with it, what was left out.
  /// - Throws: why it was not written; then the file is as it was.
  @discardableResult
  public func saveState(to file: StateFile) async throws(StateFileError) -> ScreenArchive {
    let archive = archive()
    try await file.write(archive)
    return archive
  }

  /// Archives all windows, and writes that to a file, before it returns.
  ///
  /// For the moment before the process is ended.
  ///
  /// - Parameter file: where to.
  /// - Returns: what was written; with it, what was left out.
  /// - Throws: why it was not written; then the file is as it was.
  @available(*, noasync)
  @discardableResult
  public func saveStateBlocking(to file: StateFile) throws(StateFileError) -> ScreenArchive {
    let archive = archive()
    try file.writeBlocking(archive)
    return archive
  }
}
