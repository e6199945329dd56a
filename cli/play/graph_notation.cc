// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/text.h"
#include "cli/play/state_machine_graph.h"

namespace clipguard::cli {
namespace {

// Notations that occur in a drawing. Only these are explained.
struct Seen {
  bool caused = false;
  bool uncaused = false;
  bool refused = false;
};

void Note(const GraphTransition& transition, Seen& seen) {
  (transition.causes.empty() ? seen.uncaused : seen.caused) = true;
  seen.refused = seen.refused || !transition.is_listed;
}

constexpr std::string_view kCaused =
    "arrow with words: happens by itself, as soon as that is so";
constexpr std::string_view kUncaused =
    "arrow without words: happens when the game's code asks for it";
constexpr std::string_view kRefused =
    "red: not among the state's transitions; the game refuses it";

// ---- DOT --------------------------------------------------------------------

class Dot : public GraphNotation {
 public:
  void Begin(const GraphTitle& title, std::optional<uint32_t> start,
             std::string& out) override {
    absl::StrAppend(
        &out, "digraph \"", Quoted(title.file),
        "\" {\n"
        "  graph [fontname=\"sans-serif\", ranksep=0.35];\n"
        "  node [shape=box, style=rounded, fontname=\"sans-serif\", "
        "fontsize=12];\n"
        "  edge [fontname=\"sans-serif\", fontsize=10];\n"
        "  subgraph cluster_machine {\n"
        "  peripheries=0; fontsize=14; label=<<b>",
        Html(Visible(title.file)), "</b><br/><font point-size=\"10\">",
        Html(title.about), "</font>>;\n");
    if (!start) return;
    absl::StrAppendFormat(&out,
                          "  start [shape=point, width=0.15];\n"
                          "  start -> s%d;\n",
                          *start);
  }

  void State(const GraphState& state, std::string& out) override {
    if (!state.is_reachable && lost_.empty()) {
      out +=
          "  subgraph cluster_unreachable {\n"
          "  peripheries=1; style=\"rounded,dashed\"; color=gray60; "
          "fontcolor=gray40; fontsize=11; label=\"cannot be reached\";\n"
          "  node [style=\"rounded,dashed\", color=gray50, "
          "fontcolor=gray40];\n";
    }
    if (!state.is_reachable) lost_.push_back(state.number);
    absl::StrAppendFormat(&out, "  s%d [label=<<b>%s</b>", state.number,
                          Html(Visible(state.name)));
    if (!state.clip.empty()) {
      absl::StrAppendFormat(&out, "<br/><font point-size=\"10\">%s</font>",
                            Html(state.clip));
    }
    out += ">];\n";
  }

  // States that cannot be reached are placed below the rest, not above, where
  // nothing leads to them.
  void EndStates(uint32_t deepest, std::string& out) override {
    if (lost_.empty()) return;
    out += "  }\n";
    for (const uint32_t state : lost_) {
      absl::StrAppendFormat(&out, "  s%d -> s%d [style=invis];\n", deepest,
                            state);
    }
  }

  // Words stand in the middle of their arrow, as a node does: so nothing else
  // crosses them.
  void Transition(const GraphTransition& transition,
                  std::string& out) override {
    Note(transition, seen_);
    std::string look;
    const auto add = [&](std::string_view attribute) {
      absl::StrAppend(&look, look.empty() ? "" : ", ", std::string(attribute));
    };
    if (!transition.is_listed) add("color=red, style=dashed");
    if (!transition.is_reachable) add("color=gray50, constraint=false");
    if (transition.causes.empty()) {
      absl::StrAppendFormat(&out, "  s%d -> s%d%s;\n", transition.from,
                            transition.to, InBrackets(look));
      return;
    }
    // Spaces keep a line away from the arrow that it stands beside.
    std::string words;
    const auto line = [&](std::string_view text) {
      absl::StrAppend(&words, words.empty() ? " " : "\\n ", Quoted(text), " ");
    };
    for (const std::string& cause : transition.causes) line(cause);
    if (!transition.is_listed) line("not listed");
    if (transition.from == transition.to) {
      add(absl::StrCat("label=\"", words, "\"",
                       transition.is_listed ? "" : ", fontcolor=red"));
      absl::StrAppendFormat(&out, "  s%d -> s%d%s;\n", transition.from,
                            transition.to, InBrackets(look));
      return;
    }
    absl::StrAppendFormat(&out,
                          "  t%d [label=\"%s\", shape=plaintext, fontsize=10, "
                          "height=0, margin=\"0.05,0.02\"%s];\n",
                          labels_, words,
                          transition.is_listed ? "" : ", fontcolor=red");
    const std::string more = look.empty() ? "" : ", " + look;
    // An arrow that leads upwards is drawn from its end to its beginning, so
    // that its words, too, stand between the two.
    if (transition.is_back) {
      absl::StrAppendFormat(&out,
                            "  s%d -> t%d [dir=back%s];\n"
                            "  t%d -> s%d [dir=none%s];\n",
                            transition.to, labels_, more, labels_,
                            transition.from, more);
    } else {
      absl::StrAppendFormat(&out,
                            "  s%d -> t%d [dir=none%s];\n"
                            "  t%d -> s%d [dir=forward%s];\n",
                            transition.from, labels_, more, labels_,
                            transition.to, more);
    }
    ++labels_;
  }

