extension AnyScreen {
  /// Archives this screen and the screens in it, and writes the archive to a file.
  ///
  /// The screens are archived synchronously, on the main actor; the file is written concurrently.
  ///
  /// - Parameter file: The file to write to.
  /// - Returns: The archive that was written, with its omissions.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  @discardableResult
  public final func saveState(to file: StateFile) async throws(StateFileError) -> ScreenArchive {
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
  public final func saveStateBlocking(to file: StateFile) throws(StateFileError) -> ScreenArchive {
    let archive = archive()
    try file.writeBlocking(archive)
    return archive
  }
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
  public func saveState(to file: StateFile) async throws(StateFileError) -> ScreenArchive {
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
  public func saveStateBlocking(to file: StateFile) throws(StateFileError) -> ScreenArchive {
    let archive = archive()
    try file.writeBlocking(archive)
    return archive
  }
}
