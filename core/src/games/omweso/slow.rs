//! One complete turn, slowly: seed by seed on plain lists of pits, as in rules.md, section 5.2.

use std::collections::HashSet;

use super::rules::{FirstTurnCapture, OmwesoRules, Reentry, Reverse, ReversePits, WinTiming};
use crate::games::trace::Step;
use crate::play::{Position, Side};

/// How a turn starts, as written behind its pit.
pub(super) const STARTS: [char; 3] = ['+', '-', 'k'];

/// The choices of one turn: those told in advance, and how many there were at each point met.
#[derive(Debug, Default)]
pub(super) struct Script {
    told: Vec<usize>,
    /// Signs to follow, the last first: written by a player, so `c` may be left out.
    follow: Vec<char>,
    met: Vec<(usize, usize)>,
    signs: Vec<char>,
}

impl Script {
    fn choose(&mut self, signs: [char; 2], steps: &mut Vec<Step>) -> char {
        let followed = self.follow.last().and_then(|next| signs.iter().position(|sign| sign == next));
        if followed.is_some() {
            self.follow.pop();
        }
        let choice = followed.or_else(|| self.told.get(self.met.len()).copied()).unwrap_or(0);
        self.met.push((choice, signs.len()));
        self.signs.push(signs[choice]);
        steps.push(Step::Choice { sign: signs[choice] });
        signs[choice]
    }

    /// A script that makes the choices of a move's text.
    pub(super) fn following(signs: &str) -> Self {
        Self { follow: signs.chars().rev().collect(), ..Self::default() }
    }

    /// The script of the next turn in depth-first order.
    pub(super) fn next(mut self) -> Option<Self> {
        while let Some((choice, of)) = self.met.pop() {
            if choice + 1 < of {
                let mut told: Vec<usize> = self.met.iter().map(|&(choice, _)| choice).collect();
                told.push(choice + 1);
                return Some(Self { told, ..Self::default() });
            }
        }
        None
    }

    /// The signs as written: `c` (the capture is made) stands only where `r` or `c` follows, else nothing is lost
    /// without it.
    pub(super) fn written(&self) -> String {
        let mut out: Vec<char> = Vec::new();
        for &sign in self.signs.iter().rev() {
            let needed = matches!(out.last(), Some('r' | 'c'));
            if sign != 'c' || needed {
                out.push(sign);
            }
        }
        out.iter().rev().collect()
    }
}

/// How a turn came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The last seed fell in an empty pit (or okukoneeza was played).
    Stopped,
    /// It never does.
    Endless,
    /// A capture won the game at once.
    Won,
}

/// A turn being played, or played.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    rules: &'a OmwesoRules,
    side: Side,
    barred: bool,
    pub(super) own: Vec<u8>,
    pub(super) opposite: Vec<u8>,
    pub(super) steps: Vec<Step>,
    /// Landing pits of the captures, in order.
    pub(super) captures: Vec<usize>,
    pub(super) seeds_taken: u16,
}

impl<'a> Turn<'a> {
    /// Before the first lap.
    pub(super) fn new(rules: &'a OmwesoRules, position: &Position) -> Self {
        let side = position.side;
        let first = position.extra("first").is_some_and(|sides| sides.contains(side.letter()));
        Self {
            rules,
            side,
            barred: first && rules.first_turn_capture == FirstTurnCapture::Forbidden,
            own: position.row(side).to_vec(),
            opposite: position.row(side.other()).to_vec(),
            steps: Vec::new(),
            captures: Vec::new(),
            seeds_taken: 0,
        }
    }

    fn columns(&self) -> usize {
        self.own.len() / 2
    }

    fn beside(&self, pit: usize, reverse: bool) -> usize {
        let n = self.own.len();
        if reverse { (pit + n - 1) % n } else { (pit + 1) % n }
    }

    fn is_reverse_pit(&self, pit: usize) -> bool {
        let n = self.own.len();
        match self.rules.reverse_pits {
            ReversePits::LeftFour => pit < 2 || pit + 2 >= n,
            ReversePits::Kagera => pit == 0 || pit + 2 == n,
        }
    }

    /// The opponent's outer and inner pit of the column of an own inner pit, if a landing there would capture.
    fn victims(&self, pit: usize) -> Option<[usize; 2]> {
        let m = self.columns();
        if self.barred || pit < m {
            return None;
        }
        let both = [pit - m, 3 * m - 1 - pit];
        both.iter().all(|&victim| self.opposite[victim] > 0).then_some(both)
    }

    /// Drops a hand seed by seed and says where the last fell. A captured hand may begin in the start pit itself.
    fn sow(&mut self, start: usize, hand: u8, reverse: bool, captured: bool) -> usize {
        let mut pit = start;
        for seed in 0..hand {
            if seed > 0 || !captured || self.rules.reentry_pit == Reentry::Next {
                pit = self.beside(pit, reverse);
            }
            self.own[pit] += 1;
            self.steps.push(Step::Drop { side: self.side, pit, now: self.own[pit] });
        }
        pit
    }

