@testable import sandglass_cli

/// Command lines that are refused, and what is said of them.
enum Refusals {
  static let all: [([String], String)] = [
    (["--json"], "nothing to count down; accepted: 25m, 1:30, Tea=3m, until 18:00"),
    (
      ["banana"],
      "\"banana\" is no duration and no subcommand; accepted: 25m, 1:30, Tea=3m, until 18:00, or a "
        + "subcommand, as \"sandglass --help\" lists them"
    ),
    (["x5"], "\"x5\" has no number before \"x\"; accepted: \(durations)"),
    (
      ["--", "-5s"],
      "\"-5s\" has a minus sign \"-\": a duration cannot be negative; accepted: \(durations)"
    ),
    (["5x"], "\"5x\" has an unknown unit \"x\"; accepted: \(durations)"),
    (["3m", "7m"], "\"3m 7m\" has a repeated unit \"7m\"; accepted: \(durations)"),
    (
      ["until", "25:00"],
      "\"25:00\" has its hour outside 00 to 23 \"25\"; accepted: 18:00, 18:00:30, 6pm, 6:30 pm, "
        + "noon, tomorrow 9:00, 2026-12-31T23:59:59+08:00"
    ),
    (
      ["until", "2026-02-30T00:00:00Z"],
      "\"2026-02-30T00:00:00Z\" has its day outside 01 to 28 \"30\"; accepted: "
        + "2026-12-31T23:59:59Z, 2026-12-31T23:59:59.5+08:00, "
        + "2026-12-24T09:00, 18:00, 6pm"
    ),
    (["--foo", "3s"], "Unknown option '--foo'. Did you mean '--json'?; accepted: \(options)"),
    (["-5s"], "-5s is negative; accepted: a duration, such as 25m"),
    (
      ["paus"],
      #""paus" is no duration and no subcommand; did you mean "sandglass pause"? accepted: "#
        + "25m, 1:30, Tea=3m, until 18:00, or a subcommand, as \"sandglass --help\" lists them"
    ),
    (
      ["until", "tomorrow", "25:00"],
      "\"25:00\" has its hour outside 00 to 23 \"25\"; accepted: 18:00, 18:00:30, "
        + "6pm, 6:30 pm, noon, tomorrow 9:00, 2026-12-31T23:59:59+08:00"
    ),
    (["3s", "--label"], "Missing value for '--label <label>'; accepted: \(options)"),
    (
      ["a=1s", "a=2s"],
      "two countdowns have the label \"a\"; accepted: a different label for each"
    ),
    (
      ["3s", "--milestone", "0"],
      "a milestone of 0 is the end itself; accepted: more than 0"
    ),
    (
      ["3s", "--milestone", "+0s"],
      "a milestone of 0 is the start itself; accepted: more than 0"
    ),
    (
      ["3s", "--milestone", "100%"],
      "the milestone \"100%\" is not within a countdown; accepted: more than 0%, less than 100%"
    ),
    (
      ["3s", "--milestone", "nan%"],
      "the milestone \"nan%\" is not within a countdown; accepted: more than 0%, less than 100%"
    ),
    (["3s", "--step", "0s"], "a step of \"0s\" changes nothing; accepted: more than 0"),
    (
      ["3s", "--detach", "--no-keep"],
      "--detach needs a record; accepted: --detach without --no-keep"
    ),
    (["attach"], "nothing to attach; accepted: an id or a label, or --all"),
    (
      ["attach", "a", "--watch"],
      "Unknown option '--watch'. Did you mean '--wait'?; accepted: --all, --json, --wait, --step, "
        + "--big, --quiet, --no-log, --notify, --sound, --exec-on, --exec, --help"
    ),
    (["cancel"], "nothing to cancel; accepted: an id or a label, or --all"),
    (["pause"], "nothing to pause; accepted: an id or a label, or --all"),
    (
      ["pause", "--all", "Tea"], "--all and names were given; accepted: an id or a label, or --all"
    ),
    (["pause", "-q"], "Unknown option '-q'; accepted: --all, --json, --help"),
    (["extend"], "no duration; accepted: sandglass extend Tea 5m"),
    (["extend", "5m"], "nothing to extend; accepted: an id or a label, or --all"),
    (["extend", "Tea"], "no duration after \"Tea\"; accepted: sandglass extend Tea 5m"),
    (["extend", "Tea", "5x"], "\"5x\" has an unknown unit \"x\"; accepted: \(durations)"),
    (["shorten", "Tea", "0"], "shorten by \"0\" changes nothing; accepted: more than 0"),
    (
      ["rename", "Tea"],
      "rename needs a name and a new label; accepted: sandglass rename Tea Chai"
    ),
    (
      ["status", "--format", "{"],
      "\"{\" has no closing brace; accepted: {name} {label} {id} {left} {seconds} {total} "
        + "{percent} {state} {phase} {round} {rounds} {today} {ends} {laps}, and {{ for a brace"
    ),
    (
      ["save", "list", "--", "3s"],
      "\"list\" is a subcommand; accepted: another name, such as pomodoro"
    ),
    (
      ["save", "1:30", "--", "3s"],
      "\"1:30\" is a duration; accepted: another name, such as pomodoro"
    ),
    (
      ["save", "a=b", "--", "3s"],
      "\"a=b\" is no name of a preset; accepted: a name such as pomodoro"
    ),
    (
      ["save", "tea"],
      "a preset needs words, or --remove; accepted: sandglass save tea -- 25m --label Work"
    ),
    (
      ["3s", "--exec-on", "end"],
      "--exec-on needs a program; accepted: --exec-on phase --exec say Break"
    ),
    (["3s", "--exec"], "--exec needs a program; accepted: --exec say Done"),
    (["phases", "a=1s", "-n", "-e"], "-e needs a program; accepted: -e say Done"),
    (
      ["3s", "--exec-on", "end,", "--exec", "say"],
      "--exec-on \"\" is no event; accepted: end, phase, milestone"
    ),
    (["phases"], "there are no phases; accepted: sandglass phases Work=25m Break=5m"),
    (["phases", "25m"], "the phase \"25m\" has no name; accepted: Work=25m"),
    (["phases", "=25m"], "the phase \"=25m\" has no name; accepted: Work=25m"),
    (["phases", "a=0"], "the phase \"a=0\" has no duration; accepted: more than 0"),
    (
      ["phases", "a=1s", "--rounds", "many"],
      "--rounds \"many\" is no number of rounds; accepted: 1 to 10000, or forever"
    ),
    (
      ["phases", "a=1s", "b=1s", "-r", "9999"],
      "2 phases in 9999 rounds are too many; accepted: 10000 in all"
    ),
    (
      ["phases", "a=1s", "b=1s", "--long-break", "1s", "--every", "9999"],
      "2 phases in 9999 rounds are too many; accepted: 10000 in all"
    ),
    (
      ["phases", "a=1s", "b=1s", "--long-break", "1s", "--every", "0"],
      "--every \"0\" is no number of rounds; accepted: 1 to 10000"
    ),
    (
      ["phases", "a=1s", "b=1s", "--every", "4"],
      "--every needs a break; accepted: --long-break 15m --every 4"
    ),
    (
      ["phases", "a=1s", "b=1s", "--long-break", "0"],
      "the long break \"0\" has no duration; accepted: more than 0"
    ),
    (
      ["phases", "a=1s", "--long-break", "1s"],
      "--long-break needs a break that it replaces; accepted: sandglass phases Work=25m Break=5m"
    ),
    (["phases", "a=1s", "-l", ""], "the label is empty; accepted: --label Tea"),
    (
      ["help", "x"],
      "\"x\" is no subcommand; accepted: " + Invocation.commandNames.joined(separator: ", ")
    ),
    (
      ["help", "Paus"],
      "\"Paus\" is no subcommand; did you mean \"sandglass help pause\"? accepted: "
        + Invocation.commandNames.joined(separator: ", ")
    ),
    (["lap", "!"], "\"!\" is no name of a stopwatch; accepted: a name such as Run"),
    (["stop", "--all"], "Unknown option '--all'; accepted: --json, --help"),
    (["list", "Tea"], "Unexpected argument 'Tea'; accepted: --json, --watch, --help"),
    (["list", "-q"], "Unknown option '-q'; accepted: --json, --watch, --help"),
  ]

  private static let durations = "90, 1:30, 25m, 1h30m, 1.5h, 500ms, PT1H30M"
  private static let options = RunArguments.options + ", --help, --version"
}
