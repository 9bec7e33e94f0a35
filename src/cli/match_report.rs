//! What a match came to, as text and JSON.

use std::time::Duration;

use serde::Serialize;

use super::game::Chosen;
use super::report::Head;
use crate::contest::{
    Claim, Contest, Estimate, Forfeit, Kind, Lengths, OpeningSource, Part, Ratio, Setting, Sprt, Tally, Used,
};

/// The answer of `match`.
#[derive(Debug, Serialize)]
pub(super) struct MatchReport {
    #[serde(flatten)]
    head: Head,
    players: [PlayerReport; 2],
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    pairs: [u64; 5],
    by_pairs: Option<Estimate>,
    by_games: Option<Estimate>,
    sprt: Option<SprtReport>,
    openings: u64,
    repeated_openings: u64,
    first_player: Part,
    length: Option<Lengths>,
    endless: Part,
    given_up: u64,
    annulled: u64,
    endings: Vec<Ended>,
    incidents: Vec<Incident>,
    seed: u64,
    repeatable: bool,
    stopped: bool,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct PlayerReport {
    name: String,
    limits: String,
    moves: u64,
    nodes_per_move: Option<f64>,
    milliseconds_per_move: Option<f64>,
    depth_per_move: Option<f64>,
    forfeits: Vec<Forfeited>,
}

#[derive(Debug, Serialize)]
struct Forfeited {
    reason: &'static str,
    games: u64,
}

#[derive(Debug, Serialize)]
struct SprtReport {
    #[serde(flatten)]
    test: Sprt,
    #[serde(flatten)]
    ratio: Ratio,
}

#[derive(Debug, Serialize)]
struct Ended {
    rule: String,
    games: u64,
}

#[derive(Debug, Serialize)]
struct Incident {
    number: u64,
    player: String,
    reason: String,
}

impl MatchReport {
    pub(super) fn new(
        chosen: &Chosen,
        contest: &Contest,
        tally: &Tally,
        time: Duration,
        stopped: bool,
    ) -> Self {
        let player = |who: usize| PlayerReport::new(&contest.players[who], contest, tally, who);
        let counts = tally.counts;
        Self {
            head: Head::new(chosen),
            players: [player(0), player(1)],
            games: tally.games(),
            won: counts.won,
            drawn: counts.drawn,
            lost: counts.lost,
            pairs: counts.pairs,
            by_pairs: counts.by_pairs(),
            by_games: counts.by_games(),
            sprt: contest.sprt.map(|test| SprtReport { test, ratio: tally.ratio(&test) }),
            openings: tally.openings,
            repeated_openings: tally.repeated,
            first_player: Part::of(tally.south_halves, 2 * tally.games()),
            length: Lengths::of(&tally.plies),
            endless: tally.part(tally.endless),
            given_up: tally.given_up,
            annulled: tally.annulled,
            endings: tally.endings.iter().map(|(rule, &games)| Ended { rule: rule.clone(), games }).collect(),
            incidents: tally
                .incidents
                .iter()
                .map(|(number, who, reason)| Incident {
                    number: *number,
                    player: contest.players[*who].name.clone(),
                    reason: reason.clone(),
                })
                .collect(),
            seed: contest.seed,
            repeatable: contest.is_repeatable(),
            stopped,
            seconds: time.as_secs_f64(),
        }
    }

