//! The chart of `db stats`: how many boards are won, even and lost at each number of seeds, and which values they have.

use super::Svg;
use crate::tables::LayerStats;

const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
/// Where the upper panel begins, and the heights of both.
const TOP: f64 = 84.0;
const SHARES: f64 = 180.0;
const VALUES: f64 = 260.0;
/// Between the panels.
const GAP: f64 = 64.0;

/// Draws the statistics of some layers. `title` names the game and its rules.
pub fn chart(title: &str, layers: &[LayerStats]) -> String {
    let width = (LEFT + RIGHT + 16.0 * layers.len() as f64).clamp(560.0, 1400.0);
    let height = TOP + SHARES + GAP + VALUES + 56.0;
    let mut svg = Svg::new(width as u32, height as u32, title, &description(layers));
    svg.text("big", (LEFT, 28.0), title);
    legend(&mut svg, layers.iter().any(|layer| layer.depends_on_endless.is_some()));
    let step = (width - LEFT - RIGHT) / layers.len().max(1) as f64;
    shares(&mut svg, layers, step);
    values(&mut svg, layers, step);
    svg.finish()
}

/// The chart in words.
fn description(layers: &[LayerStats]) -> String {
    let sentence = |layer: &LayerStats| {
        let share =
            |count: Option<u64>| count.map_or_else(|| "unknown".into(), |count| percent(count, layer.states));
        format!(
            "{}: {} won, {} even, {} lost.",
            label(layer),
            share(layer.won),
            share(layer.even),
            share(layer.lost)
        )
    };
    let ends: Vec<String> = match layers {
        [] => Vec::new(),
        [only] => vec![sentence(only)],
        [first, .., last] => vec![sentence(first), sentence(last)],
    };
    format!(
        "Two panels over the number of seeds on the board. Above: the share of boards that are won, even and lost for \
         the side to move under best play. Below: how often each value in seeds occurs. {}",
        ends.join(" ")
    )
}

fn label(layer: &LayerStats) -> String {
    let seeds = layer.seeds;
    let unit = if seeds == 1 { "seed" } else { "seeds" };
    if layer.shape == 0 {
        format!("{seeds} {unit}")
    } else {
        format!("{seeds} {unit}, shape {}", layer.shape)
    }
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * count as f64 / of.max(1) as f64)
}

fn legend(svg: &mut Svg, endless: bool) {
    let mut x = LEFT;
    for (class, text) in [("won", "won"), ("even", "even"), ("lost", "lost")] {
        svg.rect(class, [x, 48.0, 12.0, 12.0], text);
        svg.text("", (x + 17.0, 58.0), text);
        x += 68.0;
    }
    if endless {
        svg.line("dep", [x, 54.0, x + 14.0, 54.0]);
        svg.text("", (x + 19.0, 58.0), "value depends on the rule for endless play");
    }
}

/// Stacked bars of won, even and lost, and a curve of what depends on the rule for endless play.
fn shares(svg: &mut Svg, layers: &[LayerStats], step: f64) {
    let right = LEFT + step * layers.len() as f64;
    for quarter in 0..=4u32 {
        let y = TOP + SHARES * f64::from(quarter) / 4.0;
        svg.line("grid", [LEFT, y, right, y]);
        svg.text("end", (LEFT - 8.0, y + 4.0), &format!("{} %", 100 - 25 * quarter));
    }
    let mut curve = Vec::new();
    for (at, layer) in layers.iter().enumerate() {
        let x = LEFT + step * at as f64;
        let share = |count: u64| SHARES * count as f64 / layer.states.max(1) as f64;
        // Won below, lost on top, as people read "more is better" from the ground.
        let mut y = TOP + SHARES;
        for (class, count) in [("won", layer.won), ("even", layer.even), ("lost", layer.lost)] {
            let Some(count) = count.filter(|&count| count > 0) else { continue };
            y -= share(count);
            let tip = format!("{}: {count} {class}, {}", label(layer), percent(count, layer.states));
            svg.rect(class, [x + step * 0.08, y, step * 0.84, share(count)], &tip);
        }
        if let Some(count) = layer.depends_on_endless {
            curve.push(((x + step / 2.0, TOP + SHARES - share(count)), count, layer));
        }
    }
    let points: Vec<_> = curve.iter().map(|(point, ..)| *point).collect();
    if points.len() > 1 {
        svg.curve("halo", &points);
        svg.curve("dep", &points);
    }
    for (point, count, layer) in curve {
        let tip = format!(
            "{}: {count} depend on the rule for endless play, {}",
            label(layer),
            percent(count, layer.states)
        );
        svg.dot("dot", point, &tip);
    }
    svg.line("axis", [LEFT, TOP + SHARES, right, TOP + SHARES]);
    seeds_below(svg, layers, step, TOP + SHARES + 16.0);
}

