internal import StageFloor

/// Writes events in Chrome's trace format, in order of time.
package struct ChromeEvents {
  private struct Event {
    /// In nanoseconds.
    var time: Int64
    var text: String
  }

  private var metadata: [String] = []
  private var events: [Event] = []

  package init() {}

  package mutating func nameProcess(_ process: Int, _ name: String) {
    let head = #"{"ph":"M","pid":\#(process),"tid":0,"name":"process_name","#
    metadata.append(head + #""args":{"name":\#(name.quotedForJSON)}}"#)
  }

  /// Threads of a process are shown in the order of their numbers.
  package mutating func nameThread(_ thread: Int, of process: Int = 1, _ name: String) {
    let head = #"{"ph":"M","pid":\#(process),"tid":\#(thread),"name":"#
    metadata.append(head + #""thread_name","args":{"name":\#(name.quotedForJSON)}}"#)
    metadata.append(head + #""thread_sort_index","args":{"sort_index":\#(thread)}}"#)
  }

  /// `rest` is more members of the object, each after a comma.
  package mutating func add(
    _ phase: String, at moment: Duration, process: Int = 1, thread: Int, category: String,
    name: String, _ rest: String = ""
  ) {
    let text =
      #"{"ph":"\#(phase)","pid":\#(process),"tid":\#(thread),"#
      + #""ts":\#(TraceText.microseconds(moment)),"#
      + #""cat":"\#(category)","name":\#(name.quotedForJSON)\#(rest)}"#
    events.append(Event(time: moment.wholeNanoseconds, text: text))
  }

  /// A slice excludes its end, so an arrow leaves just before it, and not after it arrives.
  package mutating func addArrow(
    _ number: Int, from started: Duration, _ ended: Duration, thread: Int,
    to arriving: Duration, thread target: Int, process: Int = 1, category: String, name: String
  ) {
    let leaving = min(max(started, ended - .nanoseconds(1)), arriving)
    add(
      "s", at: leaving, process: process, thread: thread, category: category, name: name,
      #","id":\#(number)"#)
    add(
      "f", at: arriving, process: process, thread: target, category: category, name: name,
      #","id":\#(number),"bp":"e""#)
  }

  package var json: String {
    let inOrder = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    let all = metadata + inOrder.map { events[$0].text }
    return #"{"displayTimeUnit":"ms","traceEvents":["# + "\n" + all.joined(separator: ",\n")
      + "\n]}\n"
  }
}
