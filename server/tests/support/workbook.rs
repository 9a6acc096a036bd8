//! Reads downloaded workbooks.

use super::Answer;

/// Returns the names and the contents of a workbook's parts.
pub fn unpacked(answer: &Answer) -> Vec<(String, String)> {
    let file = &answer.bytes;
    let two = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let four = |at: usize| two(at) + (two(at + 2) << 16);
    let end = file.windows(4).rposition(|four| four == b"PK\x05\x06");
    let end = end.unwrap_or_else(|| panic!("no archive: {}", answer.json));
    let mut at = four(end + 16);
    let mut parts = Vec::new();
    for _ in 0..two(end + 10) {
        let (size, local) = (four(at + 20), four(at + 42));
        let name = &file[at + 46..at + 46 + two(at + 28)];
        let content = local + 30 + two(local + 26) + two(local + 28);
        let content = &file[content..content + size];
        let content = miniz_oxide::inflate::decompress_to_vec(content).unwrap();
        parts.push((
            String::from_utf8(name.to_vec()).unwrap(),
            String::from_utf8(content).unwrap(),
        ));
        at += 46 + two(at + 28) + two(at + 30) + two(at + 32);
    }
    parts
}

/// Returns each sheet's name with its XML.
pub fn sheets(answer: &Answer) -> Vec<(String, String)> {
    let parts = unpacked(answer);
    let part = |name: &str| parts.iter().find(|(part, _)| part == name).unwrap();
    let names = part("xl/workbook.xml").1.split("<sheet name=\"").skip(1);
    let names = names.map(|rest| rest.split('"').next().unwrap().to_owned());
    let numbered = names.zip(1..);
    numbered
        .map(|(name, number)| {
            let sheet = part(&format!("xl/worksheets/sheet{number}.xml"));
            (name, sheet.1.clone())
        })
        .collect()
}
