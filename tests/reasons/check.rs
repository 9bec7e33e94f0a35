//! Every claim of an explanation, found out again by other means: what a move brings is read off the positions before and
//! after it, not off its gains and captures; every move is played in a game of its own.

use sowbase::games::{Opened, Step, Trace};
use sowbase::play::{GameResult, InProgress, Position, Side, Winner};
use sowbase::reasons::{Explanation, Judged, Reason};

/// The letter of a pit, as positions are written.
pub(crate) fn letter(side: Side, pit: usize) -> String {
    let first = if side == Side::South { b'A' } else { b'a' };
    char::from(first + pit as u8).to_string()
}

/// A position and what was found out about it.
pub(crate) struct Claimed<'a> {
    pub(crate) opened: &'a Opened,
    pub(crate) position: &'a Position,
    pub(crate) judged: &'a [Judged],
    pub(crate) explanation: &'a Explanation,
}

/// A move that was played.
struct Made {
    trace: Trace,
    before: Position,
    result: Option<GameResult>,
}

/// What a move brings a side, net, by the seeds that lie elsewhere afterwards.
fn brings(game: &str, made: &Made, side: Side) -> i32 {
    let change = |side: Side| {
        let [before, after] = [&made.before, &made.trace.after].map(|position| match game {
            // Captured seeds stay in play, on the captor's own circuit.
            "omweso" => position.row_seeds(side) as i32,
            _ => i32::from(position.stores[side.index()]),
        });
        after - before
    };
    if game == "omweso" { change(side) } else { change(side) - change(side.other()) }
}

