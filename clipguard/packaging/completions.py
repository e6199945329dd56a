"""Writes what a shell needs to complete the command line of clipguard.

    completions.py bash|fish|zsh PROGRAM

Commands, flags and values are those that the program's own help names.
"""

import json
import re
import subprocess
import sys


class Flag:
  """A flag of a command: --name or --name=VALUE, and what it does."""

  def __init__(self, name, value, text):
    self.name = name
    self.takes_value = bool(value)
    text = " ".join(text.split())
    # "text (the default), json (an object a line) or junit"
    plain = re.sub(r"\s*\([^)]*\)", "", text)
    self.text = re.split(r"[.;:] |, without", plain)[0]
    first = plain.split(":")[0].strip()
    words = re.split(r", | or ", first)
    choice = self.takes_value and len(words) > 1
    self.values = words if choice and all(
        re.fullmatch(r"[a-z0-9-]+", word) for word in words) else []


def run(program, *args):
  return subprocess.run([program, *args], check=True, capture_output=True,
                        text=True).stdout


def commands_of(program):
  lines = run(program, "help").partition("Commands:\n")[2].partition("\n\n")[0]
  return dict(re.findall(r"^  ([a-z]+) +(.+)$", lines, re.M))


def flags_of(program, command):
  flags = {}
  entry = re.compile(
      r"^  ((?:-\w, )?--[a-z]\S*(?: --\S+)*) +(.*)\n((?: {10,}.*\n)*)", re.M)
  for names, first, rest in entry.findall(run(program, "help", command)):
    for name, value in re.findall(r"(--[a-z][a-z-]*)(=\S+)?", names):
      flags[name] = Flag(name, value, f"{first} {rest}")
  return list(flags.values())


def codes_of(program):
  return [json.loads(line)["code"]
          for line in run(program, "explain", "--format=json").splitlines()]


def single_quoted(text):
  return "'" + text.replace("'", "'\\''") + "'"


def for_bash(commands, flags, codes):
  cases = []
  for command, its in flags.items():
    names = " ".join(f.name + ("=" if f.takes_value else "") for f in its)
    cases.append(f"    {command}) flags='{names}' ;;")
    cases += [f"    {command}{f.name}) values='{' '.join(f.values)}' ;;"
              for f in its if f.values]
  choose = "\n".join(cases)
  words = " ".join(commands)
  return f"""# bash completion for clipguard
_clipguard_known() {{
  flags='' values=''
  case $1 in
{choose}
  esac
}}

_clipguard() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]:-}}
  local before=${{COMP_WORDS[COMP_CWORD - 1]}} flag='' flags values list
  # bash takes the = of --flag=VALUE for a word.
  if [[ $word == = ]]; then
    flag=$before word=''
  elif [[ $before == = ]] && ((COMP_CWORD > 2)); then
    flag=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    list='{words} --help --version'
  elif [[ -n $flag ]]; then
    _clipguard_known "$command$flag"
    list=$values
  elif [[ $word == -* ]]; then
    _clipguard_known "$command"
    list=$flags
  elif [[ $command == help ]]; then
    list='{words} flags limits'
  elif [[ $command == explain ]]; then
    list='{" ".join(codes)}'
  fi
  if [[ -n $list ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
    if [[ ${{COMPREPLY[0]:-}} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -F _clipguard clipguard
"""


def for_fish(commands, flags, codes):
  quote = lambda text: "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
  lines = ["# fish completion for clipguard"]
  for command, what in commands.items():
    lines.append("complete -c clipguard -n __fish_use_subcommand -f "
                 f"-a {command} -d {quote(what)}")
  for command, its in flags.items():
    for flag in its:
      value = " -r" if flag.takes_value else ""
      if flag.values:
        value = f" -x -a {quote(' '.join(flag.values))}"
      lines.append("complete -c clipguard "
                   f"-n '__fish_seen_subcommand_from {command}' "
                   f"-l {flag.name[2:]}{value} -d {quote(flag.text)}")
  for command, words in (("explain", codes), ("help", [*commands, "flags", "limits"])):
    lines.append(f"complete -c clipguard -n '__fish_seen_subcommand_from {command}'"
                 f" -f -a {quote(' '.join(words))}")
  return "\n".join(lines) + "\n"


def for_zsh(commands, flags, codes):
  text_of = lambda text: re.sub(r"([][:\\])", r"\\\1", text)
  lines = ["#compdef clipguard", "_clipguard() {", "  local -a commands=("]
  lines += ["    " + single_quoted(f"{command}:{text_of(what)}")
            for command, what in commands.items()]
  lines += ["  )", "  if ((CURRENT == 2)); then", "    _describe command commands",
            "    return", "  fi", "  local command=${words[2]}",
            "  shift words", "  ((CURRENT--))", "  case $command in",
            f"    help) compadd {' '.join(commands)} flags limits ;;"]
  for command, its in flags.items():
    lines += [f"    {command})", "      _arguments \\"]
    for flag in its:
      values = f"({' '.join(flag.values)})" if flag.values else "_files"
      spec = f"*{flag.name}{'=' if flag.takes_value else ''}[{text_of(flag.text)}]"
      if flag.takes_value:
        spec += f":value:{values}"
      lines.append(f"        {single_quoted(spec)} \\")
    what = f"code:({' '.join(codes)})" if command == "explain" else "file:_files"
    lines += [f"        '*:{what}'", "      ;;"]
  lines += ["  esac", "}", '_clipguard "$@"']
  return "\n".join(lines) + "\n"


def main():
  shells = {"bash": for_bash, "fish": for_fish, "zsh": for_zsh}
  if len(sys.argv) != 3 or sys.argv[1] not in shells:
    sys.exit(__doc__)
  program = sys.argv[2]
  commands = commands_of(program)
  flags = {command: flags_of(program, command)
           for command in commands if command != "help"}
  sys.stdout.write(shells[sys.argv[1]](commands, flags, codes_of(program)))


if __name__ == "__main__":
  main()
