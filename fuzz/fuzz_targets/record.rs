//! Records: whatever the text, a record or a message; what was read is written and read again byte for byte.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sowbase::play::Record;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(record) = Record::read(text) else { return };
    let written = record.to_json();
    let again = Record::read(&written).expect("what was written can be read");
    assert_eq!(again, record);
    assert_eq!(again.to_json(), written);
    let opened = record.open().expect("it was opened to be checked");
    record.replay(&opened).expect("it was played to be checked");
});