/// A field of values over seeds, darker where more boards have the value.
fn values(svg: &mut Svg, layers: &[LayerStats], step: f64) {
    let (top, bottom) = (TOP + SHARES + GAP, TOP + SHARES + GAP + VALUES);
    svg.text(
        "",
        (LEFT, top - 12.0),
        "values in seeds to the side to move; darker: more boards, on a logarithmic scale",
    );
    let most = layers
        .iter()
        .filter_map(|layer| layer.histogram.as_ref())
        .flat_map(|counts| counts.keys())
        .map(|value| value.unsigned_abs())
        .max()
        .unwrap_or(0);
    let rows = 2.0 * f64::from(most) + 1.0;
    let row = VALUES / rows;
    let y_of = |value: f64| top + (f64::from(most) - value) * row;
    for (at, layer) in layers.iter().enumerate() {
        let x = LEFT + step * at as f64;
        let Some(counts) = &layer.histogram else { continue };
        for (&value, &count) in counts {
            // From 1 board (pale) to all boards (full).
            let (count_log, all_log) = ((count as f64).ln_1p(), (layer.states as f64).ln_1p());
            let opacity = 0.08 + 0.92 * count_log / all_log.max(1.0);
            let tip =
                format!("{}, value {value}: {count} boards, {}", label(layer), percent(count, layer.states));
            svg.shade(
                "heat",
                [x + step * 0.08, y_of(f64::from(value)), step * 0.84, row],
                opacity.min(1.0),
                &tip,
            );
        }
    }
    let right = LEFT + step * layers.len() as f64;
    let every = (i32::from(most) / 4).max(1);
    let ticks = (-4..=4i32).map(|tick| tick * every).filter(|tick| tick.abs() <= i32::from(most));
    for tick in ticks {
        let y = y_of(f64::from(tick)) + row / 2.0;
        svg.line("grid", [LEFT - 4.0, y, LEFT, y]);
        svg.text("end", (LEFT - 8.0, y + 4.0), &format!("{tick:+}").replace("+0", "0"));
    }
    svg.line("axis", [LEFT, bottom, right, bottom]);
    seeds_below(svg, layers, step, bottom + 16.0);
    svg.text("mid", (f64::midpoint(LEFT, right), bottom + 36.0), "seeds on the board");
}

/// The numbers of seeds under a panel, as many as can be read.
fn seeds_below(svg: &mut Svg, layers: &[LayerStats], step: f64, y: f64) {
    let every = (24.0 / step).ceil().max(1.0) as usize;
    for (at, layer) in layers.iter().enumerate().step_by(every) {
        svg.text("mid small", (LEFT + step * (at as f64 + 0.5), y), &layer.seeds.to_string());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn layer(seeds: u8, counts: &[(i16, u64)], endless: Option<u64>) -> LayerStats {
        let sum = |of: fn(i16) -> bool| counts.iter().filter(|(value, _)| of(*value)).map(|(_, n)| n).sum();
        LayerStats {
            seeds,
            shape: 0,
            states: counts.iter().map(|(_, n)| n).sum(),
            histogram: Some(counts.iter().copied().collect::<BTreeMap<_, _>>()),
            won: Some(sum(|value| value > 0)),
            even: Some(sum(|value| value == 0)),
            lost: Some(sum(|value| value < 0)),
            depends_on_endless: endless,
            longest: None,
            inside: false,
        }
    }

    #[test]
    fn a_chart_is_valid_and_says_what_it_shows() {
        let layers =
            [layer(1, &[(-1, 6), (1, 6)], Some(0)), layer(2, &[(-2, 11), (0, 40), (2, 27)], Some(20))];
        let svg = chart("Oware <b>&", &layers);
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
        let texts = |name: &str| -> Vec<String> {
            let nodes =
                root.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
            nodes.filter_map(|node| node.text().map(str::to_owned)).collect()
        };
        assert_eq!(texts("title")[0], "Oware <b>&");
        assert!(
            texts("desc")[0].contains("2 seeds: 34.6 % won, 51.3 % even, 14.1 % lost."),
            "{:?}",
            texts("desc")
        );
        assert!(texts("title").iter().any(|tip| tip == "2 seeds, value -2: 11 boards, 14.1 %"));
        assert!(texts("style")[0].contains("prefers-color-scheme"));
        // The bars of a layer fill the panel.
        let heights: f64 = root
            .descendants()
            .filter(|node| matches!(node.attribute("class"), Some("won" | "even" | "lost")))
            .filter_map(|node| node.attribute("height")?.parse::<f64>().ok())
            .filter(|&height| (height - 12.0).abs() > 1e-9)
            .sum();
        assert!((heights - 2.0 * SHARES).abs() < 0.1, "{heights}");
    }

    #[test]
    fn layers_without_values_and_no_layers_at_all_are_drawn() {
        let bare =
            LayerStats { histogram: None, won: None, even: None, lost: None, ..layer(3, &[(0, 4)], None) };
        for layers in [&[][..], &[bare]] {
            assert!(roxmltree::Document::parse(&chart("x", layers)).is_ok());
        }
    }
}
