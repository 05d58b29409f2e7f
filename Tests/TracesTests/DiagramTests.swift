import StagecraftTraces
import Testing

struct DiagramTests {
  @Test func aLaunchAsGraphviz() {
    #expect(
      OperationTrace.launch.graphviz() == #"""
        digraph "launch" {
          rankdir=LR;
          node [shape=box, style="rounded,filled", fontname="sans-serif"];
          n0 [label="network\ncompute · 10.0 ms", fillcolor="#b7e1b0"];
          n1 [label="launch page\nmain · 20.0 ms", fillcolor="#b7e1b0"];
          n2 [label="login\ncompute · 6.00 ms", fillcolor="#b7e1b0"];
          n3 [label="content page\nmain · 10.0 ms", fillcolor="#f2a3a0"];
          n4 [label="notices\ncompute", fillcolor="#f2d3a0"];
          n0 -> n2;
          n2 -> n3;
          n1 -> n3 [style=dashed];
          n3 -> n4 [style=dotted, label="result"];
        }

        """#)
  }

  @Test func aLaunchAsMermaid() {
    #expect(
      OperationTrace.launch.mermaid() == """
        flowchart LR
          n0["network<br/>compute · 10.0 ms"]:::succeeded
          n1["launch page<br/>main · 20.0 ms"]:::succeeded
          n2["login<br/>compute · 6.00 ms"]:::succeeded
          n3["content page<br/>main · 10.0 ms"]:::failed
          n4["notices<br/>compute"]:::cancelled
          n0 --> n2
          n2 --> n3
          n1 -.-> n3
          n3 -. "result" .-> n4
          classDef succeeded fill:#b7e1b0,stroke:#555,color:#111
          classDef failed fill:#f2a3a0,stroke:#555,color:#111
          classDef cancelled fill:#f2d3a0,stroke:#555,color:#111

        """)
  }

  @Test func namesCannotBreakTheDiagrams() {
    let trace = OperationTrace(
      name: "a\"b", nodes: [OperationTrace.Node(id: -3, name: "say \"hi\\\"\n<b>#1 & `x`\u{7}")])
    #expect(trace.graphviz().contains(#"digraph "a\"b" {"#))
    #expect(trace.graphviz().contains(#"n0 [label="say \"hi\\\"\n<b>#1 & `x` \ncompute""#))
    #expect(
      trace.mermaid().contains(
        ##"n0["say #quot;hi\#quot;<br/>#lt;b#gt;#35;1 #amp; #96;x#96; <br/>compute"]"##))
  }

  @Test func rowsShowEachLane() {
    #expect(
      OperationTrace.launch.rows(width: 70) == [
        "          0                                                    30.0 ms",
        "main      [launch page                           ][content page     !]",
        "compute 0   [network           ]",
        "compute 1                         [lo]    [lo]",
      ])
  }

  @Test func narrowRowsShowMarks() {
    let trace = OperationTrace(
      name: "short",
      nodes: (0..<5).map { id in
        OperationTrace.Node(
          id: id, name: "图书", started: .milliseconds(id * 10), ended: .milliseconds(id * 10 + 1),
          ending: id == 3 ? .failed : id == 4 ? nil : .succeeded)
      })
    let rows = trace.rows(width: 1)
    #expect(
      rows == [
        "        0                        41.0 ms", "compute |       |       |      !       >",
      ])
    #expect(OperationTrace(name: "nothing").rows(width: 80).isEmpty)
  }

  @Test func theSummaryIsAParagraph() {
    #expect(
      OperationTrace.launch.summary == """
        “launch”: 5 operations in 30.0 ms (3 succeeded, 1 failed, 1 cancelled). They ran for \
        44.0 ms in total. The critical path, 30.0 ms long with 0 ns of waiting, leads in 2 steps \
        from launch page to content page; its longest step is launch page, 20.0 ms.
        """)
    #expect(OperationTrace(name: "nothing").summary == "“nothing”: 0 operations.")
  }

  @Test func anOperationThatNeverStartedAndSucceededIsSatisfied() {
    let login = OperationTrace.Node(id: 0, name: "login", submitted: .zero, ending: .succeeded)
    // A run of a graph without times has only the endings.
    let page = OperationTrace.Node(id: 1, name: "page", ending: .succeeded)
    let trace = OperationTrace(name: "t", nodes: [login, page])
    #expect(trace.nodes.map(\.isSatisfied) == [true, false])
    #expect(trace.summary == "“t”: 2 operations (1 succeeded, 1 satisfied).")
    #expect(trace.mermaid().contains("classDef satisfied fill:#b0d8e1"))
  }

  @Test func durationsHaveThreeDigits() {
    func text(_ nanoseconds: Int) -> String {
      let node = OperationTrace.Node(
        id: 0, name: "a", submitted: .zero, started: .zero, ended: .nanoseconds(nanoseconds))
      return String(OperationTrace(name: "t", nodes: [node]).summary.split(separator: "(")[0])
    }
    let expected = [
      (7, "7 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (1_234, "1.23 µs"), (9_996, "10.0 µs"),
      (99_951, "100 µs"), (999_949, "1000 µs"), (999_951, "1.00 ms"), (59_990_000_000, "60.0 s"),
      (1_234_000_000_000, "1234 s"),
    ]
    for (nanoseconds, words) in expected {
      #expect(text(nanoseconds) == "“t”: 1 operation in \(words) ")
    }
  }
}
