# Sentences for people about positions, moves and endings. Names in braces with a $ are holes that the program fills;
# core/src/words/keys.rs has the list. { seeds } is the message of that name with the same hole.

## Words that others are made of

south = South
north = North
seeds = { $seeds ->
    [one] 1 seed
   *[other] { $seeds } seeds
}
list-more = { $before }, { $next }
list-last = { $before } and { $last }
stop = { $text }.

## What a move does: parts of a sentence, a comma between them, the first letter large, a stop at the end

move-gains = gains { seeds }
move-gives = gives { $other } { seeds }
move-forfeits = leaves { seeds } that would be captured ({ $rule })
move-again = moves again
move-ends = ends the game
move-quiet = captures nothing
move-nothing = brings nothing
move-reply = { $who }'s best reply is { $move }.
move-next = { $who }'s best next move is { $move }.
move-unknown = What it is worth is not known here.
move-even = With best play { $who } and { $other } gain the same from here on
move-more = With best play { $who } gains { $seeds } more than { $other }
move-less = With best play { $who } gains { $seeds } less than { $other }
move-if-endless = { $text }, if endless play counts 0.
move-if-endless-forced = { $text }, if endless play counts 0: { $who } alone can force { $least }, { $other } can hold him to { $most }.
move-repeats = Best play comes back to the same position.

## Problems: the title says what is to be done

puzzle-win = { $who } to move wins { $within }
puzzle-draw = { $who } to move does not lose { $within }
puzzle-gain = { $who } to move captures { seeds } more than the other side { $within }
puzzle-all = { $who } to move takes all { $seeds ->
    [one] one seed
   *[other] { $seeds } seeds
} { $within }
puzzle-points = { $who } to move wins { $points ->
    [one] 1 point
   *[other] { $points } points
} { $within }
puzzle-strand = { $who } to move wins { $within } by leaving the other side without seeds or without a move
puzzle-turns = { $turns ->
    [one] in one turn
   *[other] in { $turns } turns
}
puzzle-plies = { $plies ->
    [one] in one ply
   *[other] in { $plies } plies
}

## Who stands better. $unit is "seeds", or "points" in a game whose scores are points

lead = { $unit ->
    [points] { $seeds ->
        [one] 1 point
       *[other] { $seeds } points
    }
   *[seeds] { seeds }
}
stands-level = Neither side stands better: the game should end level ({ $sure }).
stands-close = Neither side stands clearly better ({ $sure }).
stands-better = { $who } stands better and should end { lead } ahead ({ $sure }).
stands-level-at-least = { $who } ends level at least (proven).
stands-level-at-most = { $who } ends level at most (proven).
stands-at-least = { $who } stands better and ends at least { lead } ahead (proven).
stands-at-most = { $who } ends at most { lead } ahead (proven).
stands-unknown = Who stands better is not known here.
sure-proven = proven
sure-if-endless = exact, if endless play counts 0
sure-estimate = an estimate, { plies } deep
sure-guess = an estimate

## Steps of a move

step-lift = lift { $seeds } from { $pit }
step-relay = go on with the { $seeds } of { $pit }
step-drop = drop in { $pit } (now { $now })
step-store = drop in { $who }'s store
step-skip = pass over { $pit }: { $why }
step-capture = { $who } captures { $seeds } from { $pit } ({ $rule })
step-forfeit = { $seeds } seeds are not captured ({ $rule })
step-resow = sow { $seeds } again from { $pit } counter-clockwise
step-resow-clockwise = sow { $seeds } again from { $pit } clockwise
step-choice = choose { $sign }
step-swap = take over the other side
step-again = move again
step-hand-over = the turn passes
step-endless = the turn never stops: { $rule }

## Pictures of boards and moves

draw-board = { $game }: { $who } to move
draw-empty = { $game }: an empty board
draw-to-move = { $who } to move
draw-row = { $who }: { $pits }
draw-pit = { $pit } { $seeds }
draw-closed = { $pit } closed
draw-stores = In store: { south } { $south }, { north } { $north }
draw-move = { $game }: { $who } plays { $move }
draw-before = Before the move. { $who } plays { $move }.
draw-sown = { $count ->
    [one] the seed falls in { $last } (now { $now })
   *[other] the seeds fall one by one from { $first } to { $last } (now { $now })
}
draw-sown-store = { $count ->
    [one] the seed falls in { $who }'s store
   *[other] the seeds fall one by one from { $first } to { $who }'s store
}
draw-first-store = { $who }'s store
draw-after = After the move.
draw-legend = Dashed ring: lifted, ↑ so many. Round numbers: the order in which the seeds fall. Thick ring: captured, − so many.

## Pages: sheets of rules, books of problems

page-number = { $page } / { $pages }
page-rules = { $game }: the rules
page-variant = Variant: { $variant }. Fingerprint of these rules: { $fingerprint }.
page-start = The board at the start
page-example = { $id }: { $moves }. { $shows }
page-examples = Examples: { $shown } of { $all }. All of them: sowbase rules { $game }
book-answers = Answers
book-problem = Problem { $number }
book-problems = { $count ->
    [one] 1 problem
   *[other] { $count } problems
}

