#include "app/profile/profile_text.h"

#include <algorithm>
#include <vector>

#include "app/table_text.h"

namespace gputm::app {
namespace {

constexpr std::size_t kMostRows = 10;
constexpr std::size_t kColumns = 100;
constexpr unsigned kBar = 40;  // length of the longest bar in columns

/// Line of a table that ends with the text, cut at the last column.
std::string line(std::string numbers, const std::string& text) {
  const std::size_t left = kColumns - std::min(kColumns, numbers.size());
  numbers += text.size() <= left ? text : text.substr(0, left - std::min<std::size_t>(left, 3)) + "...";
  return numbers + "\n";
}

std::string left_out(std::uint64_t all, std::size_t shown, const char* what) {
  return all <= shown ? "" : "           and " + grouped(all - shown) + " more " + what + "\n";
}

std::string summary(const ProfiledRun& run) {
  const std::uint64_t attempts = run.commits + run.aborts;
  std::string text = row("profile of", run.what + " under " + run.system + " on " + run.machine) +
                     row("cycles", grouped(run.cycles)) +
                     row("instructions", grouped(run.issues) + " of warps, with " +
                                             used_lanes(run, run.lanes, run.issues) + " of the lanes");
  if (run.sites.empty()) return text;
  return text +
         row("attempts", grouped(attempts) + ": " + grouped(run.commits) + " committed, " +
                             grouped(run.aborts) + " aborted (" +
                             format("%.2f", ratio(run.aborts, run.commits)) + " a commit)") +
         row("doomed work",
             percent(run.aborted.instructions, run.aborted.instructions + run.committed.instructions) +
                 " of the attempts' instructions, " +
                 percent(run.aborted.cycles, run.aborted.cycles + run.committed.cycles) + " of their cycles");
}

std::string launch_table(const ProfiledRun& run) {
  const std::vector<core::LaunchSummary>& launches = run.launches;
  if (launches.size() < 2) return "";
  std::string text =
      "\nLaunches\n    cycles  instructions   lanes    commits     aborts     grid  block  kernel\n";
  for (std::size_t i = 0; i < std::min(launches.size(), kMostRows); ++i) {
    const core::LaunchSummary& launch = launches[i];
    text += line(format("%10s %13s %7s %10s %10s %8s %6s  ", grouped(launch.cycles).c_str(),
                        grouped(launch.warp_instructions).c_str(),
                        used_lanes(run, launch.thread_instructions, launch.warp_instructions).c_str(),
                        grouped(launch.commits).c_str(), grouped(launch.aborts).c_str(),
                        sides_text(launch.grid).c_str(), sides_text(launch.block).c_str()),
                 launch.kernel);
  }
  return text + left_out(launches.size(), kMostRows, "launches");
}

std::string line_table(const ProfiledRun& run) {
  std::string text =
      "\nWhere warps spend their time   waiting for, in % of the line's time\n"
      "   time  instructions   lanes  pipeline memory   turn barrier     tx  line\n";
  const std::vector<core::LineProfile>& lines = run.profile.lines;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostRows); ++i) {
    const core::LineProfile& entry = lines[i];
    const std::uint64_t all = entry.all_cycles();
    const auto share = [&](core::WarpTime time) {
      return 100 * ratio(entry.cycles[static_cast<std::size_t>(time)], all);
    };
    using enum core::WarpTime;
    text += line(format("%7s %13s %7s %9.1f %6.1f %6.1f %7.1f %6.1f  ", percent(all, run.warp_cycles).c_str(),
                        grouped(entry.issues).c_str(), used_lanes(run, entry.lanes, entry.issues).c_str(),
                        share(kPipeline), share(kMemory), share(kTurn), share(kBarrier), share(kTransaction)),
                 place_and_function(entry.place));
  }
  return text + left_out(lines.size(), kMostRows, "lines");
}

