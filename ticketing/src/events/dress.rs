//! The look and the sender of mails about an event.

use hoi_community::accounts;
use hoi_platform::error::Result;
use hoi_platform::mails::Dress;
use sea_orm::ConnectionTrait;

use super::entity::event;

/// The colour of events without one of their own.
const JADE: &str = "#0e7c66";

/// Returns the dress of the event's mails. Without an address from the organiser, answers go nowhere: the address of an
/// account is for logging in, and recipients must not learn it.
pub async fn dress(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    public_url: &str,
) -> Result<Dress> {
    let host = match &event.host_name {
        Some(name) => name.clone(),
        None => accounts::full_name(conn, event.owner_id).await?,
    };
    let colour = event.background_color.as_deref().unwrap_or(JADE);
    Ok(Dress {
        host,
        reply_to: event.contact_email.clone(),
        contact: event.host_contact.clone(),
        title: event.title.clone(),
        page: format!("{public_url}/form/{}", event.id),
        cover: event.cover_image.map(|file| format!("{public_url}{file}")),
        logo: format!("{public_url}{}", event.logo),
        colour: colour.to_owned(),
        ink: ink_on(colour),
    })
}

/// The nearly black of the application.
const DARK: &str = "#17211e";

/// White or nearly black, whichever has more contrast with the colour (WCAG 2.2).
fn ink_on(colour: &str) -> &'static str {
    // The formula of contrast adds to each luminance the light that a screen reflects.
    let [on, dark, white] = [colour, DARK, "#ffffff"].map(|colour| luminance(colour) + 0.05);
    if on / dark > white / on {
        DARK
    } else {
        "#ffffff"
    }
}

/// Returns the relative luminance of a colour `#rrggbb`, from 0 to 1.
fn luminance(colour: &str) -> f64 {
    let digits = u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, red, green, blue] = digits.to_be_bytes();
    let linear = |channel: u8| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::ink_on;

    #[test]
    fn the_ink_can_be_read() {
        for (colour, ink) in [
            ("#000000", "#ffffff"),
            ("#0e7c66", "#ffffff"),
            ("#ffffff", "#17211e"),
            ("#fde8c8", "#17211e"),
            // White and the ink have the same contrast between these greys; black has more than white on both.
            ("#7d7d7d", "#ffffff"),
            ("#7e7e7e", "#17211e"),
        ] {
            assert_eq!(ink_on(colour), ink, "{colour}");
        }
    }
}
