#if GTK
internal import CGTK

/// A month, of which the user selects a day.
///
/// Its name is not GTK's, which Foundation uses for something else.
open class CalendarView: Widget {
  /// A day of the Gregorian calendar.
  public struct Day: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year.
    public var year: Int
    /// The month, from 1 to 12.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int

    /// Creates a day.
    ///
    /// - Parameters:
    ///   - year: The year.
    ///   - month: The month, from 1 to 12.
    ///   - day: The day of the month, from 1.
    public init(year: Int, month: Int, day: Int) {
      self.year = year
      self.month = month
      self.day = day
    }

    /// Whether a day is before another one.
    ///
    /// - Parameters:
    ///   - left: A day.
    ///   - right: Another one.
    /// - Returns: Whether the first is earlier.
    public static func < (left: Day, right: Day) -> Bool {
      (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The day as in `2025-03-09`.
    public var description: String {
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(year)-\(padded(month))-\(padded(day))"
    }
  }

  /// Called when another day is selected, by the user or the program.
  public var onSelect: (@MainActor (Day) -> Void)?
  /// Called when the user has gone to another month or year, which ``selected`` says.
  ///
  /// The marks are the same in each month: the program sets those of the new one.
  public var onMonthChange: (@MainActor () -> Void)?

  /// Creates a calendar.
  ///
  /// - Parameters:
  ///   - selected: The selected day; today if it is nil.
  ///   - label: What assistive technologies call it.
  public init(selected: Day? = nil, label: String = "") {
    super.init(gtk_calendar_new())
    if !label.isEmpty { setAccessibleLabel(label) }
    if let selected { self.selected = selected }
    on("day-selected") { [weak self] _ in
      guard let self, !isSetting else { return }
      onSelect?(self.selected)
    }
    for signal in ["next-month", "prev-month", "next-year", "prev-year"] {
      on(signal) { [weak self] _ in self?.onMonthChange?() }
    }
  }

  /// The selected day.
  ///
  /// - Precondition: A day that is set exists.
  public var selected: Day {
    get {
      withOpaque { calendar in
        let date = gtk_calendar_get_date(calendar)
        defer { g_date_time_unref(date) }
        var (year, month, day) = (Int32(0), Int32(0), Int32(0))
        g_date_time_get_ymd(date, &year, &month, &day)
        return Day(year: Int(year), month: Int(month), day: Int(day))
      }
    }
    set {
      let date = g_date_time_new_local(
        Int32(clamping: newValue.year), Int32(clamping: newValue.month),
        Int32(clamping: newValue.day), 12, 0, 0)
      require(date != nil, "There is no day \(newValue).")
      defer { g_date_time_unref(date) }
      guard newValue != selected else { return }
      // GTK does not report the same day of another month.
      isSetting = true
      withOpaque { gtk_calendar_select_day($0, date) }
      isSetting = false
      onSelect?(newValue)
    }
  }

  private var isSetting = false

  /// The days of the month that are marked, from 1.
  public var markedDays: Set<Int> {
    get {
      withOpaque { calendar in
        Set((1...31).filter { gtk_calendar_get_day_is_marked(calendar, UInt32($0)) != 0 })
      }
    }
    set {
      withOpaque { calendar in
        gtk_calendar_clear_marks(calendar)
        for day in newValue {
          require((1...31).contains(day), "No month has a day \(day).")
          gtk_calendar_mark_day(calendar, UInt32(day))
        }
      }
    }
  }
}
#endif
