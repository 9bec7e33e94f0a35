//! The rules of Omweso in words, as they are played, and its endings.

use sowbase_solver::{Ending, Reason};

use super::play::Omweso;
use super::rules::{
    AkakyalaScope, Clock, EndlessTurn, FirstTurnCapture, NextStarter, OkukoneezaUntil, OmwesoRepetition,
    Reentry, Reverse, ReversePits, Setup, WinTiming,
};
use super::trace::{AKAKYALA, AKAWUMBI, EMITWE_EBIRI, FRONT_ROW};
use crate::play::Position;
use crate::words::{Key, name, say};

fn points(number: u32) -> String {
    if number == 1 { "1 point".into() } else { format!("{number} points") }
}

impl Omweso {
    pub(super) fn words_of_ending(&self, ending: &Ending, position: &Position) -> String {
        let [mover, other] = [position.side, position.side.other()];
        let (winner, loser) = if ending.own > 0 { (mover, other) } else { (other, mover) };
        let paid = u32::from(ending.own.max(ending.opposite).unsigned_abs());
        let won =
            |key| say(key, &[("loser", name(loser)), ("winner", name(winner)), ("points", paid.into())]);
        match ending.reason {
            Reason::NO_MOVE => won(Key::EndBulijo),
            AKAWUMBI => won(Key::EndAkawumbi),
            EMITWE_EBIRI => won(Key::EndEmitweEbiri),
            FRONT_ROW => won(Key::EndFrontRow),
            AKAKYALA => won(Key::EndAkakyala),
            Reason::ENDLESS_TURN if ending.own > 0 => won(Key::EndEndlessLost),
            Reason::ENDLESS_TURN if self.endless_illegal => say(Key::EndEndlessIllegal, &[]),
            Reason::ENDLESS_TURN => say(Key::EndEndlessAnnulled, &[("who", name(other))]),
            Reason::NO_CAPTURE_LIMIT => say(Key::EndQuietAnnulled, &[("turns", position.quiet.into())]),
            Reason::REPETITION => say(Key::EndThirdTime, &[]),
            _ => say(Key::EndPliesNoPoints, &[]),
        }
    }

    pub(super) fn rule_words(&self) -> Vec<String> {
        let mut words = vec![self.words_of_board()];
        words.extend(self.words_of_sowing());
        words.extend(self.words_of_reverse());
        words.extend(self.words_of_winning());
        words.extend(self.words_of_limits());
        words
    }

    fn words_of_board(&self) -> String {
        let (r, m) = (&self.rules, self.m());
        let free = || r.setup_max.0.map_or_else(String::new, |max| format!(", at most {max} in a pit"));
        let setup = match r.setup {
            Setup::Outer4 => "four seeds in each pit of the outer (back) row".into(),
            Setup::TwoEach => "two seeds in each pit".into(),
            Setup::Inner4 => "four seeds in each pit of the inner (front) row".into(),
            Setup::FreeFirstThenSecond => {
                format!(
                    "{} seeds each, arranged freely by the first player, then by the second{}",
                    4 * m,
                    free()
                )
            }
            Setup::FreeSecret => {
                format!("{} seeds each, arranged freely by both and revealed at once{}", 4 * m, free())
            }
        };
        format!(
            "Four rows of {m} pits, two for each player: his own circuit of {} pits, the outer row from his left to his \
             right, then the inner row back. No stores; captured seeds stay in play. At the start {setup}.",
            2 * m
        )
    }

