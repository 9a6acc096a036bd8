//! The spelling of what users read: American English, as their dates are. Names and comments in the code, and the
//! documents of its developers, keep the British one.
//!
//! The specification fixes no text with a British word. Its names, such as `isCancelled`, stand in code spans.

/// Texts and documents that users, operators and programmers of other systems read. Files, or folders of them.
pub const READ_BY_USERS: &[&str] = &[
    "CHANGELOG.md",
    "README.md",
    "SECURITY.md",
    "docs/api.md",
    "docs/deployment.md",
    "docs/guides/en",
    "docs/upgrading.md",
    "docs/versions.md",
    "docs/webhooks.md",
    "frontend/src/locales/en",
    "openapi.json",
    "platform/locales/en.json",
];

/// British words and parts of them, with the American ones.
const BRITISH: &[(&str, &str)] = &[
    ("acknowledgement", "acknowledgment"),
    ("afterwards", "afterward"),
    ("amongst", "among"),
    ("analyse", "analyze"),
    ("analysing", "analyzing"),
    ("behaviour", "behavior"),
    ("cancelled", "canceled"),
    ("cancelling", "canceling"),
    ("catalogue", "catalog"),
    ("centre", "center"),
    ("cheque", "check"),
    ("colour", "color"),
    ("defence", "defense"),
    ("dialled", "dialed"),
    ("enrolment", "enrollment"),
    ("favour", "favor"),
    ("fibre", "fiber"),
    ("fulfils", "fulfills"),
    ("fulfilment", "fulfillment"),
    ("grey", "gray"),
    ("honour", "honor"),
    ("instalment", "installment"),
    ("jewellery", "jewelry"),
    ("judgement", "judgment"),
    ("labelled", "labeled"),
    ("labelling", "labeling"),
    ("labour", "labor"),
    ("learnt", "learned"),
    ("levelled", "leveled"),
    ("licence", "license"),
    ("litre", "liter"),
    ("metre", "meter"),
    ("misspelt", "misspelled"),
    ("modelled", "modeled"),
    ("modelling", "modeling"),
    ("neighbour", "neighbor"),
    ("offence", "offense"),
    ("practise", "practice"),
    ("practising", "practicing"),
    ("programme", "program"),
    ("rumour", "rumor"),
    ("signalled", "signaled"),
    ("skilful", "skillful"),
    ("spelt", "spelled"),
    ("theatre", "theater"),
    ("totalled", "totaled"),
    ("towards", "toward"),
    ("travelled", "traveled"),
    ("travelling", "traveling"),
    ("whilst", "while"),
];

/// American words that have a British one in them, or a British ending.
const ALSO_AMERICAN: &[&str] = &[
    "analyses",
    "miser",
    "misers",
    "programmed",
    "programmer",
    "programmers",
];

/// Endings that are written with a z.
const ENDINGS: &[&str] = &[
    "ise",
    "ised",
    "iser",
    "isers",
    "ises",
    "ising",
    "isation",
    "isational",
    "isations",
];

/// Words that keep the s, with all of their endings.
const WITH_S: &[&str] = &[
    "advertise",
    "advise",
    "arise",
    "bruise",
    "compromise",
    "comprise",
    "concise",
    "cruise",
    "demise",
    "despise",
    "devise",
    "disguise",
    "enterprise",
    "exercise",
    "expertise",
    "franchise",
    "improvise",
    "likewise",
    "merchandise",
    "noise",
    "otherwise",
    "paradise",
    "praise",
    "precise",
    "premise",
    "promise",
    "raise",
    "revise",
    "rise",
    "supervise",
    "surprise",
    "wise",
];

/// Returns the British words of a text in small letters, each with the American one. Code, placeholders, tags and
/// addresses of links are left out.
pub fn british(text: &str) -> Vec<(String, String)> {
    let text = without_names(text);
    let words = text.split(|char: char| !char.is_alphabetic());
    let found = words.filter_map(|word| {
        let word = word.to_lowercase();
        let instead = american(&word)?;
        Some((word, instead))
    });
    found.collect()
}

