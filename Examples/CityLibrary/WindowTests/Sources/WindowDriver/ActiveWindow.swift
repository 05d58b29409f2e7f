/// The window that receives keys, as the window manager reports it.
struct ActiveWindow: Sendable {
  let identifier: String
  let title: Substring
  let process: Int32?
  /// With its border.
  let width: Int
  let height: Int

  /// Asks the window manager; nil if no window is active.
  init?() throws {
    // Several commands in one process: the window is the same for all of them.
    let lines = try run(
      "xdotool", "getactivewindow", "getwindowname", "getwindowpid", "getwindowgeometry", "--shell"
    ).split(separator: "\n", omittingEmptySubsequences: false)
    var values: [Substring: Int] = [:]
    for line in lines {
      let parts = line.split(separator: "=")
      if parts.count == 2 { values[parts[0]] = Int(parts[1]) }
    }
    guard let window = values["WINDOW"], let width = values["WIDTH"], let height = values["HEIGHT"]
    else { return nil }
    identifier = "\(window)"
    title = lines[0]
    process = Int32(lines[1])
    (self.width, self.height) = (width, height)
  }
}