## At the table, and in lists of moves

plays = { $who } plays { $move }.
plays-as = { $who } ({ $player }) plays { $move }.
would-play = The engine would play { $move }: { $score } from here on ({ $sure })
values = { $move } was chosen for { $score } from there on
resigns = { $who } resigns: { $other } wins.
time-is-up = { $who }'s time is up: { $other } wins.
time-left = Time left: { south } { $south }, { north } { $north }
offers-to-stop = { $who } offers to stop. { $other }, yes or no?
plays-on = { $who } wants to play on.
takes-net = { $who } +{ $seeds }
more-moves = These are the first { $count } moves; there are more, and each can be played by its text.
next-round = Next round: { $position }
round-over = Round { $round } is over. Points: South { $south }, North { $north }. The next round begins.
match-over = The match is over: { $reason }

## How a game ended. $points: points that go to the winner, 0 where there are none

with-points = { $points ->
    [0] {""}
    [one] , 1 point
   *[other] , { $points } points
}
result-won = { $who } wins { $south }-{ $north }{ with-points }.
result-won-north = { $who } wins { $south }-{ $north } (South-North){ with-points }.
result-draw = A draw, { $south }-{ $north }.
result-void = The game does not count.
totals-won = South { $south }, North { $north }: { $who } wins{ with-points }.
totals-draw = South { $south }, North { $north }: a draw{ with-points }.
totals-void = South { $south }, North { $north }: nobody wins, the game does not count{ with-points }.

## Why a game ended, and who gets what of the seeds on the board

end-agreed = The players agreed to stop.
end-stuck = { $why }: the game is over. { $gets }
end-won = { $who } has { $store } of { $total } seeds, { $share }: the game is over.
end-won-rest = { $who } has { $store } of { $total } seeds, { $share }: the game is over. The { seeds } on the board count for nobody.
share-half = more than half
share-three-quarters = three quarters
end-repetition = By repetition: the position has come up a { $times ->
    [2] second
   *[other] third
} time with { $who } to move. { $gets }
end-no-capture = { $plies } plies in a row without a capture: the game stops. { $gets }
end-plies = { $plies } plies have been played: the game stops. Each keeps what is in his store; the { seeds } on the board count for nobody.
end-slam = { $who } captured every seed of { $other }'s row, a grand slam: the game is over. { $gets }
end-other = The game is over ({ $rule }). { $gets }
stuck-empty = { $who } has no seed to move
stuck-not-fed = { $other } has no seeds and { $who } cannot bring him one
stuck-by-rules = { $who } has seeds, but the rules allow none of his moves
gets-draw = It is a draw whatever the stores.
gets-nothing = No seed is left on the board.
gets-half = The { seeds } left count half for each.
gets-one = { $who } takes the { seeds } left.
gets-rows = Each takes the seeds of his own row: South { $south }, North { $north }.
end-agreed-plies = The agreed number of plies has been played: each keeps what is in his store.
end-both-rows-empty = Both rows are empty: the game is over.
end-row-empty = { $who }'s row is empty: the { $left } seeds left go to { $to }.
nobody = nobody
divided-half = the { $left } seeds left count half for each
divided-draw = the game is a draw
divided-rows = each takes the seeds of his own row
end-recurs = The position has come up before with the same player to move: { $divided }.
end-too-quiet = Too many plies without a capture: { $divided }.
end-annulled = The last turn never stops: the game is annulled.
end-no-turn-stops = Neither player has a turn that stops: { $divided }.
end-all-captured = All seeds are captured.
few-left = { $left ->
    [one] One seed is
   *[other] { $left } seeds are
} left
end-few-own-rows = { few-left } and nobody has captured yet: each takes the seeds of his own row.
end-few-to = { few-left }: { $who }, { $why }, takes them.
few-first-captor = who first captured with the last seed of a lap
few-last-captor = who took the four before
few-last-mover = whose turn it was
few-mover = whose turn it is
few-starter = who began the game
few-lot = whom the lot favours
points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
end-bulijo = { $loser } has no pit of two seeds or more and cannot move: { points } for { $winner } (bulijo).
end-akawumbi = { $loser } has lost every seed, the last ones from an end column: { points } for { $winner } (akawumbi).
end-emitwe-ebiri = Both end columns of { $loser } were captured in one turn: { points } for { $winner } (okutema, emitwe-ebiri).
end-front-row = The front row of { $loser } has been cleared: { points } for { $winner } (okutema).
end-akakyala = { $winner } has captured twice and { $loser } not once: { points } for { $winner } (akakyala).
end-endless-lost = The turn of { $loser } never ends: { points } for { $winner }.
end-endless-illegal = Every turn would never end, and such turns may not be played: the game is annulled.
end-endless-annulled = The turn of { $who } never ends: the game is annulled.
end-quiet-annulled = { $turns } turns without a capture: the game is annulled.
end-third-time = The position has come up for the third time: the game is annulled.
end-plies-no-points = The agreed number of plies has been played: no points for anybody.

