//! The short address of an event, `/e/{slug}`: made of the title when the event is first saved and kept when the title
//! changes, because it is on posters by then. An event that becomes one for members gets another.

use hoi_db::Tx;
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::secrets;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    SqlErr,
};

use super::EventId;
use super::entity::event;

/// The most characters that the title gives; a longer one is cut between words.
const MAX_BASE: usize = 48;
/// Replaces a title without a letter or digit.
const NO_WORDS: &str = "su-kien";
/// Digits of the event's identifier that tell it from another one of the same title.
const SUFFIX: usize = 6;
/// Random characters at the end of the slug of an event for members: 60 bits.
const RANDOM: usize = 12;
/// Crockford's base32, in which no two characters are mistaken for one another.
const BASE32: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Gives the event its slug: the title's words, and if another event has that, with a suffix. An event for members always
/// has a suffix that cannot be guessed from its title: its group may be hidden, or become so.
pub(super) async fn give(tx: &Tx, id: EventId, title: &str, members_only: bool) -> Result<()> {
    let base = base(title);
    let slugs = if members_only {
        // Two equal random suffixes are all but impossible.
        vec![format!("{base}-{}", random_suffix()?)]
    } else {
        let digits = id.0.simple().to_string();
        let suffix = digits.get(digits.len() - SUFFIX..).unwrap_or(&digits);
        vec![base.clone(), format!("{base}-{suffix}")]
    };
    for slug in slugs {
        // A violated index ends PostgreSQL's transaction, so each attempt has a savepoint.
        tx.execute_unprepared("savepoint attempt").await?;
        let given = event::Entity::update_many()
            .col_expr(event::Column::Slug, Expr::value(slug))
            .filter(event::Column::Id.eq(id))
            // The first slug stays, even if another transaction gives one at the same moment.
            .filter(event::Column::Slug.is_null())
            .exec(tx)
            .await;
        match given {
            Ok(_) => {
                tx.execute_unprepared("release savepoint attempt").await?;
                return Ok(());
            }
            Err(error) => {
                let is_taken =
                    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)));
                if !is_taken {
                    return Err(error.into());
                }
                tx.execute_unprepared("rollback to savepoint attempt")
                    .await?;
            }
        }
    }
    Ok(())
}

/// Gives an event that becomes one for members another slug. The one that it had follows from its title, so it no longer
/// leads to the event.
pub(super) async fn replace(tx: &Tx, id: EventId, title: &str) -> Result<()> {
    event::Entity::update_many()
        .col_expr(event::Column::Slug, Expr::value(None::<String>))
        .filter(event::Column::Id.eq(id))
        .exec(tx)
        .await?;
    give(tx, id, title, true).await
}

fn random_suffix() -> Result<String> {
    let random = secrets::random::<RANDOM>()?;
    let characters = random.iter().filter_map(|byte| {
        // 32 divides 256, so each character is as likely as any other.
        BASE32.get(usize::from(byte % 32)).copied()
    });
    Ok(characters.map(char::from).collect())
}

/// Events of one transaction that get their slugs.
const BATCH: u64 = 50;

/// Gives slugs to events from before short addresses existed.
pub async fn give_missing_slugs(app: &App) -> Result<()> {
    let mut last = None;
    loop {
        let tx = app.db.write().await?;
        let events: Vec<(EventId, String, bool)> = event::live()
            .filter(event::Column::Slug.is_null())
            .filter(Condition::all().add_option(last.map(|id| event::Column::Id.gt(id))))
            .order_by_asc(event::Column::Id)
            .limit(BATCH)
            .select_only()
            .columns([
                event::Column::Id,
                event::Column::Title,
                event::Column::MembersOnly,
            ])
            .into_tuple()
            .all(&tx)
            .await?;
        let Some((id, ..)) = events.last() else {
            return Ok(());
        };
        last = Some(*id);
        for (id, title, members_only) in &events {
            give(&tx, *id, title, *members_only).await?;
        }
        tx.commit().await?;
    }
}

/// Returns the event that is not deleted and has this slug, and whether it is for members.
#[tracing::instrument(name = "events.find_by_slug", skip_all)]
pub(super) async fn find_event(
    conn: &impl ConnectionTrait,
    slug: &str,
) -> Result<Option<(EventId, bool)>> {
    Ok(event::live()
        .filter(event::Column::Slug.eq(slug))
        .select_only()
        .columns([event::Column::Id, event::Column::MembersOnly])
        .into_tuple()
        .one(conn)
        .await?)
}

/// The title's words in ASCII letters and digits, joined by hyphens.
fn base(title: &str) -> String {
    let folded = fold_for_search(title);
    let mut base = String::new();
    for word in folded
        .split(|char: char| !char.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if base.len() + 1 + word.len() > MAX_BASE {
            // A single word that is too long is cut inside.
            if base.is_empty() {
                base.extend(word.chars().take(MAX_BASE));
            }
            break;
        }
        if !base.is_empty() {
            base.push('-');
        }
        base.push_str(word);
    }
    if base.is_empty() {
        return NO_WORDS.to_owned();
    }
    base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_suffix_has_sixty_bits() {
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..1_000 {
            let suffix = random_suffix().unwrap();
            assert_eq!(suffix.len(), 12);
            seen.extend(suffix.bytes());
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), BASE32);
    }

    #[test]
    fn a_title_becomes_plain_words() {
        let long = "chữ ".repeat(40);
        for (title, expected) in [
            ("Đêm nhạc Hà Trang", "dem-nhac-ha-trang".to_owned()),
            ("  C++ & Rust: 2026!  ", "c-rust-2026".to_owned()),
            ("会議 🎉", NO_WORDS.to_owned()),
            ("", NO_WORDS.to_owned()),
            (&long, format!("{}chu", "chu-".repeat(11))),
            (&"a".repeat(90), "a".repeat(48)),
        ] {
            assert_eq!(base(title), expected, "{title}");
        }
    }
}
