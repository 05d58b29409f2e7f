extension ReportScript {
  /// Words, colours and times.
  static let values = #"""
    const data = JSON.parse(document.getElementById("data").textContent);
    const $ = id => document.getElementById(id);
    const make = (tag, text, parent) => {
      const element = document.createElement(tag);
      if (text !== undefined) element.textContent = text;
      if (parent) parent.append(element);
      return element;
    };
    // Okabe and Ito's colours, which colour-blind readers can tell apart.
    const colors = { waiting: "#e69f00", ready: "#f0e442", running: "#0072b2", onLoan: "#009e73",
      creating: "#cc79a7", loading: "#d55e00", loaded: "#56b4e9", transition: "#cc79a7",
      visible: "#0072b2", unloaded: "#8a8a8a", releasing: "#a05a2c", late: "#d55e00" };
    const words = phase => phase === "onLoan" ? "on loan" : phase;
    const endingWords = { timedOut: "timed out" };
    const unit = data.unit, end = Math.max(1, data.end);
    function time(ticks) {
      const ns = ticks * unit;
      const three = value => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1)
        : value.toFixed(2);
      if (ns < 1e3) return Math.round(ns) + " ns";
      if (ns < 999950) return three(ns / 1e3) + " µs";
      if (ns < 999950000) return three(ns / 1e6) + " ms";
      return three(ns / 1e9) + " s";
    }
    const kindWords = kind => kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
    function amount(counter, value) {
      if (!counter.isBytes || Math.abs(value) < 1024) return value.toLocaleString();
      const power = Math.min(4, Math.floor(Math.log2(Math.abs(value)) / 10));
      return Number((value / 1024 ** power).toPrecision(3)).toLocaleString() + " "
        + " KMGT"[power] + "iB";
    }
    // Controls, such as those that change the direction of what follows.
    const plain = text => text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");
    const nameOf = index => plain(data.names[index] ?? "");
    """#
}