    /// The whole report for people.
    pub(super) fn text(&self, contest: &Contest, tally: &Tally) -> String {
        let mut text = table(contest, tally);
        text += "\n";
        if let Some(length) = &self.length {
            text += &format!("Length: {}\n", length_words(length));
        }
        text += &format!(
            "South, who begins from the start, got {:.1} % of the points. Endless: {}.\n",
            100.0 * self.first_player.share,
            part_words(&self.endless)
        );
        let endings: Vec<String> =
            self.endings.iter().map(|ended| format!("{} {}", ended.rule, ended.games)).collect();
        text += &format!("Ended by: {}\n", endings.join(", "));
        if self.given_up > 0 {
            text +=
                &format!("Given up after {} plies, counted as draws: {}\n", contest.max_plies, self.given_up);
        }
        if self.annulled > 0 {
            text += &format!("Annulled by the rules, half a point for each: {}\n", self.annulled);
        }
        if self.repeated_openings > 0 {
            text += &format!(
                "Openings that came again: {} of {}; {}\n",
                self.repeated_openings,
                self.openings,
                match contest.openings {
                    OpeningSource::Random(_) =>
                        "no others were found, so the errors are larger than they say",
                    OpeningSource::Listed(_) =>
                        "the file has no more, so the errors are larger than they say",
                }
            );
        }
        for incident in &self.incidents {
            text += &format!("Game {}: {} forfeits, {}\n", incident.number, incident.player, incident.reason);
        }
        let all: u64 = tally.forfeits.iter().flat_map(|of| of.values()).sum();
        if all > self.incidents.len() as u64 {
            text += &format!("and {} more forfeits\n", all - self.incidents.len() as u64);
        }
        if self.stopped {
            text += &format!("Stopped after {} of {} games.\n", self.games, contest.games);
        }
        let again = if self.repeatable { ", the same at every run" } else { "" };
        text + &format!("Seed {}{again}; {:.1} s\n", self.seed, self.seconds)
    }
}

impl PlayerReport {
    fn new(setting: &Setting, contest: &Contest, tally: &Tally, who: usize) -> Self {
        let used = &tally.used[who];
        Self {
            name: setting.name.clone(),
            limits: limits(setting, contest),
            moves: used.moves,
            nodes_per_move: nodes(used),
            milliseconds_per_move: per(used.time.as_secs_f64() * 1e3, used.moves),
            depth_per_move: per(used.depths as f64, used.measured),
            forfeits: Forfeit::KEYS
                .iter()
                .filter_map(|&reason| Some(Forfeited { reason, games: *tally.forfeits[who].get(reason)? }))
                .collect(),
        }
    }
}

fn limits(setting: &Setting, contest: &Contest) -> String {
    match setting.kind {
        Kind::Random | Kind::Greedy => "none needed".to_owned(),
        _ => setting.pace.or(contest.pace).to_string(),
    }
}

fn nodes(used: &Used) -> Option<f64> {
    per(used.nodes as f64, used.searched)
}

fn per(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// Where a match stands, as a table.
pub(super) fn table(contest: &Contest, tally: &Tally) -> String {
    let [a, b] = &contest.players;
    let counts = tally.counts;
    let mut text = format!("{} against {}: {} games of {}\n", a.name, b.name, tally.games(), contest.games);
    text += &format!("  +{} ={} -{}", counts.won, counts.drawn, counts.lost);
    if let Some(said) = counts.by_pairs().or_else(|| counts.by_games()) {
        text += &format!("   {}\n", estimate_words(&said));
    } else {
        text += "\n";
    }
    let pairs: Vec<String> = counts.pairs.iter().map(ToString::to_string).collect();
    text += &format!("  pairs with 0, ½, 1, 1½, 2 points: {}\n", pairs.join(" "));
    if let Some(said) = counts.by_games().filter(|_| counts.by_pairs().is_some()) {
        text += &format!("  games one by one: {}\n", estimate_words(&said));
    }
    if let Some(test) = &contest.sprt {
        text += &format!("  {}\n", sprt_words(test, &tally.ratio(test)));
    }
    let width = contest.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(6);
    text += &format!(
        "\n{:<width$}  {:>9}  {:>12}  {:>9}  {:>6}  forfeits  limits\n",
        "player", "moves", "nodes/move", "ms/move", "depth"
    );
    for (who, player) in contest.players.iter().enumerate() {
        let used = &tally.used[who];
        let number = |number: Option<f64>, digits: usize| {
            number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
        };
        let forfeits = &tally.forfeits[who];
        let lost: u64 = forfeits.values().sum();
        let reasons: Vec<String> = forfeits.iter().map(|(key, count)| format!("{key} {count}")).collect();
        let reasons = if lost > 0 { format!(" ({})", reasons.join(", ")) } else { String::new() };
        text += &format!(
            "{:<width$}  {:>9}  {:>12}  {:>9}  {:>6}  {lost:>8}  {}{reasons}\n",
            player.name,
            used.moves,
            number(nodes(used), 0),
            number(per(used.time.as_secs_f64() * 1e3, used.moves), 2),
            number(per(used.depths as f64, used.measured), 1),
            limits(player, contest),
        );
    }
    text
}

/// The same in a line.
pub(super) fn line(contest: &Contest, tally: &Tally) -> String {
    let counts = tally.counts;
    let said = counts.by_pairs().or_else(|| counts.by_games());
    let said = said.map_or_else(String::new, |said| format!(", {}", estimate_words(&said)));
    format!(
        "match: {} of {} games, +{} ={} -{}{said}",
        tally.games(),
        contest.games,
        counts.won,
        counts.drawn,
        counts.lost
    )
}

/// `60.2 % ± 4.6, Elo +72 (+38 to +107), superior with 99.9 %`.
pub(super) fn estimate_words(said: &Estimate) -> String {
    let share = match said.share_error {
        Some(error) => format!("{:.1} % ± {:.1}", 100.0 * said.share, 100.0 * error),
        None => format!("{:.1} %", 100.0 * said.share),
    };
    let elo = match (said.elo, said.share_error) {
        (Some(elo), Some(_)) => {
            let low = said.elo_low.map_or("no lower end".to_owned(), |low| format!("{low:+.0}"));
            let high = said.elo_high.map_or("no upper end".to_owned(), |high| format!("{high:+.0}"));
            format!(", Elo {elo:+.0} ({low} to {high})")
        }
        (Some(elo), None) => format!(", Elo {elo:+.0}, no error yet"),
        (None, _) => String::new(),
    };
    let los = said.los.map_or_else(String::new, |los| format!(", superior with {:.1} %", 100.0 * los));
    share + &elo + &los
}

fn sprt_words(test: &Sprt, ratio: &Ratio) -> String {
    let end = match ratio.accepted {
        None => "goes on".to_owned(),
        Some(Claim::Elo0) => format!("accepted: no more than {} Elo", test.elo0),
        Some(Claim::Elo1) => format!("accepted: at least {} Elo", test.elo1),
    };
    format!(
        "test of {} against {} Elo: {:.2} in ({:.2}, {:.2}), {end}",
        test.elo1, test.elo0, ratio.llr, ratio.lower, ratio.upper
    )
}

/// `61.2 ± 1.3 plies (12 to 310, half of the games under 60)`.
pub(super) fn length_words(length: &Lengths) -> String {
    format!(
        "{:.1} ± {:.1} plies ({} to {}, median {})",
        length.mean, length.mean_error, length.shortest, length.longest, length.median
    )
}

/// `4.2 % (2.7 to 6.5)`.
pub(super) fn part_words(part: &Part) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * part.share, 100.0 * part.low, 100.0 * part.high)
}
