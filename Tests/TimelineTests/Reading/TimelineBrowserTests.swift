import Foundation
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftTimeline

/// The page in a browser, if `STAGECRAFT_CHROMIUM` is the path of one.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct TimelineBrowserTests {
  static let browser = ProcessInfo.processInfo.environment["STAGECRAFT_CHROMIUM"]

  /// Sends real events, and writes what came of them into the page.
  private static let probe = #"""
    <script>
    const failures = [];
    addEventListener("error", event => failures.push(event.message));
    const check = (isTrue, what) => { if (!isTrue) failures.push(what); };
    const $ = id => document.getElementById(id);
    // Without a screen, not every page has frames.
    window.requestAnimationFrame = body => setTimeout(() => body(performance.now()));
    const waits = () => {
      for (let i = 0; i < 20; i++) {
        if (/comment 2: waiting/.test($("reading").firstChild.textContent)) {
          return /waited for comment 1/.test($("reading").textContent);
        }
        $("lanes").dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
      }
      return false;
    };
    const later = () => new Promise(resolve => setTimeout(resolve, 50));
    addEventListener("load", async () => {
      try {
        const lanes = $("lanes");
        check(document.documentElement.dataset.ready === "yes", "not ready");
        check($("findings").children.length > 0, "no findings");
        const painted = () => lanes.toDataURL();
        await later();
        const before = painted(), length = () => lanes.dataset.to - lanes.dataset.from;
        const all = length(), box = lanes.getBoundingClientRect();
        const at = { clientX: box.left + box.width / 3, clientY: box.top + 60, bubbles: true,
          cancelable: true, pointerId: 1 };
        lanes.focus();
        lanes.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -100 }));
        check(length() < all, "the wheel does not zoom");
        const zoomed = length();
        lanes.dispatchEvent(new KeyboardEvent("keydown", { key: "+" }));
        check(length() < zoomed, "a key does not zoom");
        const left = +lanes.dataset.from;
        lanes.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        check(+lanes.dataset.from > left, "a key does not move");
        await later();
        check(painted() !== before, "zooming paints nothing else");
        if (document.title.startsWith("tall")) {
          const drawn = /Only the first (\d+) of 1000 lanes are drawn/.exec($("notes").textContent);
          check(drawn && drawn[1] > 300 && drawn[1] < 1000, "the lanes are not counted");
          // To the least length of a very long time.
          for (let i = 0; i < 120; i++) $("in").click();
          await later();
          check(length() > 0, "nothing is left to show");
        }
        lanes.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
        check(length() === all, "0 does not show all");
        lanes.dispatchEvent(new PointerEvent("pointermove", at));
        check($("reading").textContent.includes("At "), "the cursor reads nothing");
        lanes.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
        const rows = document.querySelectorAll("#table tbody tr");
        if (rows.length) {
          check($("reading").firstChild.textContent.length > 5, "n chooses no bar");
          check(document.querySelectorAll("#table tr.on").length === 1, "no row is marked");
          check(!document.title.startsWith("normal") || waits(), "a wait does not say for what");
          rows[rows.length - 1].click();
          check(length() < all || all < 3, "a row does not zoom");
          const search = $("search"), count = rows.length;
          search.value = "Reader.swift:1";
          search.dispatchEvent(new Event("input", { bubbles: true }));
          const fewer = document.querySelectorAll("#table tbody tr").length;
          check(fewer < count || count === 1, "search shows all rows");
          document.querySelector("#table th button").click();
        }
        check(document.documentElement.scrollWidth <= innerWidth, "wider than the window");
      } catch (error) { failures.push(String(error)); }
      document.body.dataset.result = failures.length ? failures.join("; ") : "passed";
    });
    </script>
    """#

  @Test(.enabled(if: browser != nil, "STAGECRAFT_CHROMIUM names no browser"))
  func thePageWorksInABrowser() throws {
    let clock = ManualClock()
    let timeline = Timeline(capacity: .events(200_000), configuration: .quiet(clock))
    TimelineReportTests.fill(timeline, clock)
    let normal = timeline.recording
    let hostile = timeline.track("</script><script>throw 1</script>", kind: .pool)
    hostile.period("<img src=x onerror=throw(1)>", .onLoan, lasting: .milliseconds(3))
    for number in 0..<40_000 {
      clock.advance(by: .microseconds(1))
      hostile.period("loan \(number % 50)", .onLoan, lasting: .microseconds(3))
    }
    let years = ManualClock()
    let tall = Timeline(capacity: .events(2_000), configuration: .quiet(years))
    for number in 0..<1_000 {
      years.advance(by: .microseconds(1))
      tall.track("lane \(number)", kind: .pool)
        .period("Reader.swift:\(number % 7)", .onLoan, lasting: .microseconds(1))
    }
    years.advance(by: .seconds(1 << 32))
    let pages = [
      "normal": normal, "large": timeline.recording, "tall": tall.recording,
      "empty": TimelineRecording(objects: [], events: []),
    ]
    for (name, recording) in pages.sorted(by: { $0.key < $1.key }) {
      for width in [400, 1_400] {
        for theme in ["light", "dark"] {
          let result = try run(recording, "\(name)-\(width)-\(theme)", width: width, theme)
          #expect(result == "passed", "\(name), \(width) pixels, \(theme)")
        }
      }
    }
  }

  private func run(
    _ recording: TimelineRecording, _ name: String, width: Int, _ theme: String
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stagecraft-report")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let page = recording.reportHTML(title: name)
    try page.write(
      to: folder.appending(path: "\(name)-plain.html"), atomically: true, encoding: .utf8)
    let file = folder.appending(path: "\(name).html")
    try page.replacingOccurrences(of: "</head>", with: Self.probe + "</head>")
      .write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.browser))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--window-size=\(width),1000",
      "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=3000",
      "--blink-settings=preferredColorScheme=\(theme == "dark" ? 0 : 1)", "--dump-dom",
      "file://\(file.path)",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.components(separatedBy: #"data-result=""#).dropFirst().first?
      .components(separatedBy: "\"").first ?? "no result"
  }
}