impl Claimed<'_> {
    fn game(&self) -> &'static str {
        self.opened.rules.game()
    }

    fn after(&self, moves: &[String]) -> Box<dyn InProgress> {
        let mut game = self.opened.play.session(self.position);
        for text in moves {
            game.play(text).unwrap_or_else(|error| panic!("{error}"));
        }
        game
    }

    fn made(&self, moves: &[String]) -> Vec<Made> {
        let mut game = self.opened.play.session(self.position);
        let play = |text: &String| {
            let before = game.position().clone();
            let trace = game.play(text).unwrap_or_else(|error| panic!("{error}"));
            Made { trace, before, result: game.result().cloned() }
        };
        moves.iter().map(play).collect()
    }

    fn best(&self) -> &Judged {
        let best = self.explanation.best.as_ref().expect("a best move");
        self.judged.iter().find(|mv| mv.r#move == *best).expect("judged")
    }

    /// The line as far as it can be played.
    fn line(&self) -> Vec<String> {
        let best = self.best();
        let line = if best.pv.is_empty() { vec![best.r#move.clone()] } else { best.pv.clone() };
        let mut game = self.opened.play.session(self.position);
        line.into_iter().take_while(|text| game.result().is_none() && game.play(text).is_ok()).collect()
    }

    /// Moves of the line until the other side is to move.
    fn turn(&self) -> Vec<String> {
        let mover = self.position.side;
        let mut turn = Vec::new();
        for made in self.made(&self.line()) {
            if made.before.side != mover {
                break;
            }
            turn.push(made.trace.text);
        }
        turn
    }

    /// What a reply brings the other side after moves; `None` where it is not legal.
    fn reply_brings(&self, moves: &[String], reply: &str) -> Option<i32> {
        let mut game = self.after(moves);
        if game.result().is_some() {
            return None;
        }
        let before = game.position().clone();
        assert_ne!(before.side, self.position.side, "a reply");
        let trace = game.play(reply).ok()?;
        Some(brings(self.game(), &Made { trace, before, result: None }, self.position.side.other()))
    }

    /// What every legal move brings the side to move.
    fn offers(&self, game: &mut dyn InProgress) -> Vec<(String, i32)> {
        let before = game.position().clone();
        let side = before.side;
        let ahead = game.look_ahead().into_iter();
        let brought = |trace: Trace| {
            let text = trace.text.clone();
            (text, brings(self.game(), &Made { trace, before: before.clone(), result: None }, side))
        };
        ahead.map(|ahead| brought(ahead.trace)).collect()
    }

    fn lead(&self, value: i16) -> i32 {
        self.position.banked() + i32::from(value)
    }

    /// What is known of a move holds under the rules in force.
    fn certain(&self, mv: &Judged) -> bool {
        let even = ["split", "annul_on_3"];
        let options = self.opened.rules.options();
        let repetition =
            options.into_iter().find(|option| option.key == "repetition").map(|option| option.value);
        !mv.counting_endless_nothing || repetition.is_none_or(|rule| even.contains(&&*rule))
    }

    /// Everything that is claimed holds.
    pub(crate) fn hold(&self) {
        if self.explanation.best.is_none() {
            return;
        }
        let line = self.made(&self.line());
        for reason in &self.explanation.reasons {
            self.holds(reason, &line);
        }
        if let Some(reply) = &self.explanation.reply {
            assert_eq!(self.reply_brings(&self.turn(), &reply.r#move), Some(reply.brings));
        }
        let sentence = &self.explanation.sentence;
        assert!(!sentence.contains(['{', '}', '\u{2068}']) && sentence.ends_with('.'), "{sentence}");
    }

    #[expect(clippy::too_many_lines, reason = "an arm for every kind")]
    fn holds(&self, reason: &Reason, line: &[Made]) {
        let (mover, other) = (self.position.side, self.position.side.other());
        let first = &line[0];
        let own = |made: &Made| brings(self.game(), made, mover);
        let offers = || self.offers(&mut *self.opened.play.session(self.position));
        let now =
            |text: &str| offers().into_iter().find(|(mv, _)| mv == text).map_or(0, |(_, seeds)| seeds.max(0));
        let drops = |from: usize, to: usize| {
            first.trace.steps[from..to].iter().any(|step| matches!(step, Step::Drop { .. }))
        };
        let captures = || {
            let steps = first.trace.steps.iter().enumerate();
            steps.filter_map(|(at, step)| match step {
                Step::Capture { side, pit, seeds, to, .. } if *to == mover => {
                    Some((at, (*side, *pit), *seeds))
                }
                _ => None,
            })
        };
        match reason {
            Reason::Unknown => assert!(self.best().hundredths.is_none()),
            Reason::OnlyMove => assert_eq!(offers().len(), 1),
            Reason::AllEqual => {
                assert!(self.judged.iter().all(|mv| self.certain(mv)));
                let value = self.best().exact().expect("exact");
                assert!(self.judged.len() > 1 && self.judged.iter().all(|mv| mv.exact() == Some(value)));
            }
            Reason::EndsTheGame { winner, south, north, rule } => {
                let result = first.result.as_ref().expect("over");
                assert_eq!((result.south, result.north, result.rule), (*south, *north, *rule));
                match winner {
                    Winner::South => assert!(south > north),
                    Winner::North => assert!(north > south),
                    Winner::Draw | Winner::None => {}
                }
            }
            Reason::OnlyWin => {
                for mv in self.judged {
                    assert!(self.certain(mv));
                    let won = self.lead(mv.at_least.expect("bound")) > 0;
                    assert_eq!(won, mv.r#move == self.best().r#move);
                    assert!(won || self.lead(mv.at_most.expect("bound")) <= 0);
                }
            }
            Reason::OnlyDraw => {
                assert_eq!(self.lead(self.best().at_least.expect("bound")), 0);
                assert!(self.judged.iter().all(|mv| self.certain(mv)));
                let others = self.judged.iter().filter(|mv| mv.r#move != self.best().r#move);
                assert!(others.map(|mv| self.lead(mv.at_most.expect("bound"))).all(|lead| lead < 0));
            }
            Reason::WinsByForce { by, plies } => {
                assert_eq!(*by, self.lead(self.best().at_least.expect("bound")));
                assert!(
                    self.certain(self.best())
                        && *by > 0
                        && (plies.is_none() || *plies == self.best().distance)
                );
            }
            Reason::LeavesNoMove { pass } => {
                let moves = self.after(&self.turn()).moves();
                let texts: Vec<_> = moves.iter().map(|trace| trace.text.as_str()).collect();
                assert_eq!(texts, if *pass { vec!["pass"] } else { vec![] });
            }
            Reason::OneReply { reply } => {
                let moves = self.after(&self.turn()).moves();
                assert!(moves.len() == 1 && moves[0].text == *reply);
            }
            Reason::Starves => {
                assert!(self.position.row(other).iter().any(|&seeds| seeds > 0));
                assert!(first.trace.after.row(other).iter().all(|&seeds| seeds == 0));
            }
            Reason::Feeds { seeds, refused } => {
                assert_eq!(self.position.row_seeds(other), 0);
                assert_eq!(first.trace.after.row_seeds(other), *seeds);
                for pit in refused {
                    assert!(self.opened.play.session(self.position).play(pit).is_err());
                }
            }
            Reason::TakesTheRest { seeds } => {
                assert_eq!(first.trace.after.on_board(), 0);
                let last = first.trace.steps.iter().rposition(|step| matches!(step, Step::Drop { .. }));
                let rest: u32 =
                    captures().filter(|(at, ..)| Some(*at) > last).map(|(.., seeds)| u32::from(seeds)).sum();
                assert_eq!(rest, *seeds);
            }
            Reason::Forfeits { seeds, rule } => {
                let told = first.trace.steps.iter().any(|step| {
                    matches!(step, Step::Forfeit { seeds: n, rule: by } if u32::from(*n) == *seeds && by == rule)
                });
                assert!(told && first.trace.after.row_seeds(other) >= *seeds);
            }
            Reason::Swaps => assert_eq!(first.trace.text, "swap"),
            Reason::NeverEnds { .. } => {
                assert!(first.trace.steps.iter().any(|step| matches!(step, Step::Endless { .. })));
            }
            Reason::Captures { seeds, pits, .. } => {
                let banked =
                    first.trace.steps.iter().filter(|step| **step == Step::Store { side: mover }).count();
                let store = |position: &Position| i32::from(position.stores[mover.index()]);
                let stored = store(&first.trace.after) - store(&first.before);
                let gained = if self.game() == "omweso" { own(first) } else { stored };
                assert_eq!(*seeds as i32 + banked as i32, gained);
                for pit in pits {
                    assert!(captures().any(|(_, (side, at), _)| letter(side, at) == *pit));
                }
            }
            Reason::MostAtOnce { seeds, next } => {
                let mut all: Vec<i32> = offers().into_iter().map(|(_, seeds)| seeds).collect();
                all.sort_unstable();
                assert_eq!((all.pop(), all.pop()), (Some(*seeds), Some(*next)));
                assert!(seeds > next && own(first) == *seeds);
            }
            Reason::CapturesAgain { times } => {
                let at: Vec<usize> = captures().map(|(at, ..)| at).collect();
                assert_eq!(at.windows(2).filter(|pair| drops(pair[0], pair[1])).count() + 1, *times);
            }
            Reason::MovesAgain { moves, seeds } => {
                let turn = self.turn();
                assert_eq!(turn[1..], moves[..]);
                assert_eq!(self.made(&turn).iter().map(own).sum::<i32>(), *seeds);
                assert_eq!(first.trace.after.side, mover);
            }
            Reason::Banks { seeds } => {
                let rows = |position: &Position| position.on_board();
                let taken: u32 = captures().map(|(.., seeds)| u32::from(seeds)).sum();
                assert_eq!(rows(&first.before) - rows(&first.trace.after), *seeds as u32 + taken);
            }
            Reason::Gives { seeds } => {
                let store = |position: &Position| position.stores[other.index()];
                assert_eq!(u32::from(store(&first.trace.after) - store(&first.before)), *seeds);
            }
            Reason::Stops { reply, seeds, pits, after, still } => {
                assert_eq!(self.reply_brings(std::slice::from_ref(after), reply), Some(*seeds));
                assert_eq!(self.reply_brings(&self.turn(), reply), *still);
                let left =
                    self.offers(&mut *self.after(&self.turn())).into_iter().map(|(_, seeds)| seeds).max();
                assert!(left.expect("a reply").max(0) + 2 <= *seeds);
                let reply = self.after(std::slice::from_ref(after)).play(reply).expect("legal");
                let taken = |pit: &String| {
                    reply.steps.iter().any(|step| {
                        matches!(step, Step::Capture { side, pit: at, to, .. }
                        if *to == other && letter(*side, *at) == *pit)
                    })
                };
                assert!(pits.iter().all(taken));
            }
            Reason::Safe { reply, seeds, after } => {
                assert!(self.offers(&mut *self.after(&self.turn())).iter().all(|(_, seeds)| *seeds <= 0));
                assert_eq!(self.reply_brings(std::slice::from_ref(after), reply), Some(*seeds));
                assert!(*seeds >= 2);
            }
            Reason::Threatens { r#move, seeds } => {
                let mut after = self.after(&self.turn()).position().clone();
                after.side = mover;
                let brought = self.offers(&mut *self.opened.play.session(&after));
                assert!(brought.iter().any(|(mv, n)| mv == r#move && n == seeds));
                assert!(*seeds >= 2 + now(r#move));
            }
            Reason::Prepares { r#move, seeds } => {
                let next = line[self.turn().len()..].iter().find(|made| made.before.side == mover);
                let next = next.expect("another turn");
                assert!(next.trace.text == *r#move && own(next) == *seeds && *seeds >= 2 + now(r#move));
            }
            Reason::Sacrifices { gives, back, plies } => {
                let turn = self.turn().len();
                let replied = line[turn..].iter().take_while(|made| made.before.side == other).count();
                let sum = |made: &[Made]| made.iter().map(own).sum::<i32>();
                assert_eq!((sum(&line[..turn + replied]), *plies), (-gives, line.len()));
                assert_eq!(sum(line), back - gives);
                assert!(*gives >= 2 && back > gives);
            }
            Reason::RefusesCapture { r#move, seeds, worse_by, proven } => {
                let brought = offers();
                assert_eq!(brought.iter().map(|(_, seeds)| *seeds).max(), Some(*seeds));
                assert!(brought.contains(&(r#move.clone(), *seeds)));
                let turn = self.made(&self.turn()).iter().map(own).sum::<i32>();
                assert!(turn.max(own(first)).max(0) + 2 <= *seeds);
                self.is_worse(r#move, *worse_by, *proven);
            }
            Reason::Better { than, by, proven } => {
                let next = self.judged.iter().filter(|mv| mv.r#move != self.best().r#move);
                let most = next.map(|mv| mv.hundredths.expect("known")).max().expect("another");
                let less = self.best().hundredths.expect("known") - most;
                assert!((f64::from(less) / 100.0 - by).abs() < 1e-9);
                self.is_worse(than, *by, *proven);
            }
            Reason::LongestSowing { laps, next } => {
                let count = |trace: &Trace| {
                    let begins = |step: &&Step| matches!(step, Step::Lift { .. } | Step::Resow { .. });
                    trace.steps.iter().filter(begins).count()
                };
                let moves = self.opened.play.session(self.position).moves();
                let mut all: Vec<usize> = moves.iter().map(count).collect();
                all.sort_unstable();
                assert_eq!((all.pop(), all.pop()), (Some(*laps), Some(*next)));
                assert!(laps > next && count(&first.trace) == *laps);
            }
            Reason::Reverses => assert!(first.trace.text.contains('-')),
            Reason::GoesRound { pit, seeds } => {
                let open = |side: Side, at: usize| !self.position.is_closed(side, at);
                let pits = Side::BOTH
                    .map(|side| (0..self.position.row(side).len()).filter(|&at| open(side, at)).count());
                assert!(*seeds as usize + 1 >= pits.iter().sum() && first.trace.text.starts_with(&**pit));
            }
            Reason::Hoards { pit, seeds } => {
                let row = first.trace.after.row(mover);
                assert!((0..row.len()).any(|at| letter(mover, at) == *pit && u32::from(row[at]) == *seeds));
                assert!(!first.trace.text.starts_with(&**pit));
            }
            Reason::Shortest { plies, other } | Reason::HoldsOut { plies, other } => {
                let (value, shortest) =
                    (self.best().exact().expect("exact"), matches!(reason, Reason::Shortest { .. }));
                let equal = self.judged.iter().filter(|mv| mv.exact() == Some(value));
                let all: Vec<u32> = equal.map(|mv| mv.distance.expect("known")).collect();
                let (least, most) = (*all.iter().min().expect("one"), *all.iter().max().expect("one"));
                assert_eq!((*plies, *other), if shortest { (least, most) } else { (most, least) });
                assert!((value > 0) == shortest && least < most);
            }
            Reason::Repeats { plies } => {
                assert_eq!(line.len(), *plies);
                let last = &line[line.len() - 1];
                let same = |made: &Made| {
                    made.before.side == last.trace.after.side && made.before.pits == last.trace.after.pits
                };
                let ended = last.result.as_ref().is_some_and(|result| result.rule == "repetition");
                assert!(ended || line.iter().any(same));
            }
        }
    }

    fn is_worse(&self, than: &str, by: f64, proven: bool) {
        let than = self.judged.iter().find(|mv| mv.r#move == than).expect("judged");
        let best = self.best();
        let seeds = |mv: &Judged| f64::from(mv.hundredths.expect("known")) / 100.0;
        assert!(by >= 1.0 && (seeds(best) - seeds(than) - by).abs() < 1e-9);
        let less = best.at_least.expect("bound") > than.at_most.expect("bound");
        assert_eq!(proven, less && self.certain(best) && self.certain(than));
    }
}
