//! Many rows by a unique key of several columns.

use sea_orm::sea_query::{
    Alias, Condition, Expr, ExprTrait as _, Query, SelectStatement, ValueTuple,
};
use sea_orm::{ColumnTrait, EntityTrait, Value};

use crate::padded;

const WANTED: &str = "wanted";

/// Returns a query that answers with a row for each of `keys` by which there is a row that meets `only`: the key, and then
/// `columns` under their names. None without keys.
///
/// A condition such as `a = 1 and b in (…)` would let `PostgreSQL` read every row with that `a`, through an index that does
/// not have `b`. It decides so while the table is empty, when all ways cost the same, keeps what it decided, and a rush on
/// a new event comes before it looks again. A subquery for each key has both values, and only one index has both columns.
pub fn look_up<E: EntityTrait, const N: usize>(
    key: [E::Column; N],
    keys: impl IntoIterator<Item = [Value; N]>,
    only: Condition,
    columns: impl IntoIterator<Item = (&'static str, Expr)>,
) -> Option<SelectStatement> {
    let keys = padded(keys);
    if keys.is_empty() {
        return None;
    }
    let names: Vec<_> = (1..=N)
        .map(|number| Alias::new(format!("column{number}")))
        .collect();
    let mut found = Query::select();
    found.from(E::default().table_ref());
    for (column, name) in key.iter().zip(&names) {
        let wanted = Expr::col((Alias::new(WANTED), name.clone()));
        found.and_where(column.into_expr().eq(wanted));
    }
    found.cond_where(only).limit(1);
    let of_found = |what: Expr| {
        let mut found = found.clone();
        Expr::from(found.expr(what).to_owned())
    };
    let mut query = Query::select();
    query.from_values(
        keys.into_iter().map(|key| ValueTuple::Many(key.into())),
        Alias::new(WANTED),
    );
    query.columns(names.iter().map(|name| (Alias::new(WANTED), name.clone())));
    for (name, what) in columns {
        query.expr_as(of_found(what), Alias::new(name));
    }
    query.and_where(of_found(Expr::val(1)).is_not_null());
    Some(query)
}
