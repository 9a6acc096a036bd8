use std::collections::BTreeMap;

use axum::http::StatusCode;
use hoi_db::{Timestamp, Tx, Writes, padded};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    Select, Statement, Value,
};
use serde::Serialize;

use super::entity as idempotency;
use super::{IdempotencyKey, IdempotentRequest, KEPT, key_reused};
use crate::app::App;
use crate::error::Result;

/// Finds the stored responses to requests with these keys.
pub fn responses_to<'a>(
    keys: impl IntoIterator<Item = &'a IdempotencyKey>,
    now: Timestamp,
) -> Select<idempotency::Entity> {
    // The primary key begins with caller and path, and without them the engine would read the answers of a whole day.
    let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for IdempotencyKey { caller, path, key } in keys {
        places.entry((caller, path)).or_default().push(key.as_str());
    }
    let places = places.into_iter().map(|((caller, path), keys)| {
        Condition::all()
            .add(idempotency::Column::Caller.eq(caller))
            .add(idempotency::Column::Path.eq(path))
            .add(idempotency::Column::Key.is_in(padded(keys)))
    });
    idempotency::Entity::find()
        .filter(places.fold(Condition::any(), Condition::add))
        .filter(idempotency::Column::ExpiresAt.gt(now))
}

/// Finds the stored answer to `request`; None if it is the first one.
///
/// # Errors
/// 5008 when the key was used for another request.
#[tracing::instrument(name = "idempotency.find", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    request: &IdempotentRequest,
    now: Timestamp,
) -> Result<Option<idempotency::Model>> {
    let found = idempotency::Entity::find_by_id(id(request))
        .filter(idempotency::Column::ExpiresAt.gt(now))
        .one(conn)
        .await?;
    match found {
        Some(row) if row.request_hash != request.request_hash => Err(key_reused()),
        found => Ok(found),
    }
}

fn id(request: &IdempotentRequest) -> (String, String, String) {
    let IdempotencyKey { caller, path, key } = &request.key;
    (caller.clone(), path.clone(), key.clone())
}

/// Takes the key of `request` for this transaction; false when another request has it. Waits for a transaction that has
/// just taken it.
#[tracing::instrument(name = "idempotency.claim", skip_all)]
pub async fn claim(tx: &Tx, request: &IdempotentRequest, now: Timestamp) -> Result<bool, DbErr> {
    let (caller, path, key) = id(request);
    // An expired row with the same key may still exist.
    let sql = "insert into idempotency (caller, path, key, request_hash, status, body, expires_at) \
               values ($1, $2, $3, $4, 0, '', $5) on conflict (caller, path, key) do update set \
               request_hash = excluded.request_hash, status = 0, body = '', expires_at = excluded.expires_at \
               where idempotency.expires_at <= $6";
    let values: [Value; 6] = [
        caller.into(),
        path.into(),
        key.into(),
        request.request_hash.clone().into(),
        now.plus(KEPT).into(),
        now.into(),
    ];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    Ok(tx.execute_raw(statement).await?.rows_affected() == 1)
}

/// Stores the answer to a request whose key this transaction has taken.
#[tracing::instrument(name = "idempotency.keep", skip_all)]
pub async fn keep(
    tx: &Tx,
    request: &IdempotentRequest,
    status: StatusCode,
    body: String,
) -> Result<(), DbErr> {
    let (caller, path, key) = id(request);
    idempotency::Entity::update_many()
        .col_expr(
            idempotency::Column::Status,
            Expr::value(i64::from(status.as_u16())),
        )
        .col_expr(idempotency::Column::Body, Expr::value(body))
        .filter(idempotency::Column::Caller.eq(caller))
        .filter(idempotency::Column::Path.eq(path))
        .filter(idempotency::Column::Key.eq(key))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns whether an answer to `request` is stored.
#[tracing::instrument(name = "idempotency.is_answered", skip_all)]
pub async fn is_answered(
    conn: &impl ConnectionTrait,
    request: &IdempotentRequest,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let kept =
        idempotency::Entity::find_by_id(id(request)).filter(idempotency::Column::ExpiresAt.gt(now));
    Ok(kept.count(conn).await? > 0)
}

/// Adds the answers for repeated requests to the changes of a transaction.
pub fn add<T: Serialize>(
    writes: &mut Writes,
    answers: &[(IdempotentRequest, T)],
    now: Timestamp,
) -> Result<(), DbErr> {
    let rows = answers
        .iter()
        .map(|(request, answer)| {
            let body =
                serde_json::to_string(answer).map_err(|error| DbErr::Json(error.to_string()))?;
            Ok(idempotency::Model {
                caller: request.key.caller.clone(),
                path: request.key.path.clone(),
                key: request.key.key.clone(),
                request_hash: request.request_hash.clone(),
                status: 200,
                body,
                expires_at: now.plus(KEPT),
            })
        })
        .collect::<Result<Vec<_>, DbErr>>()?;
    // An expired row with the same key may still exist.
    writes.insert_or_replace(rows);
    Ok(())
}

/// Finds the answers stored for `caller`, and for calls with one of `parts` in their paths, from `since` on; the answers to
/// visitors are left out, because they are not sealed.
#[tracing::instrument(name = "idempotency.find_sealed", skip_all)]
pub async fn find_sealed(
    conn: &impl ConnectionTrait,
    caller: &str,
    parts: &[&str],
    since: Option<Timestamp>,
) -> Result<Vec<idempotency::Model>, DbErr> {
    let own = Condition::any().add(idempotency::Column::Caller.eq(caller));
    let which = parts.iter().fold(own, |which, part| {
        which.add(idempotency::Column::Path.contains(*part))
    });
    let mut sealed = idempotency::Entity::find()
        .filter(which)
        // The identifiers of accounts stand before `server` and `visitor`, so the primary key leaves out most rows.
        .filter(idempotency::Column::Caller.lt("server"))
        .filter(idempotency::Column::Body.ne(""));
    if let Some(since) = since {
        sealed = sealed.filter(idempotency::Column::ExpiresAt.gte(since.plus(KEPT)));
    }
    sealed.all(conn).await
}

/// Keeps that a request was answered, and not how.
#[tracing::instrument(name = "idempotency.empty", skip_all)]
pub async fn empty(tx: &Tx, key: IdempotencyKey) -> Result<(), DbErr> {
    idempotency::Entity::update_many()
        .col_expr(idempotency::Column::Body, Expr::value(""))
        .filter(idempotency::Column::Caller.eq(key.caller))
        .filter(idempotency::Column::Path.eq(key.path))
        .filter(idempotency::Column::Key.eq(key.key))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes expired answers.
pub async fn remove_old(app: &App) -> Result<()> {
    let tx = app.db.write().await?;
    idempotency::Entity::delete_many()
        .filter(idempotency::Column::ExpiresAt.lte(app.clock.now()))
        .exec(&tx)
        .await?;
    Ok(tx.commit().await?)
}
