// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "cli/commands/commands.h"
#include "cli/commands/help_texts.h"
#include "cli/flags/flag_table.h"
#include "parser/finding_catalog.h"

namespace clipguard::cli {
namespace {

// The names of all of them, with spaces between.
template <typename Named>
std::string Names(std::span<const Named> all) {
  std::string out;
  for (const Named& one : all) {
    if (!out.empty()) out += ' ';
    out += one.name;
  }
  return out;
}

std::string CommandNames() { return Names(AllCommands()); }

std::string CodeNames() { return Names(AllCodes()); }

std::string HelpTopics() {
  return CommandNames() + " flags limits bash fish zsh";
}

std::string NameOf(const FlagSpec& flag) {
  return absl::StrFormat("%s%s", flag.name(), flag.value().empty() ? "" : "=");
}

// A flag, and the first clause of what help says of it.
struct Described {
  const FlagSpec* flag;
  std::string text;
};

std::vector<Described> FlagsOf(const Command& command) {
  std::vector<Described> flags;
  // A flag without a help text shares a help line with a later flag, and takes
  // over that text.
  std::string_view text;
  for (auto flag = AllFlags().rbegin(); flag != AllFlags().rend(); ++flag) {
    if (!flag->IsOf(command.name)) continue;
    if (!flag->help.empty()) text = flag->help;
    if (text.starts_with(": ")) text.remove_prefix(2);
    size_t end = 0;
    do {
      end = std::min(text.find_first_of(".;", end + 1), text.size());
    } while (end + 1 < text.size() && text[end + 1] != ' ');
    flags.push_back({&*flag, std::string(text.substr(0, end))});
    std::ranges::replace(flags.back().text, '\n', ' ');
  }
  std::ranges::reverse(flags);
  return flags;
}

std::string Bash() {
  std::string cases;
  for (const Command& command : AllCommands()) {
    std::string names;
    std::string values;
    for (const auto& [flag, text] : FlagsOf(command)) {
      if (!names.empty()) names += ' ';
      names += NameOf(*flag);
      if (flag->values.names.empty()) continue;
      absl::StrAppendFormat(&values, "    %s%s) values='%s' ;;\n", command.name,
                            flag->name(), flag->Joined(" "));
    }
    absl::StrAppendFormat(&cases, "    %s) flags='%s' ;;\n%s", command.name,
                          names, values);
  }
  return absl::StrFormat(R"(# bash completion for clipguard
_clipguard_known() {
  flags='' values=''
  case $1 in
%s  esac
}

_clipguard() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]:-}
  local before=${COMP_WORDS[COMP_CWORD - 1]} flag='' flags values list
  # bash takes the = of --flag=VALUE for a word.
  if [[ $word == = ]]; then
    flag=$before word=''
  elif [[ $before == = ]] && ((COMP_CWORD > 2)); then
    flag=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    list='%s --help --version'
  elif [[ -n $flag ]]; then
    _clipguard_known "$command$flag"
    list=$values
  elif [[ $word == -* ]]; then
    _clipguard_known "$command"
    list=$flags
  elif [[ $command == help ]]; then
    list='%s'
  elif [[ $command == explain ]]; then
    list='%s'
  fi
  if [[ -n $list ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
    if [[ ${COMPREPLY[0]:-} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _clipguard clipguard
)",
                         cases, CommandNames(), HelpTopics(), CodeNames());
}

std::string ForFish(std::string_view text) {
  const std::string escaped =
      absl::StrReplaceAll(std::string(text), {{"\\", "\\\\"}, {"'", "\\'"}});
  return "'" + escaped + "'";
}

std::string Fish() {
  std::string out = "# fish completion for clipguard\n";
  const auto after = [&out](std::string_view command, const std::string& what) {
    absl::StrAppendFormat(
        &out, "complete -c clipguard -n '__fish_seen_subcommand_from %s' %s\n",
        command, what);
  };
  for (const Command& command : AllCommands()) {
    absl::StrAppendFormat(
        &out, "complete -c clipguard -n __fish_use_subcommand -f -a %s -d %s\n",
        command.name, ForFish(command.purpose));
  }
  for (const Command& command : AllCommands()) {
    for (const auto& [flag, text] : FlagsOf(command)) {
      std::string value;
      if (!flag->values.names.empty()) {
        value = " -x -a " + ForFish(flag->Joined(" "));
      } else if (!flag->value().empty()) {
        value = flag->takes_path() ? " -r" : " -x";
      }
      after(command.name,
            absl::StrFormat("-l %s%s -d %s", flag->name().substr(2), value,
                            ForFish(text)));
    }
  }
  after("explain", "-f -a " + ForFish(CodeNames()));
  after("help", "-f -a " + ForFish(HelpTopics()));
  return out;
}

std::string ForZsh(std::string_view text) {
  return absl::StrReplaceAll(std::string(text), {{"'", "'\\''"},
                                                 {"[", "\\["},
                                                 {"]", "\\]"},
                                                 {":", "\\:"},
                                                 {"\\", "\\\\"}});
}

// Returns the completion of the value after "--flag=[text]".
std::string ZshValue(const FlagSpec& flag) {
  if (flag.value().empty()) return {};
  if (!flag.values.names.empty()) return ":value:(" + flag.Joined(" ") + ")";
  return flag.takes_path() ? ":value:_files" : ":value: ";
}

std::string Zsh() {
  std::string commands;
  std::string cases;
  for (const Command& command : AllCommands()) {
    absl::StrAppendFormat(&commands, "    '%s:%s'\n", command.name,
                          ForZsh(command.purpose));
    if (command.run == HelpCommand) continue;
    absl::StrAppendFormat(&cases, "    %s)\n      _arguments \\\n",
                          command.name);
    for (const auto& [flag, text] : FlagsOf(command)) {
      absl::StrAppendFormat(&cases, "        '*%s[%s]%s' \\\n", NameOf(*flag),
                            ForZsh(text), ZshValue(*flag));
    }
    absl::StrAppendFormat(&cases, "        '*:%s'\n      ;;\n",
                          command.run == ExplainCommand
                              ? "code:(" + CodeNames() + ")"
                              : "file:_files");
  }
  return absl::StrFormat(R"(#compdef clipguard
_clipguard() {
  local -a commands=(
%s  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=${words[2]}
  shift words
  ((CURRENT--))
  case $command in
    help) compadd %s ;;
%s  esac
}
_clipguard "$@"
)",
                         commands, HelpTopics(), cases);
}

}  // namespace

std::string Completions(std::string_view shell) {
  if (shell == "bash") return Bash();
  if (shell == "fish") return Fish();
  if (shell == "zsh") return Zsh();
  return {};
}

}  // namespace clipguard::cli
