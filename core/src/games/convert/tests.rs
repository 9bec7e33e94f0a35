//! Foreign notations against their sources, and round trips.

use super::*;
use crate::games::entry;

/// Reads a text as its notation does, without a game.
fn plain(notation: &Notation, text: &str) -> Result<Position, String> {
    (notation.read)(text).map(|foreign| foreign.position)
}

fn board(south: [u8; 6], north: [u8; 6], stores: [u16; 2], side: Side) -> Position {
    Position { stores, side, ..Position::new(south.to_vec(), north.to_vec()) }
}

#[test]
fn aalina_pits_run_from_souths_left_to_norths_right() {
    // OwareBoard.java of joansalasoler/oware.
    let position = plain(&aalina::NOTATION, "1-2-3-4-5-6-7-8-9-0-1-0-1-1-N").expect("reads");
    assert_eq!(position, board([1, 2, 3, 4, 5, 6], [7, 8, 9, 0, 1, 0], [1, 1], Side::North));
    let start = board([4; 6], [4; 6], [0, 0], Side::South);
    assert_eq!(write_with(&aalina::NOTATION, &start), ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S".into(), 0));
    assert_eq!(
        write_with(&aalina::NOTATION, &board([1; 6], [1; 6], [0, 0], Side::South)).1,
        1,
        "not 48 seeds"
    );
}

fn write_with(notation: &Notation, position: &Position) -> (String, usize) {
    let Written { text, notes } = (notation.write)(position);
    (text, notes.len())
}

#[test]
fn playstrategy_ranks_are_seen_by_south() {
    // OwareFenTest.scala of Mind-Sports-Games/strategygames gives these arrays (South's pits, then North's in sowing
    // order): "5,13s/4s,1,1s,2,3s" is 4 0 1 0 0 3 | 13 0 0 0 0 0, "1s,1s,4s,4s,4s,4s/4s,4s,1s,1s,4s,4s" is
    // 4 4 1 1 4 4 | 4 4 4 4 1 1.
    let fen = &playstrategy::NOTATION;
    let position = plain(fen, "5,13s/4s,1,1s,2,3s 25 2 S 50").expect("reads");
    let expected =
        Position { plies: 98, ..board([4, 0, 1, 0, 0, 3], [13, 0, 0, 0, 0, 0], [25, 2], Side::South) };
    assert_eq!(position, expected);
    let position = plain(fen, "1s,1s,4s,4s,4s,4s/4s,4s,1s,1s,4s,4s 4 8 N 11").expect("reads");
    let expected =
        Position { plies: 21, ..board([4, 4, 1, 1, 4, 4], [4, 4, 4, 4, 1, 1], [4, 8], Side::North) };
    assert_eq!(position, expected);
    // parse/make pairs of PlayStrategy's own tests: written as they were read.
    for text in [
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1",
        "11S,5/2,23S,3 11 3 S 50",
        "6/6 24 24 S 50",
        "1,1S,1S,1S,1S,2S/6 22 20 S 50",
    ] {
        let position = plain(fen, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(write_with(fen, &position), (text.to_owned(), 0));
    }
    // Without a move number, with `_`; and a finished game whose scores count the board.
    assert_eq!(plain(fen, "6/6_24_24_S"), plain(fen, "6/6 24 24 S 1"));
    let over = (fen.read)("1,1S,1S,1S,1S,2S/6 22 26 S 50").expect("reads");
    assert_eq!(over.position.stores, [22, 20]);
    assert!(over.note.is_some());
}

#[test]
fn codingame_is_seen_by_the_mover() {
    let bot = &codingame::NOTATION;
    let position = plain(bot, "1 2 3 4 5 6 7 8 9 0 1 0").expect("reads");
    assert_eq!(position, board([1, 2, 3, 4, 5, 6], [7, 8, 9, 0, 1, 0], [0, 0], Side::South));
    let north = board([1, 2, 3, 4, 5, 6], [7, 8, 9, 0, 1, 0], [1, 1], Side::North);
    assert_eq!(write_with(bot, &north), ("7 8 9 0 1 0 1 2 3 4 5 6".into(), 2), "seat and stores are lost");
}

#[test]
fn kgp_is_as_in_its_specification() {
    // spec/012-grammar.md: South's store 10, North's 2, South's pits 1, 2 and 3, North's 4, 2 and 0.
    let position = plain(&kgp::NOTATION, "<3,10,2,1,2,3,4,2,0>").expect("reads");
    let expected = Position { stores: [10, 2], ..Position::new(vec![1, 2, 3], vec![4, 2, 0]) };
    assert_eq!(position, expected);
    assert_eq!(write_with(&kgp::NOTATION, &expected), ("<3,10,2,1,2,3,4,2,0>".into(), 0));
    // spec/021-freeplay.md: after South's pit 1 of a fresh board of three, the next player is South.
    let next = Position { stores: [1, 0], side: Side::North, ..Position::new(vec![0, 4, 4], vec![3, 3, 3]) };
    assert_eq!(write_with(&kgp::NOTATION, &next).0, "<3,0,1,3,3,3,0,4,4>");
}

#[test]
fn random_positions_round_trip() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..5_000 {
        let mut row = || [0; 6].map(|_: u8| if rng.bool() { 0 } else { rng.u8(0..5) });
        let (south, north) = (row(), row());
        let stores = [rng.u16(0..12), rng.u16(0..11)];
        let mut position = board(south, north, stores, if rng.bool() { Side::South } else { Side::North });
        let back = |notation: &Notation, position: &Position| {
            let text = (notation.write)(position).text;
            plain(notation, &text).unwrap_or_else(|why| panic!("{text}: {why}"))
        };
        assert_eq!(back(&aalina::NOTATION, &position), position);
        position.plies = 2 * rng.u32(0..100) + u32::from(position.side == Side::North);
        assert_eq!(back(&playstrategy::NOTATION, &position), position);
        let (mover, _) = seated(&Position { plies: 0, ..position });
        assert_eq!(back(&kgp::NOTATION, &mover), mover);
        let bare = Position { stores: [0, 0], ..mover };
        assert_eq!(back(&codingame::NOTATION, &bare), bare);
    }
}

#[test]
fn positions_of_real_games_go_through_the_door_and_back() {
    let opened = entry("kalah").expect("game").open(&[]).expect("opens");
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..50 {
        let mut session = opened.play.session(&opened.play.start());
        while session.result().is_none() {
            let (seen, _) = seated(&Position { plies: 0, quiet: 0, ..session.position().clone() });
            let text = write(&opened, "kgp", &seen).expect("writes").text;
            assert_eq!(read(&opened, "kgp", &text, false).expect("reads").0, seen);
            let moves = session.moves();
            session.play(&moves[rng.usize(..moves.len())].text).expect("legal");
        }
    }
}

#[test]
fn wrong_texts_are_refused_with_the_reason() {
    let opened = entry("kalah").expect("game").open(&[]).expect("opens");
    let said = |from: &str, text: &str| convert(&opened, from, OWN, text, false).expect_err(text).to_string();
    for (from, text, part) in [
        ("kgp", "6,0,0", "between < and >"),
        ("kgp", "<>", "no number of seeds"),
        ("kgp", "<6,0,0,4>", "3 numbers after the size 6"),
        ("kgp", "<3,0,0,3,3,3,3,3,3>", "3 pits in a row, but this game 6"),
        ("kgp", "<99,0>", "size 99"),
        ("kgp", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,5>", "49 seeds"),
        ("kgp", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,999999999999>", "no number of seeds"),
        ("kgp", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,-1>", "no number of seeds"),
        ("aalina", "x", "for oware, not for kalah"),
        ("kgpp", "x", "mean kgp"),
        ("sowbase", "4,4", "no `/`"),
    ] {
        let said = said(from, text);
        assert!(said.contains(part), "{from} {text}: {said:?} without {part:?}");
    }
    for (notation, text, part) in [
        (&aalina::NOTATION, "4-4-4", "2 numbers before"),
        (&aalina::NOTATION, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", "no side"),
        (&aalina::NOTATION, "4-4-4-4-4-4-4-4-4-4-4-4--0-S", "no number"),
        (&playstrategy::NOTATION, "4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1", "North's rank has 5"),
        (&playstrategy::NOTATION, "7/6 0 0 S 1", "run of 7"),
        (&playstrategy::NOTATION, "0S,5/6 0 0 S 1", "run"),
        (&playstrategy::NOTATION, "6/6 0 0 S 0", "begin with 1"),
        (&playstrategy::NOTATION, "6/6 0 0", "3 words"),
        (&playstrategy::NOTATION, "6/6/6 0 0 S", "no number"),
        (&playstrategy::NOTATION, "1,1S,1S,1S,1S,2S/6 48 0 S 50", "fewer"),
        (&codingame::NOTATION, "4 4 4", "3 numbers"),
        (&codingame::NOTATION, "4 4 4 4 4 4 4 4 4 4 4 4.0", "no number"),
    ] {
        let why = plain(notation, text).expect_err(text);
        assert!(why.contains(part), "{text}: {why:?} without {part:?}");
    }
}
