//! `db probe`: look one position and its moves up, or a stream of positions.

use super::stream;
use crate::cli::analyze::answer;
use crate::cli::game::PlayedArgs;
use crate::cli::{Common, NO, Output};
use crate::error::Error;
use crate::tables::AnalyzeOptions;

const EXAMPLES: &str = "\
Examples:
  sowbase db probe oware \"0,0,1,0,2,1/1,0,0,2,0,1\"
  sowbase db probe oware --stdin --fields score < positions.txt > values.jsonl
  sowbase db probe oware - --moves < positions.txt
With --stdin (or - as the position): one position a line in, one JSON object a line out, in the same order; empty lines
are passed over. A line that cannot be read gives {\"line\":7,\"error\":\"…\"} and the stream goes on. The board alone is
looked up: stores and history end no game there.
Exit codes: 0 all known, 1 a line could not be read, 3 a position is in no database.";

/// Arguments of `db probe`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("words", |words| words.required_unless_present("stdin")))]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    /// Read positions from standard input, one a line, and write a JSON object for each.
    #[arg(long, conflicts_with = "words")]
    stdin: bool,
    /// For a stream: what to write, with commas.
    #[arg(long, value_name = "FIELD", value_delimiter = ',', default_values = ["position", "score", "bounds", "distance"])]
    fields: Vec<stream::Field>,
    /// For a stream: write the moves with their scores too.
    #[arg(long)]
    moves: bool,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    // A word that begins with a minus sign may have got a blank before it.
    if args.stdin || args.played.words.first().is_some_and(|word| word.trim() == "-") {
        let wanted = stream::Wanted {
            fields: &args.fields,
            moves: args.moves,
            any_total: args.played.allow_any_total,
        };
        return stream::run(&args.played.game, &wanted, common, out);
    }
    let options = AnalyzeOptions { places: common.places(), lines: false, in_memory: 0 };
    let analysis = answer(&args.played, &options, out)?;
    Ok(if analysis.source.is_none() { NO } else { 0 })
}