/// Returns the American spelling of a British word in small letters; `None` for other words.
fn american(word: &str) -> Option<String> {
    if ALSO_AMERICAN.contains(&word) {
        return None;
    }
    let part = BRITISH.iter().find(|(part, _)| word.contains(*part));
    if let Some((part, instead)) = part {
        return Some(word.replace(*part, instead));
    }
    ENDINGS.iter().find_map(|ending| {
        let stem = word.strip_suffix(*ending)?;
        let keeps_s = WITH_S
            .iter()
            .any(|kept| kept.strip_suffix("ise") == Some(stem));
        (!keeps_s).then(|| format!("{stem}{}", ending.replacen('s', "z", 1)))
    })
}

/// Leaves out what is no prose.
fn without_names(text: &str) -> String {
    const SPANS: &[(&str, &str)] = &[("`", "`"), ("{", "}"), ("<", ">"), ("](", ")")];
    // Ends of lines in JSON.
    let mut left = text.replace("\\n", " ");
    for (open, close) in SPANS {
        let mut kept = String::new();
        let mut rest = left.as_str();
        while let Some((before, after)) = rest.split_once(*open) {
            let Some((_, after)) = after.split_once(*close) else {
                break;
            };
            kept.push_str(before);
            kept.push(' ');
            rest = after;
        }
        kept.push_str(rest);
        left = kept;
    }
    left
}

/// Returns the strings of a line of JSON that are no keys, each with the last key before it in the line, or "".
pub fn json_texts(line: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut key = "";
    let mut rest = line;
    while let Some((_, after)) = rest.split_once('"') {
        let mut is_escaped = false;
        let end = after.find(|char: char| {
            let is_end = char == '"' && !is_escaped;
            is_escaped = char == '\\' && !is_escaped;
            is_end
        });
        let Some((string, next)) =
            end.and_then(|end| Some((after.get(..end)?, after.get(end + 1..)?)))
        else {
            break;
        };
        if next.trim_start().starts_with(':') {
            key = string;
        } else {
            found.push((key, string));
        }
        rest = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn british_words_are_found_with_the_american_ones() {
        for (text, expected) in [
            ("Cancelled by the Organiser.", "canceled organizer"),
            ("two organisations’ programmes", "organizations programs"),
            (
                "Practise in unrecognised colours",
                "practice unrecognized colors",
            ),
            ("the first line\\norganise it", "organize"),
            ("„Licence“: serialised", "license serialized"),
            ("Analyse organisational work", "analyze organizational"),
            ("analysed by an analyser", "analyzed analyzer"),
        ] {
            let found: Vec<_> = british(text).into_iter().map(|(_, word)| word).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn american_words_and_names_in_the_code_stay() {
        for text in [
            "Canceled by the organizer: a cancellation; programs for programmers.",
            "Otherwise promised, raised, rising, advertising, wiser and precise.",
            "`isCancelled` and {{organiser}}, {colour}",
            "<a id=\"programme\"></a>[the guide](organiser.md#programme)",
            "CANCELED, analysis, this is a basis",
            "Two analyses of an improvisational cruise: bruised, despised, a miser’s demise in paradise.",
        ] {
            assert!(british(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn an_open_span_hides_nothing() {
        assert_eq!(british("a ` colour").len(), 1);
        assert_eq!(british("a < b, colour").len(), 1);
    }

    #[test]
    fn each_word_is_not_american_itself() {
        for (part, instead) in BRITISH {
            assert_eq!(american(part).as_deref(), Some(*instead));
            assert_eq!(american(instead), None, "{instead}");
        }
    }

    #[test]
    fn texts_of_json_are_those_that_are_no_keys() {
        assert_eq!(
            json_texts(r#"    "cancelled": "A \"canceled\" event","#),
            [("cancelled", r#"A \"canceled\" event"#)]
        );
        assert_eq!(
            json_texts(r#"{"enum":["a","b"],"summary":"C\\"}"#),
            [("enum", "a"), ("enum", "b"), ("summary", r"C\\")]
        );
        assert!(json_texts(r#"  "cancelled": {"#).is_empty());
        assert!(json_texts(r#""a": "open"#).is_empty());
    }
}