std::string site_table(const ProfiledRun& run) {
  std::string text =
      "\nWhere transactions begin                    time of their threads\n"
      "    aborts    commits  a commit  doomed    TC%    TO%    TW%    TA%    TU%  line\n";
  const std::vector<core::SiteProfile>& sites = run.sites;
  for (std::size_t i = 0; i < std::min(sites.size(), kMostRows); ++i) {
    const core::SiteProfile& site = sites[i];
    std::uint64_t all = 0;
    for (const std::uint64_t cycles : site.times.cycles) all += cycles;
    std::string numbers =
        format("%10s %10s %9.2f %7s", grouped(site.all_aborts()).c_str(), grouped(site.commits).c_str(),
               ratio(site.all_aborts(), site.commits),
               percent(site.aborted.cycles, site.aborted.cycles + site.committed.cycles).c_str());
    for (std::size_t time = 0; time < 5; ++time)
      numbers += format(" %6.1f", 100 * ratio(site.times.cycles[time], all));
    text += line(numbers + "  ", place_and_function(site.place));
  }
  return text + left_out(sites.size(), kMostRows, "lines");
}

std::string access_table(const ProfiledRun& run) {
  const std::vector<core::AccessProfile>& accesses = run.accesses;
  if (accesses.empty()) return "";
  std::string text = "\nAccesses that lost\n    aborts   share  line\n";
  for (std::size_t i = 0; i < std::min(accesses.size(), kMostRows); ++i) {
    text += line(format("%10s %7s  ", grouped(accesses[i].aborts).c_str(),
                        percent(accesses[i].aborts, run.aborts).c_str()),
                 place_and_function(accesses[i].place) + ", in the transaction of " +
                     site_text(run.profile, accesses[i].site));
  }
  return text + left_out(accesses.size(), kMostRows, "lines");
}

std::string winners_text(const core::WordProfile& word) {
  if (word.winners.empty()) return "no transaction";
  const core::Winner& first = word.winners.front();
  std::string text = "thread " + std::to_string(first.thread) + " (" + grouped(first.aborts) + ")";
  if (word.winner_count > 1) text += ", " + grouped(word.winner_count - 1) + " others";
  return text;
}

std::string word_table(const ProfiledRun& run) {
  const std::vector<core::WordProfile>& words = run.profile.words;
  std::string text;
  if (!words.empty()) {
    text = "\nWords that were lost\n    aborts   share  same warp  who won                          word\n";
    for (std::size_t i = 0; i < std::min(words.size(), kMostRows); ++i) {
      const core::WordProfile& word = words[i];
      text += line(format("%10s %7s %10s  %-32s ", grouped(word.aborts).c_str(),
                          percent(word.aborts, run.aborts).c_str(),
                          percent(word.in_warp, word.aborts).c_str(), winners_text(word).c_str()),
                   word_text(word));
    }
    text += left_out(run.profile.word_count, std::min(words.size(), kMostRows), "words");
  }
  if (run.profile.unknown_words != 0)
    text += format("%10s %7s  where no word is known\n", grouped(run.profile.unknown_words).c_str(),
                   percent(run.profile.unknown_words, run.aborts).c_str());
  return text;
}

std::string histogram(const char* title, const core::Histogram& histogram) {
  const std::vector<std::uint64_t>& counts = histogram.counts();
  if (counts.empty()) return "";
  const std::uint64_t most = *std::ranges::max_element(counts);
  std::string text = std::string("\n") + title + "\n";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // A count other than 0 has a visible bar.
    const auto bar = static_cast<unsigned>(kBar * ratio(counts[i], most));
    text += format("%15s %11s  ", bucket_text(i).c_str(), grouped(counts[i]).c_str()) +
            std::string(counts[i] == 0 ? 0 : std::max(bar, 1U), '#') + "\n";
  }
  return text;
}

}  // namespace

std::string profile_text(const ProfiledRun& run) {
  std::string text = summary(run) + launch_table(run) + line_table(run);
  if (!run.sites.empty()) {
    text += site_table(run) + access_table(run) + word_table(run) +
            histogram("Transactions by their aborts", run.profile.transaction_retries) +
            histogram("Threads by their aborts", run.profile.thread_retries);
  }
  // Names of files and symbols may contain any bytes.
  std::ranges::replace_if(
      text, [](char c) { return (c < ' ' || c > '~') && c != '\n'; }, '?');
  return text;
}

}  // namespace gputm::app
