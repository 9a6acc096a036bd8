use sea_orm::sea_query::LikeExpr;

/// Returns a pattern of SQL's `like` for texts that contain `part`. Its wildcards are taken as the characters they are.
#[must_use]
pub fn containing(part: &str) -> LikeExpr {
    let escaped = part
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}
