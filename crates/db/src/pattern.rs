use sea_orm::sea_query::LikeExpr;

/// Returns a pattern of SQL's `like` for texts that contain `part`. Its wildcards are taken as the characters they are.
#[must_use]
pub fn containing(part: &str) -> LikeExpr {
    pattern("%", part)
}

/// Patterns one of which matches every text in which a word begins with `part`.
#[must_use]
pub fn beginning_a_word(part: &str) -> [LikeExpr; 2] {
    [pattern("", part), pattern("% ", part)]
}

fn pattern(before: &str, part: &str) -> LikeExpr {
    let escaped = part
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    LikeExpr::new(format!("{before}{escaped}%")).escape('\\')
}
