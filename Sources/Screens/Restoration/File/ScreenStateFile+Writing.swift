extension ScreenStateFile {
  /// Writes an archive, and waits until it has reached the disk, without blocking the caller's
  /// actor.
  ///
  /// If a later call has completed already, this has no effect: the file contains the newer
  /// archive. A file that a newer version of the app wrote is kept: it is moved to the path that
  /// ``ScreenStateFile/Content/tooNew(schema:movesTo:)`` names, replacing any file there.
  ///
  /// - Parameter archive: The archive to write.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  public func write(_ archive: ScreenArchive) async throws(ScreenStateFileError) {
    try await store(archive, takeTicket())
  }

  /// Writes an archive, and blocks the calling thread until it has reached the disk.
  ///
  /// Use it when the process is about to end; otherwise use ``write(_:)``.
  ///
  /// - Parameter archive: The archive to write.
  /// - Throws: The reason why it was not written; then the file is unchanged.
  @available(*, noasync)
  public func writeBlocking(_ archive: ScreenArchive) throws(ScreenStateFileError) {
    try storeNow(archive, takeTicket())
  }

  @concurrent
  private func store(_ archive: ScreenArchive, _ ticket: Int) async throws(ScreenStateFileError) {
    try storeNow(archive, ticket)
  }

  private func storeNow(_ archive: ScreenArchive, _ ticket: Int) throws(ScreenStateFileError) {
    let payload: [UInt8]
    do {
      payload = try archive.encoded()
    } catch {
      throw ScreenStateFileError(
        .cannotBeEncoded, (error as? EncodingError)?.sentence ?? "\(error)")
    }
    let bytes = StateFileHeader(schema: schema, payload: payload).bytes + payload
    guard bytes.count <= Self.maximumCount else {
      throw ScreenStateFileError(
        .cannotBeEncoded,
        "The state has \(bytes.count) bytes, more than the maximum of \(Self.maximumCount): "
          + "lower the stateBudget, and save identifiers instead of the data.")
    }
    let folder = SystemFolder(of: path)
    let temporary = try TemporaryFile.make(beside: folder)
    do throws(ScreenStateFileError) {
      try temporary.write(bytes, onStep)
      var isTaken = false
      try publish(ticket) { () throws(ScreenStateFileError) in
        try keepNewer()
        try temporary.take(path)
        RestorationMark.fileWasReplaced(path)
        isTaken = true
      }
      if !isTaken { temporary.remove() }
    } catch {
      temporary.remove()
      temporary.close()
      throw error
    }
    onStep(.inPlace)
    temporary.close()
    try folder.synchronize()
  }

  /// Until the new file is in place, the newer one has its original name as well.
  private func keepNewer() throws(ScreenStateFileError) {
    guard let newerSchema = newerSchemaAtPath else { return }
    try SystemFolder.keep(path, as: newerPath(newerSchema))
  }

  /// The inner optional is nil if this version cannot read the file's format.
  private var newerSchemaAtPath: Int?? {
    guard let file = try? SystemFile.reading(path) else { return nil }
    defer { try? file.close() }
    guard let facts = try? file.facts(), facts.isRegular,
      let bytes = try? file.read(min(facts.size, StateFileHeader.size)),
      let header = try? StateFileHeader(bytes)
    else { return nil }
    return header.newerSchema(than: schema)
  }

  func newerPath(_ schema: Int?) -> String {
    companion(schema.map { ".newer-\($0)" } ?? ".newer")
  }

  func companion(_ ending: String) -> String {
    let folder = SystemFolder(of: path)
    return folder.companionName == folder.fileName ? path + ending : folder.companion(ending)
  }
}
