extension StateFile {
  /// Brings an archive that an older version of the app wrote up to date.
  ///
  /// It is given the archive and the schema with which it was written, and returns what is restored;
  /// nil if nothing is to be.
  public typealias Migration = @Sendable (ScreenArchive, Int) throws -> ScreenArchive?

  /// The largest file that is read or written, in bytes: sixteen times the usual budget.
  ///
  /// What is read takes some times as much memory for a moment, on the main thread perhaps.
  static let maximumCount = 16 << 20

  /// Reads what was saved, without blocking the caller's actor.
  ///
  /// What processes that were killed have left beside the file is removed.
  ///
  /// - Parameter migrate: brings a file with a lower ``schema`` up to date; without one, it is taken
  ///   as it is, and what cannot be read in it counts as not saved.
  /// - Returns: what is there.
  @concurrent
  public func read(migrate: Migration? = nil) async -> StateFileContent { contentNow(migrate) }

  /// Reads what was saved; the thread does nothing else.
  ///
  /// For the launch, when there is nothing to show before. See ``read(migrate:)``.
  ///
  /// - Parameter migrate: brings a file with a lower ``schema`` up to date.
  /// - Returns: what is there.
  @available(*, noasync)
  public func readBlocking(migrate: Migration? = nil) -> StateFileContent { contentNow(migrate) }

  func contentNow(_ migrate: Migration?) -> StateFileContent {
    DraftFile.sweep(SystemFolder(of: path))
    let file: SystemFile
    do throws(StateFileError) {
      file = try SystemFile.reading(path)
    } catch {
      return error.isAbsence ? .none : .failed(error)
    }
    defer { try? file.close() }
    do throws(StateFileError) {
      let facts = try file.facts()
      guard facts.isRegular else {
        return .failed(StateFileError(.isNoFile, "\(path) is no file."))
      }
      do throws(StateFileError) {
        guard facts.size <= Self.maximumCount else {
          return try tooLarge(StateFileHeader(try file.read(StateFileHeader.size)))
        }
        let content = try content(of: try file.read(facts.size), migrate)
        guard case .restored(var archive) = content else { return content }
        let mark = RestorationMark(of: path)
        archive.mark = mark
        return mark.wasLeft ? .interrupted(archive) : .restored(archive)
      } catch  where error.systemCode == nil {
        return .unreadable(error, movedTo: moveAside(facts.identity))
      }
    } catch {
      return .failed(error)
    }
  }

  /// What a file is that is larger than those that this version writes.
  ///
  /// A newer version may write larger ones, and its files stay where they are.
  ///
  /// - Throws: that it is damaged, if no newer version wrote it.
  private func tooLarge(_ header: StateFileHeader) throws(StateFileError) -> StateFileContent {
    guard let newerSchema = header.newerSchema(than: schema) else {
      throw .damaged("It is larger than any file that was written.")
    }
    return .tooNew(schema: newerSchema, movesTo: newerPath(newerSchema))
  }

  /// What these bytes say.
  ///
  /// - Throws: what is wrong with them.
  func content(
    of bytes: [UInt8], _ migrate: Migration?
  ) throws(StateFileError) -> StateFileContent {
    let header = try StateFileHeader(bytes)
    guard header.format <= StateFileHeader.currentFormat else {
      return .tooNew(schema: nil, movesTo: newerPath(nil))
    }
    let payload = bytes[StateFileHeader.size...]
    guard payload.count == header.payloadCount else {
      throw .damaged("It has \(payload.count) of \(header.payloadCount) bytes.")
    }
    guard StateChecksum.of(payload) == header.payloadChecksum else {
      throw .damaged("Its content does not add up.")
    }
    guard header.schema <= schema else {
      return .tooNew(schema: header.schema, movesTo: newerPath(header.schema))
    }
    let archive: ScreenArchive
    do {
      archive = try ScreenArchive(encoded: Array(payload))
    } catch {
      throw .damaged("\(error)")
    }
    guard header.schema < schema, let migrate else { return .restored(archive) }
    do {
      guard let current = try migrate(archive, header.schema) else {
        return .outdated(schema: header.schema)
      }
      return .restored(current)
    } catch {
      throw StateFileError(.cannotBeMigrated, "\(error)")
    }
  }

  /// Moves the file out of the way, if it is still the one that was read.
  private func moveAside(_ identity: SystemFile.Identity) -> String? {
    let newPath = companion(".unreadable")
    return whileNobodyPublishes {
      guard SystemFile.Identity(at: path) == identity else { return nil }
      do throws(StateFileError) {
        try SystemFolder.rename(path, to: newPath)
        return newPath
      } catch {
        return nil
      }
    }
  }
}
