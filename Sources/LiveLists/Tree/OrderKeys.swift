/// How order keys are dealt: numbers that rise along the list, with room between them.
@usableFromInline
enum OrderKeys {
  /// The room that an element at either end leaves to its neighbour.
  @inlinable static var step: UInt64 { 1 << 32 }

  /// A key between two others, of which either may be missing; nil if there is no room.
  ///
  /// Beside the latest insertion it takes a sixteenth of the room, so that a run of insertions in
  /// one place, in either direction, uses it up ten times later than by halving.
  @inlinable
  static func between(_ low: UInt64?, _ high: UInt64?, latest: UInt64) -> UInt64? {
    switch (low, high) {
    case (nil, nil): return 1 << 63
    case (let low?, nil):
      let (key, overflows) = low.addingReportingOverflow(step)
      if !overflows { return key }
      let room = UInt64.max - low
      return room == 0 ? nil : low + max(1, room / 16)
    case (nil, let high?):
      let (key, overflows) = high.subtractingReportingOverflow(step)
      if !overflows { return key }
      return high == 0 ? nil : high - max(1, high / 16)
    case (let low?, let high?):
      let room = high - low
      if room < 2 { return nil }
      if low == latest { return low + max(1, room / 16) }
      if high == latest { return high - max(1, room / 16) }
      return low + room / 2
    }
  }
}