end-board-empty = The board is empty: the round is over.
end-stuck-cedes = { $who } is to move and has no stones in his row: the { $left } left go to { $other }.
end-plies-stones = The agreed number of plies has been played: stones on the board count for nobody.
why-row-empty = A row is empty
why-recurs = The position has come up before with the same player to move
why-quiet = { $plies } plies without a capture
why-endless = The last turn never stops
why-no-turn-stops = No turn of { $who } would ever stop
round-void = { $why }: the round does not count.
round-void-again = { $why }: the round does not count and is played again.
round-halved = { $why }: the { $left } stones left are divided equally.
round-rows = { $why }: each player keeps the stones of his own row.

## Values. Scores come with their sign

score-exact = Score { $score } for the side to move.
score-ends = Score { $score } for the side to move, which ends { $south }-{ $north } (South-North).
score-searched = Score { $score } for the side to move ({ $worth }).
score-searched-ends = Score { $score } for the side to move ({ $worth }), which ends { $south }-{ $north } (South-North).
score-unknown = The score is not known here.
score-depends = It depends on the rule for endless play, which counts 0 here (split).
score-holds = It holds under every rule for endless play.
score-may-depend = Endless play counts 0 here (split); whether another rule would change it, only bounds can say (db build --metric bounds).
from-database = Source: database (solved layers, exact).
worth-exact = proven
worth-lower = at least, proven
worth-upper = at most, proven
worth-estimate = an estimate
bound-exact = exact
bound-lower = at least
bound-upper = at most
bound-unseen = not seen
bound-no-more = no more
bound-depth = depth { $depth }
line-goes-on = …
line-repeats = (repeats)
line-unknown = (the next value is not known)
line-ends = (the end)
best-play-unknown = The line stops: what decides the next move is in no database.
best-play-repeats = The line stops: this position has come up before with the same side to move.
best-play-over = The game is over.

## Why the best move is best: reasons, of which a sentence has up to three

best = { $move } is best.
best-because = { $move } is best: it { $reasons }.
only-move = { $move } is the only legal move.
only-move-because = { $move } is the only legal move: it { $reasons }.
all-equal = All moves are worth the same; { $move } is one of them.
all-equal-because = All moves are worth the same; { $move } { $reasons }.
then-reply = After it { $who }'s best reply is { $move }.
then-reply-takes = After it { $who }'s best reply is { $move }, which brings { seeds }.
ends-won = ends the game, and { $who } wins
ends-drawn = ends the game in a draw
ends-void = ends the game, which does not count
only-win = alone wins for certain
only-draw = alone does not lose
wins-by-force = wins whatever the other side plays{ $plies ->
    [0] {""}
    [one] , in 1 ply
   *[other] , in { $plies } plies
}
leaves-no-move = leaves { $other } no move
leaves-a-pass = leaves { $other } nothing but to pass
starves = empties { $other }'s row
one-reply = leaves { $other } one reply, { $move }
takes-the-rest = takes all { seeds } that are left
feeds = brings { $other }, who has none, { seeds }
feeds-as-it-must = brings { $other }, who has none, { seeds }, as it must: { $refused } may not be played
forfeits = leaves { seeds } that would be captured ({ $rule })
swaps = takes over the other side
never-ends = begins a turn that never ends
captures = captures { seeds } from { $pits }
most-at-once = gains more at once than any other move
captures-again = captures in { $times } places of the sowing
moves-again = moves again{ $seeds ->
    [0] {""}
   *[other] , for { seeds } in all
}
moves-again-with = moves again, with { $moves }{ $seeds ->
    [0] {""}
   *[other] , for { seeds } in all
}
banks = sows { seeds } into the store
stops = stops { $other }'s { $reply }, which would take { seeds } after { $after }
stops-all-but = lets { $other }'s { $reply } take only { $still }, where it would take { seeds } after { $after }
safe = leaves { $other } nothing to take, where { $reply } takes { seeds } after { $after }
refuses-capture = is worth more than { $move }, which takes { seeds } but ends { less } worse
threatens = threatens { $move }, which would take { seeds } if it were the next move
prepares = prepares { $move }, which takes { seeds } in the best line
sacrifices = lets { gives-seeds } go and gets { back-seeds } back in the best line
longest-sowing = sows the longest way, { $laps } laps
reverses = sows clockwise
goes-round = sows { seeds } from { $pit } all the way round the board
hoards = keeps { seeds } in { $pit }, enough to go round the board
gives = gives { $other } { seeds } by the way
shortest = takes the shortest way, { plies }
holds-out = holds out longest, { plies }
repeats = comes back to the same position
better = is worth { less } more than { $move }

# The same word for other holes.
less = { $unit ->
    [points] { $less ->
        [one] 1 point
       *[other] { $less } points
    }
   *[seeds] { $less ->
        [one] 1 seed
       *[other] { $less } seeds
    }
}
gives-seeds = { $gives ->
    [one] 1 seed
   *[other] { $gives } seeds
}
back-seeds = { $back ->
    [one] 1 seed
   *[other] { $back } seeds
}
plies = { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}
