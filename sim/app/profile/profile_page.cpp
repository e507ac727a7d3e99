#include "app/profile/profile_page.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "app/profile/bar_chart.h"
#include "app/table_text.h"

namespace gputm::app {
namespace {

constexpr std::size_t kMostBars = 20;

constexpr std::string_view kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2933; background: #f5f7fa; margin: 0; }
main { max-width: 960px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 0 0 4px; }
p { margin: 0 0 12px; color: #52606d; }
section, .card { background: #fff; border: 1px solid #e4e7eb; border-radius: 8px; padding: 16px 20px; }
section { margin-top: 16px; overflow-x: auto; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px; margin-top: 20px; }
.card b { display: block; font-size: 22px; } .card span { color: #52606d; font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; margin-top: 12px; }
th { text-align: left; color: #52606d; font-weight: 600; border-bottom: 1px solid #cbd2d9; }
td, th { padding: 4px 10px 4px 0; white-space: nowrap; } td { border-bottom: 1px solid #f0f2f5; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.w { font-family: ui-monospace, monospace; }
svg { width: 100%; height: auto; display: block; font-size: 12px; }
svg text { fill: #323f4b; } svg .label { text-anchor: end; font-family: ui-monospace, monospace; }
svg .tick, svg .count { text-anchor: middle; } svg .count { fill: #7b8794; } .axis { stroke: #cbd2d9; }
.legend span { display: inline-block; margin-right: 16px; font-size: 13px; color: #52606d; }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin-right: 5px; }
.good { fill: #2f9e6e; background: #2f9e6e; } .lost { fill: #e0574f; background: #e0574f; }
.outcome { fill: #4a86cf; background: #4a86cf; } .mates { fill: #a5c3e8; background: #a5c3e8; }
.held { fill: #e3b341; background: #e3b341; } .other { fill: #9aa5b1; background: #9aa5b1; }
)";

template <typename Time>
struct Part {
  Time time;
  const char* colour;
  const char* meaning;
};
constexpr std::array kWarpParts{
    Part{core::WarpTime::kIssue, "good", "issuing"},
    Part{core::WarpTime::kPipeline, "other", "waiting for a result or a branch"},
    Part{core::WarpTime::kMemory, "outcome", "for memory"},
    Part{core::WarpTime::kTurn, "mates", "for its turn to issue"},
    Part{core::WarpTime::kBarrier, "held", "at a barrier"},
    Part{core::WarpTime::kTransaction, "lost", "for its transactions"},
};
constexpr std::array kParts{
    Part{core::ThreadTime::kTU, "good", "attempts that commit"},
    Part{core::ThreadTime::kTA, "lost", "attempts that abort"},
    Part{core::ThreadTime::kTO, "outcome", "waiting for the outcome"},
    Part{core::ThreadTime::kTW, "mates", "waiting for the warp's other lanes"},
    Part{core::ThreadTime::kTC, "held", "held by concurrency control"},
};

std::string card(const std::string& number, const char* what) {
  return "<div class=\"card\"><b>" + escaped(number) + "</b><span>" + what + "</span></div>\n";
}

std::string section(const char* title, const char* about, const std::string& content) {
  return fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}</section>\n", title, about, content);
}

std::string legend(std::span<const std::array<const char*, 2>> entries) {
  std::string text = "<div class=\"legend\">";
  for (const auto& [colour, meaning] : entries)
    text += fmt::format("<span><i class=\"{}\"></i>{}</span>", colour, meaning);
  return text + "</div>\n";
}

/// Legend of the parts of bars.
template <typename Time, std::size_t kCount>
std::string legend(const std::array<Part<Time>, kCount>& parts) {
  std::vector<std::array<const char*, 2>> meanings;
  for (const Part<Time>& part : parts) meanings.push_back({part.colour, part.meaning});
  return legend(meanings);
}

/// Bar of cycles, by the time that they are.
template <typename Time, std::size_t kCount>
Bar bar_of(std::string label, const std::array<Part<Time>, kCount>& parts,
           std::span<const std::uint64_t> cycles) {
  Bar bar{.label = std::move(label), .value = {}, .parts = {}};
  std::uint64_t all = 0;
  for (const Part<Time>& part : parts) {
    const std::uint64_t value = cycles[static_cast<std::size_t>(part.time)];
    all += value;
    bar.parts.push_back({value, part.colour, std::string(part.meaning) + ": " + grouped(value)});
  }
  bar.value = grouped(all);
  return bar;
}

/// Table cells. Numbers are right-aligned; users' names are in code style
class Table {
 public:
  Table& head(std::string_view name, bool number) {
    text_ += fmt::format("<th{}>{}</th>", number ? " class=\"n\"" : "", name);
    return *this;
  }
  void next_row() { text_ += "</tr>\n<tr>"; }
  Table& number(const std::string& value) { return cell("n", value); }
  Table& word(const std::string& value) { return cell("w", value); }
  std::string done() { return "<table><tr>" + text_ + "</tr></table>\n"; }

 private:
  Table& cell(const char* style, const std::string& value) {
    text_ += fmt::format("<td class=\"{}\">{}</td>", style, escaped(value));
    return *this;
  }
  std::string text_;
};

std::string cards(const ProfiledRun& run) {
  std::string text = "<div class=\"cards\">\n" + card(grouped(run.cycles), "core cycles") +
                     card(grouped(run.issues), "instructions of warps") +
                     card(used_lanes(run, run.lanes, run.issues), "of their lanes were active");
  if (run.sites.empty()) return text + "</div>\n";
  return text + card(grouped(run.commits), "transactions committed") +
         card(grouped(run.aborts), "attempts aborted") +
         card(format("%.2f", ratio(run.aborts, run.commits)), "aborts a commit") +
         card(percent(run.aborted.cycles, run.aborted.cycles + run.committed.cycles),
              "of the attempts' cycles were doomed") +
         card(percent(run.aborted.instructions, run.aborted.instructions + run.committed.instructions),
              "of their instructions") +
         "</div>\n";
}

std::string launches(const ProfiledRun& run) {
  Table table;
  table.head("kernel", false);
  for (const char* number :
       {"grid", "block", "start", "cycles", "instructions", "lanes", "commits", "aborts"})
    table.head(number, true);
  for (const core::LaunchSummary& launch : run.launches) {
    table.next_row();
    table.word(launch.kernel)
        .number(sides_text(launch.grid))
        .number(sides_text(launch.block))
        .number(grouped(launch.start))
        .number(grouped(launch.cycles))
        .number(grouped(launch.warp_instructions))
        .number(used_lanes(run, launch.thread_instructions, launch.warp_instructions))
        .number(grouped(launch.commits))
        .number(grouped(launch.aborts));
  }
  return section("Launches", "In their order.", table.done());
}

std::string lines(const ProfiledRun& run) {
  std::vector<Bar> bars;
  Table table;
  table.head("line", false).head("time", true).head("instructions", true).head("lanes", true);
  for (const core::LineProfile& line : run.profile.lines) {
    if (bars.size() == kMostBars) break;
    bars.push_back(bar_of(place_text(line.place), kWarpParts, line.cycles));
    table.next_row();
    table.word(place_and_function(line.place))
        .number(percent(line.all_cycles(), run.warp_cycles))
        .number(grouped(line.issues))
        .number(used_lanes(run, line.lanes, line.issues));
  }
  return section("Where warps spend their time", "Cycles of the warps, by the line that issues or waits.",
                 legend(kWarpParts) + horizontal_bars(bars) + table.done());
}

std::string sites(const ProfiledRun& run) {
  std::vector<Bar> bars;
  Table table;
  table.head("line", false).head("aborts", true).head("commits", true).head("a commit", true);
  for (const char* found : {"at commit", "at access", "by watchdog", "by kernel"}) table.head(found, true);
  for (const core::SiteProfile& site : run.sites) {
    table.next_row();
    table.word(place_and_function(site.place))
        .number(grouped(site.all_aborts()))
        .number(grouped(site.commits));
    table.number(format("%.2f", ratio(site.all_aborts(), site.commits)));
    for (const std::uint64_t aborts : site.aborts) table.number(grouped(aborts));
    if (bars.size() == kMostBars) continue;
    bars.push_back(bar_of(place_text(site.place), kParts, site.times.cycles));
  }
  return section("Where transactions begin", "Time of their threads, in cycles, summed over the threads.",
                 legend(kParts) + horizontal_bars(bars) + table.done());
}

std::string accesses(const ProfiledRun& run) {
  std::vector<Bar> bars;
  for (const core::AccessProfile& access : run.accesses) {
    if (bars.size() == kMostBars) break;
    bars.push_back({.label = place_text(access.place),
                    .value = grouped(access.aborts),
                    .parts = {{access.aborts, "lost",
                               place_and_function(access.place) + ", in the transaction of " +
                                   site_text(run.profile, access.site)}}});
  }
  return section("Accesses that lost",
                 "Aborts by the line whose word another transaction had changed, or was not to have.",
                 horizontal_bars(bars));
}

std::string words(const ProfiledRun& run) {
  constexpr std::array<std::array<const char*, 2>, 3> kWinners{{{"lost", "to another warp"},
                                                                {"mates", "to a thread of the same warp"},
                                                                {"other", "no transaction known"}}};
  std::vector<Bar> bars;
  Table table;
  table.head("word", false).head("address", false).head("aborts", true).head("winners", true);
  table.head("who won most often", false);
  for (const core::WordProfile& word : run.profile.words) {
    if (bars.size() == kMostBars) break;
    const std::uint64_t known = word.in_warp + word.no_winner;
    const std::uint64_t others = word.aborts - std::min(word.aborts, known);
    bars.push_back(
        {.label = word_text(word),
         .value = grouped(word.aborts),
         .parts = {{others, "lost", "to another warp: " + grouped(others)},
                   {word.in_warp, "mates", "to the same warp: " + grouped(word.in_warp)},
                   {word.no_winner, "other", "no transaction known: " + grouped(word.no_winner)}}});
    table.next_row();
    table.word(word_text(word)).word(fmt::format("{:#010x}", word.address)).number(grouped(word.aborts));
    std::string winners;
    for (std::size_t i = 0; i < std::min<std::size_t>(word.winners.size(), 2); ++i) {
      const core::Winner& winner = word.winners[i];
      winners += fmt::format("{}thread {} at {} ({})", i == 0 ? "" : ", ", winner.thread,
                             site_text(run.profile, winner.site), grouped(winner.aborts));
    }
    table.number(grouped(word.winner_count)).word(winners);
  }
  std::string note;
  if (run.profile.word_count > bars.size())
    note += fmt::format("<p>And {} more words.</p>\n", grouped(run.profile.word_count - bars.size()));
  if (run.profile.unknown_words != 0)
    note += fmt::format("<p>Of {} aborts no word is known.</p>\n", grouped(run.profile.unknown_words));
  return section("Words that were lost", "Aborts by the word, and who had written it.",
                 legend(kWinners) + horizontal_bars(bars) + table.done() + note);
}

std::string histogram(const char* title, const char* about, const core::Histogram& histogram) {
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < histogram.counts().size(); ++i) {
    const std::uint64_t count = histogram.counts()[i];
    bars.push_back({.label = bucket_text(i),
                    .value = count == 0 ? "" : grouped(count),
                    .parts = {{count, i == 0 ? "good" : "lost",
                               grouped(count) + " with " + bucket_text(i) + " aborts"}}});
  }
  return section(title, about, columns(bars));
}

}  // namespace

std::string profile_page(const ProfiledRun& run) {
  const std::string title = escaped(run.what);
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                     title + ": profile</title>\n<style>" + std::string(kStyle) +
                     "</style>\n</head>\n<body>\n<main>\n<h1>" + title + "</h1>\n<p>under " +
                     escaped(run.system) + " on " + escaped(run.machine) + "</p>\n" + cards(run);
  if (run.launches.size() > 1) page += launches(run);
  page += lines(run);
  if (!run.sites.empty()) {
    page += sites(run);
    if (!run.accesses.empty()) page += accesses(run);
    if (run.aborts != 0) page += words(run);
    page +=
        histogram("Transactions by their aborts", "Attempts that failed before the transaction committed.",
                  run.profile.transaction_retries) +
        histogram("Threads by their aborts", "All that failed, of threads that have transactions.",
                  run.profile.thread_retries);
  }
  return page + "</main>\n</body>\n</html>\n";
}

}  // namespace gputm::app
