//! The variants that come with the program: one line a file of `data/variants/`.

/// Turns names into pairs of name and text.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../data/variants/", $name, ".toml")))),*]
    };
}

/// Name and text of every shipped variant, game by game.
pub(super) const FILES: &[(&str, &str)] = files! {
    "abapa"
    "awari_academic"
    "ouri_portugal"
    "codingame"
    "urim"
    "urim_2x7"
    "anywoli"
    "yit_nuri"
    "yit_jani"
    "bosh"
    "bosh_single_round"
    "omweso"
    "omweso_no_reverse"
    "kalah"
    "kalah_empty_capture"
};