  void End(std::string& out) override {
    out +=
        "  }\n"
        "  labelloc=b; labeljust=l; fontsize=10; fontcolor=gray30; label=<";
    std::string_view before;
    const auto line = [&](std::string_view text) {
      absl::StrAppend(&out, std::string(before), Html(text),
                      "<br align=\"left\"/>");
    };
    line("black dot: where it starts");
    if (seen_.caused) line(kCaused);
    if (seen_.uncaused) line(kUncaused);
    if (seen_.refused) line(kRefused);
    out += ">;\n}\n";
  }

 private:
  // For a label in angle brackets. Sequences such as \N have a meaning there,
  // too.
  static std::string Html(std::string_view text) {
    return absl::StrReplaceAll(ToXml(text), {{"\\", "\\\\"}});
  }

  // For a text in quotes: nothing in it has a meaning of its own to Graphviz.
  static std::string Quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
      switch (c) {
        case '"':
          out += "\\\"";
          break;
        case '\\':
          out += "\\\\";
          break;
        case '&':
          out += "&amp;";
          break;
        default:
          out += c;
      }
    }
    return out;
  }

  static std::string InBrackets(std::string_view look) {
    if (look.empty()) return {};
    return absl::StrCat(" [", std::string(look), "]");
  }

  std::vector<uint32_t> lost_;
  uint32_t labels_ = 0;
  Seen seen_;
};

// ---- Mermaid ----------------------------------------------------------------

class Mermaid : public GraphNotation {
 public:
  void Begin(const GraphTitle& title, std::optional<uint32_t> start,
             std::string& out) override {
    absl::StrAppend(&out, "---\ntitle: \"", InYaml(title.file), ": ",
                    InYaml(title.about),
                    "\"\n---\n"
                    "stateDiagram-v2\n"
                    "  direction TB\n");
    if (start) absl::StrAppendFormat(&out, "  [*] --> s%d\n", *start);
  }

  void State(const GraphState& state, std::string& out) override {
    if (!state.is_reachable && !any_lost_) {
      out +=
          "  state \"cannot be reached\" as apart {\n"
          "  direction TB\n";
      any_lost_ = true;
    }
    absl::StrAppendFormat(&out, "  state \"%s\" as s%d\n",
                          Encoded(Visible(state.name)), state.number);
    if (!state.clip.empty()) {
      absl::StrAppendFormat(&out, "  s%d : %s\n", state.number,
                            Encoded(state.clip));
    }
  }

  void EndStates(uint32_t deepest, std::string& out) override {
    static_cast<void>(deepest);
    if (!any_lost_) return;
    out +=
        "  }\n"
        "  class apart unreachable\n"
        "  classDef unreachable stroke-dasharray:5 5,color:gray\n";
  }

  void Transition(const GraphTransition& transition,
                  std::string& out) override {
    Note(transition, seen_);
    absl::StrAppendFormat(&out, "  s%d --> s%d", transition.from,
                          transition.to);
    std::string_view before = " : ";
    for (const std::string& line : transition.causes) {
      absl::StrAppend(&out, std::string(before), Encoded(line));
      before = "<br>";
    }
    if (!transition.is_listed) {
      absl::StrAppend(&out, std::string(before), "not listed");
    }
    out += '\n';
  }

  // The legend is a box of the drawing, as comments do not show.
  void End(std::string& out) override {
    std::string lines;
    const auto line = [&](std::string_view text) {
      absl::StrAppend(&lines, lines.empty() ? "" : "<br>", Encoded(text));
    };
    if (seen_.caused) line(kCaused);
    if (seen_.uncaused) line(kUncaused);
    if (seen_.refused) {
      line(
          "not listed: not among the state's transitions; the game refuses it");
    }
    if (lines.empty()) return;
    absl::StrAppend(&out, "  state \"legend\" as legend\n  legend : ", lines,
                    "\n"
                    "  class legend about\n"
                    "  classDef about fill:none,stroke:none,font-size:12px\n");
  }

 private:
  static bool IsPlain(char c) {
    return absl::string_view(" _.,/@()+*=-").find(c) !=
               absl::string_view::npos ||
           (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
  }

  // As Mermaid's own entities, #34; what could be more than text to it.
  static std::string Encoded(std::string_view text) {
    // The letter of which it makes marks of its own.
    constexpr std::string_view kOwnMark = "\xEF\xAC\x82";
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (text.substr(i).starts_with(kOwnMark)) {
        out += "#64258;";
        i += kOwnMark.size() - 1;
      } else if (IsPlain(c) || static_cast<unsigned char>(c) >= 0x80) {
        out += c;
      } else {
        absl::StrAppendFormat(&out, "#%d;", static_cast<int>(c));
      }
    }
    return out;
  }

  // In quotes. Mermaid looks for commands, %%{...}%%, in the whole text.
  static std::string InYaml(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (IsPlain(c) || c == ';' || static_cast<unsigned char>(c) >= 0x80) {
        out += c;
      } else {
        absl::StrAppendFormat(&out, "\\u%04X", static_cast<int>(c));
      }
    }
    return out;
  }

  bool any_lost_ = false;
  Seen seen_;
};

}  // namespace

std::string Visible(std::string_view name) {
  if (name.empty() || name.front() == ' ' || name.back() == ' ') {
    return absl::StrCat("\"", std::string(name), "\"");
  }
  return std::string(name);
}

std::unique_ptr<GraphNotation> DotNotation() { return std::make_unique<Dot>(); }

std::unique_ptr<GraphNotation> MermaidNotation() {
  return std::make_unique<Mermaid>();
}

}  // namespace clipguard::cli
