internal import StageFloor

extension TimelineRecording {
  /// Returns a page that shows the recording: one HTML file without other files, for any browser.
  ///
  /// It has the sentences of the ``summary``, lanes on one axis to zoom and to search, and tables
  /// of waits, loans and phases. Short spans that a screen could not show apart are merged; the
  /// tables count all of them. If names repeat, the page of 100,000 events is smaller than 1 MB:
  /// measured for a pool with 300 different names.
  ///
  /// - Parameter title: The title of the page.
  /// - Returns: The page as UTF-8 text.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func reportHTML(title: String = "Timeline") -> String {
    var report = TimelineReport(self, title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(TimelineReport.escaped(title))</title>
      <style>
      \(TimelineReport.style)
      </style>
      </head>
      <body>
      \(TimelineReport.body)
      <script type="application/json" id="data">\(report.json())</script>
      <script>
      \(ReportScript.text)
      </script>
      </body>
      </html>

      """
  }
}

extension Timeline {
  /// Writes a page that shows what was recorded so far: see
  /// ``TimelineRecording/reportHTML(title:)``.
  ///
  /// A file that exists is replaced once the page is written completely. Only its owner may read
  /// the new one. A symbolic link is followed: its target is replaced. A pipe or device is written
  /// in place, and a failed write leaves what was written; a pipe must have a reader.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - title: The title of the page.
  /// - Throws: ``TimelineFileError`` if the file cannot be written.
  public func report(to path: String, title: String = "Timeline") throws(TimelineFileError) {
    let page = recording.reportHTML(title: title)
    try StreamFile.replace(path, with: Array(page.utf8))
  }
}
