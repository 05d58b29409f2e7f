internal import StageFloor

/// The recorded objects, which are not retained, and what records them.
///
/// Entries of released objects are removed when the table has doubled. The caller holds a lock: it
/// must cancel and release what is returned after it has unlocked.
struct Observations: Sendable {
  private struct Entry {
    let reference: Reference
    let track: TimelineTrack
    var token: ObservationToken?
  }

  struct Removed: @unchecked Sendable {  // guard: the objects are only released
    var tokens: [ObservationToken] = []
    /// Another thread may have released its last reference to one of them meanwhile.
    fileprivate var objects: [AnyObject] = []
  }

  static let leastSweep = 64

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var sweepAt = leastSweep

  var count: Int { entries.count }
  var tokens: [ObservationToken] { entries.values.compactMap(\.token) }

  func track(of object: AnyObject) -> TimelineTrack? {
    // An object that has been released may have left its address to this one.
    guard let entry = entries[ObjectIdentifier(object)], entry.reference.object === object else {
      return nil
    }
    return entry.track
  }

  mutating func add(_ object: AnyObject, _ track: TimelineTrack) -> Removed {
    var old = Removed()
    if entries.count >= sweepAt {
      for (key, entry) in entries {
        if let object = entry.reference.object {
          old.objects.append(object)
        } else {
          entries[key] = nil
          if let token = entry.token { old.tokens.append(token) }
        }
      }
      sweepAt = max(Self.leastSweep, entries.count * 2)
    }
    let entry = Entry(reference: Reference(object), track: track)
    let replaced = entries.updateValue(entry, forKey: ObjectIdentifier(object))
    if let token = replaced?.token { old.tokens.append(token) }
    return old
  }

  mutating func setToken(_ token: ObservationToken, of object: AnyObject) {
    entries[ObjectIdentifier(object)]?.token = token
  }

  mutating func remove(_ object: AnyObject) -> ObservationToken? {
    entries.removeValue(forKey: ObjectIdentifier(object))?.token
  }

  private final class Reference: @unchecked Sendable {  // guard: set once; only compared
    weak let object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }
}
