extension ScreenStateFile {
  /// Migrates an archive that an older version of the app wrote.
  ///
  /// Receives the archive and the schema with which it was written, and returns the archive to
  /// restore; nil to restore nothing.
  public typealias Migration = @Sendable (ScreenArchive, Int) throws -> ScreenArchive?

  /// Sixteen times the default budget; decoding takes several times as much memory.
  static let maximumCount = 16 << 20

  /// Reads what was saved, without blocking the caller's actor.
  ///
  /// Also removes temporary files that killed processes have left next to the file.
  ///
  /// - Parameter migrate: Migrates a file with a lower ``schema``; without it, the file is used as
  ///   it is, and values that cannot be read count as not saved.
  /// - Returns: The content of the file.
  @concurrent
  public func read(migrate: Migration? = nil) async -> ScreenStateFile.Content {
    contentNow(migrate)
  }

  /// Reads what was saved, and blocks the calling thread.
  ///
  /// Use it at launch, when there is nothing to show yet. See ``read(migrate:)``.
  ///
  /// - Parameter migrate: Migrates a file with a lower ``schema``.
  /// - Returns: The content of the file.
  @available(*, noasync)
  public func readBlocking(migrate: Migration? = nil) -> ScreenStateFile.Content {
    contentNow(migrate)
  }

  func contentNow(_ migrate: Migration?) -> ScreenStateFile.Content {
    TemporaryFile.sweep(SystemFolder(of: path))
    let file: SystemFile
    do throws(ScreenStateFileError) {
      file = try SystemFile.reading(path)
    } catch {
      return error.isAbsence ? .none : .failed(error)
    }
    defer { try? file.close() }
    do throws(ScreenStateFileError) {
      let facts = try file.facts()
      guard facts.isRegular else {
        return .failed(ScreenStateFileError(.isNoFile, "\(path) is not a regular file."))
      }
      do throws(ScreenStateFileError) {
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

  /// A newer version may write larger files, which stay in place.
  private func tooLarge(
    _ header: StateFileHeader
  ) throws(ScreenStateFileError) -> ScreenStateFile.Content {
    guard let newerSchema = header.newerSchema(than: schema) else {
      throw .damaged("The file is larger than the maximum size of a state file.")
    }
    return .tooNew(schema: newerSchema, movesTo: newerPath(newerSchema))
  }

  func content(
    of bytes: [UInt8], _ migrate: Migration?
  ) throws(ScreenStateFileError) -> ScreenStateFile.Content {
    let header = try StateFileHeader(bytes)
    guard header.format <= StateFileHeader.currentFormat else {
      return .tooNew(schema: nil, movesTo: newerPath(nil))
    }
    let payload = bytes[StateFileHeader.size...]
    guard payload.count == header.payloadCount else {
      throw .damaged("The file has \(payload.count) of \(header.payloadCount) bytes.")
    }
    guard StateChecksum.of(payload) == header.payloadChecksum else {
      throw .damaged("The checksum of the content does not match.")
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
      throw ScreenStateFileError(.cannotBeMigrated, "\(error)")
    }
  }

  /// Moves the file aside, if it is still the one that was read.
  private func moveAside(_ identity: FileIdentity) -> String? {
    let newPath = companion(".unreadable")
    return withoutPublishing {
      guard FileIdentity(at: path) == identity else { return nil }
      do throws(ScreenStateFileError) {
        try SystemFile.rename(path, to: newPath)
        return newPath
      } catch {
        return nil
      }
    }
  }
}
