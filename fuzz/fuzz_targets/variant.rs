//! Variants: whatever the text, a variant that opens or a message that names the place.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sowbase::games::Variant;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Variant::read(text, "fuzz.toml") {
        Ok(variant) => {
            let opened = variant.open(&[]).expect("it was opened to be checked");
            assert_eq!(opened.rules.game(), variant.game);
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml"), "{error}"),
    }
});
