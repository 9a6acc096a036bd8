//! Domains with letters beyond ASCII. Each has two forms, `côngty.vn` and `xn--cngty-6ta.vn`: people write the first, mail
//! servers understand the second.

use std::borrow::Cow;

use lettre::Address;

/// How each label of a domain's second form begins.
const ENCODED: &str = "xn--";

/// Returns the domain as people write it, in lower case: the same for both of its forms. Any other text is
/// only put in lower case.
#[must_use]
pub fn readable_domain(domain: &str) -> String {
    let lower = domain.to_lowercase();
    if lower.is_ascii() && !lower.contains(ENCODED) {
        return lower;
    }
    match idna::domain_to_unicode(&lower) {
        (readable, Ok(())) => readable,
        _ => lower,
    }
}

/// Returns the domain as mail servers understand it; None for a text that is no domain.
#[must_use]
pub fn encoded_domain(domain: &str) -> Option<String> {
    idna::domain_to_ascii(domain).ok()
}

/// Returns the address with the domain's form that mail servers understand.
pub(crate) fn for_servers(address: &Address) -> Cow<'_, Address> {
    if address.domain().is_ascii() {
        return Cow::Borrowed(address);
    }
    let encoded = encoded_domain(address.domain());
    let encoded = encoded.and_then(|domain| Address::new(address.user(), domain).ok());
    encoded.map_or(Cow::Borrowed(address), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_forms_of_a_domain_read_alike() {
        for form in [
            "côngty.vn",
            "CÔNGTY.vn",
            "xn--cngty-6ta.vn",
            "XN--cngty-6TA.VN",
        ] {
            assert_eq!(readable_domain(form), "côngty.vn", "{form}");
        }
        assert_eq!(readable_domain("CongTy.vn"), "congty.vn");
        for wrong in ["xn--\u{1F4A9}.vn", "xn--a-.vn", "xn--.vn", ""] {
            assert_eq!(readable_domain(wrong), wrong.to_lowercase());
        }
    }

    #[test]
    fn servers_get_the_encoded_form() {
        for (address, sent) in [
            ("lan@côngty.vn", "lan@xn--cngty-6ta.vn"),
            ("lan@congty.vn", "lan@congty.vn"),
        ] {
            let address: Address = address.parse().unwrap();
            assert_eq!(for_servers(&address).to_string(), sent);
        }
    }

    proptest! {
        #[test]
        fn a_readable_domain_stays_so(domain in "\\PC{0,20}|(xn--)?[a-z0-9À-ỹ.-]{0,12}") {
            let readable = readable_domain(&domain);
            prop_assert_eq!(readable_domain(&readable), readable);
        }
    }
}