    /// True when a clockwise lap would capture at its end.
    fn reverse_captures(&mut self, start: usize, hand: u8, captured: bool) -> bool {
        let (own, steps) = (self.own.clone(), self.steps.len());
        let last = self.sow(start, hand, true, captured);
        let captures = self.own[last] > 1 && self.victims(last).is_some();
        self.own = own;
        self.steps.truncate(steps);
        captures
    }

    fn lift(&mut self, pit: usize, relay: bool) -> u8 {
        let seeds = std::mem::take(&mut self.own[pit]);
        self.steps.push(Step::Lift { side: self.side, pit, seeds, relay });
        seeds
    }

    /// Okukoneeza from a pit of three.
    pub(super) fn two_and_one(&mut self, pit: usize) {
        self.lift(pit, false);
        let next = self.beside(pit, false);
        for place in [next, next, self.beside(next, false)] {
            self.own[place] += 1;
            self.steps.push(Step::Drop { side: self.side, pit: place, now: self.own[place] });
        }
    }

    /// Plays the turn by a script; `None` when a reverse start would not capture.
    pub(super) fn play(&mut self, pit: usize, start: char, script: &mut Script) -> Option<End> {
        let relays_reverse = self.rules.reverse == Reverse::Full;
        let mut reverse = start == '-';
        let mut from = pit;
        let mut hand = self.lift(pit, false);
        if reverse {
            let open = self.rules.reverse != Reverse::Off && self.is_reverse_pit(pit);
            if !open || !self.reverse_captures(pit, hand, false) {
                return None;
            }
        }
        let mut captured = false;
        let mut may_reverse = relays_reverse && self.is_reverse_pit(pit);
        let mut sown = HashSet::new();
        let mut offered = HashSet::new();
        let mut laps = 0;
        loop {
            if !reverse {
                let begins_here = captured && self.rules.reentry_pit == Reentry::Same;
                let state = (self.own.clone(), self.opposite.clone(), from, hand, begins_here, may_reverse);
                if !sown.insert(state) {
                    self.own[from] += hand;
                    return Some(End::Endless);
                }
            }
            if laps > 0 && may_reverse && self.reverse_captures(from, hand, captured) {
                reverse = script.choose(['+', '-'], &mut self.steps) == '-';
            }
            if captured {
                self.steps.push(Step::Resow { side: self.side, pit: from, seeds: hand, reverse });
            }
            let last = self.sow(from, hand, reverse, captured);
            laps += 1;
            if self.own[last] == 1 {
                return Some(End::Stopped);
            }
            if laps >= self.rules.lap_limit.0 {
                return Some(End::Endless);
            }
            let mut victims = self.victims(last);
            if victims.is_some() && !reverse && !self.rules.capture_mandatory {
                let new = offered.insert((self.own.clone(), self.opposite.clone(), last));
                if !new || script.choose(['c', 'r'], &mut self.steps) == 'r' {
                    victims = None;
                }
            }
            captured = victims.is_some();
            if let Some(victims) = victims {
                hand = self.take(victims);
                self.captures.push(last);
                may_reverse = relays_reverse
                    && self.is_reverse_pit(from)
                    && (reverse || self.rules.reverse_after_forward_capture);
                if self.rules.win_timing == WinTiming::Immediate && self.wins_the_head() > 0 {
                    self.own[from] += hand;
                    return Some(End::Won);
                }
            } else {
                from = last;
                hand = self.lift(last, true);
                may_reverse = relays_reverse && self.is_reverse_pit(last);
            }
            reverse = false;
        }
    }

    fn take(&mut self, victims: [usize; 2]) -> u8 {
        let mut hand = 0;
        for pit in victims {
            let seeds = std::mem::take(&mut self.opposite[pit]);
            let rule = "M7: both pits of the column hold seeds";
            self.steps.push(Step::Capture { side: self.side.other(), pit, seeds, to: self.side, rule });
            hand += seeds;
        }
        self.seeds_taken += u16::from(hand);
        hand
    }

    /// What tests 1 to 3 of section 5.3 pay: akawumbi, emitwe-ebiri, front row.
    pub(super) fn wins_the_head(&self) -> u32 {
        let Some(&last) = self.captures.last() else { return 0 };
        let (m, n) = (self.columns(), self.own.len());
        if self.opposite.iter().all(|&seeds| seeds == 0) && (last == m || last == n - 1) {
            return self.rules.akawumbi();
        }
        if self.has_both_ends()
            || self.rules.front_row_rule && self.opposite[m..].iter().all(|&seeds| seeds == 0)
        {
            return 2;
        }
        0
    }

    /// True for emitwe-ebiri.
    pub(super) fn has_both_ends(&self) -> bool {
        let (m, n) = (self.columns(), self.own.len());
        self.rules.emitwe_ebiri && self.captures.contains(&m) && self.captures.contains(&(n - 1))
    }
}