    fn words_of_sowing(&self) -> Vec<String> {
        let r = &self.rules;
        let place = match r.reentry_pit {
            Reentry::Next => "beginning with the pit that got that lap's first seed",
            Reentry::Same => "beginning with that pit itself",
        };
        let mut words = vec![
            "Lift all seeds of an own pit that holds two or more and sow them one by one counter-clockwise round your \
             circuit; the pit lifted is not skipped. A last seed in an occupied pit: lift all and sow on from there. A \
             last seed in an empty pit ends the turn."
                .to_owned(),
            format!(
                "A last seed in an occupied pit of your inner row, both opposing pits of that column holding seeds: \
                 these are captured and sown as the next lap from the pit where the capturing lap started, {place}.{}",
                if r.capture_mandatory {
                    ""
                } else {
                    " The capture may be declined (sign r) and the landing played as a relay, but not after a reverse lap."
                }
            ),
            match r.first_turn_capture {
                FirstTurnCapture::Forbidden => {
                    "In his first turn a player does not capture: such a landing is a relay.".to_owned()
                }
                FirstTurnCapture::Allowed => "A player may capture in his first turn.".to_owned(),
            },
        ];
        if r.okukoneeza {
            let until = match r.okukoneeza_until {
                OkukoneezaUntil::AnyCapture => "the first capture of the game",
                OkukoneezaUntil::OwnCapture => "his own first capture",
            };
            words.push(format!(
                "Okukoneeza (sign k): before {until} a player may sow a pit of exactly three by putting two in the next \
                 pit and one in the pit after it; that ends the turn."
            ));
        }
        words
    }

    fn words_of_reverse(&self) -> Option<String> {
        let r = &self.rules;
        let n = 2 * self.m();
        let pits = match r.reverse_pits {
            ReversePits::LeftFour => {
                format!("the pits of the two left columns (0, 1, {}, {})", n.max(3) - 2, n - 1)
            }
            ReversePits::Kagera => format!("the left-most outer and the second inner pit (0, {})", n - 2),
        };
        let start = format!("From {pits} a player may sow clockwise (sign -) if that very lap captures");
        match r.reverse {
            Reverse::Off => None,
            Reverse::StartOnly => Some(format!("{start}, as the first lap of a turn only.")),
            Reverse::Full => Some(format!(
                "{start}: as the first lap, at a relay that starts there, and with seeds that {} just captured.",
                if r.reverse_after_forward_capture {
                    "a lap from there"
                } else {
                    "a clockwise lap from there"
                }
            )),
        }
    }

    fn words_of_winning(&self) -> Vec<String> {
        let r = &self.rules;
        let mut words = vec![format!(
            "{} (akawumbi): the opponent has no seed left and the last capture was in an end column. {}",
            points(r.akawumbi()),
            match r.win_timing {
                WinTiming::EndOfTurn =>
                    "This and the wins for two points are looked for at the end of the turn.",
                WinTiming::Immediate => "This and okutema are looked for after each capture.",
            }
        )];
        if r.emitwe_ebiri {
            words.push("2 points (okutema, emitwe-ebiri): both end columns captured in one turn.".into());
        }
        if r.front_row_rule {
            words.push("2 points (okutema): captures have cleared the opponent's front (inner) row.".into());
        }
        if r.akakyala {
            let what = match r.akakyala_scope {
                AkakyalaScope::TwoTurns => "in two turns",
                AkakyalaScope::TwoCaptures => "by two laps",
            };
            words.push(format!("2 points (akakyala): captures {what} before the opponent's first."));
        }
        words.push("1 point (bulijo): the opponent has no pit of two seeds or more.".into());
        let starter = match r.next_starter {
            NextStarter::Alternate => "The players begin by turns",
            NextStarter::Loser => "The loser begins the next game",
            NextStarter::Winner => "The winner begins the next game",
        };
        words.push(format!(
            "{} win the match. {starter}; an annulled game is played again.",
            points(r.match_points.0)
        ));
        words
    }

    fn words_of_limits(&self) -> Vec<String> {
        let r = &self.rules;
        let endless = match r.endless_turn {
            EndlessTurn::AnnulGame => "annuls the game",
            EndlessTurn::Illegal => "may not be played (if there is no other, the game is annulled)",
            EndlessTurn::OpponentWins => "loses the game by a point",
        };
        let laps = r.lap_limit.0;
        let mut words =
            vec![format!("A turn that repeats itself or is not over after {laps} laps {endless}.")];
        if let Some(limit) = r.no_capture_limit.0 {
            words.push(format!("{limit} turns in a row without a capture annul the game."));
        }
        if r.repetition == OmwesoRepetition::AnnulOn3 {
            words.push("A position that comes up for the third time annuls the game.".into());
        }
        if r.clock == Clock::Blitz {
            words.push("Blitz: three seconds for a move (not measured here).".into());
        }
        if let Some(limit) = r.ply_limit.0 {
            words.push(format!("After {limit} plies the game stops; nobody gets points."));
        }
        words
    }
}
