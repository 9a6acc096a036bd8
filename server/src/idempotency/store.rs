use std::collections::BTreeMap;

use hoi_db::{Timestamp, Tx, Writes, padded};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    Select,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::entity as idempotency;
use super::{IdempotencyKey, IdempotentRequest, KEPT, key_reused};
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

/// Returns the stored answer to `request`; None if it is the first one.
///
/// # Errors
/// 5008 when the key was used for another request.
#[tracing::instrument(name = "idempotency.first_answer", skip_all)]
pub async fn first_answer<T: DeserializeOwned>(
    tx: &Tx,
    request: &IdempotentRequest,
    now: Timestamp,
) -> Result<Option<T>> {
    let IdempotencyKey { caller, path, key } = &request.key;
    let id = (caller.clone(), path.clone(), key.clone());
    let found = idempotency::Entity::find_by_id(id)
        .filter(idempotency::Column::ExpiresAt.gt(now))
        .one(tx)
        .await?;
    match found {
        None => Ok(None),
        Some(row) if row.request_hash == request.request_hash => Ok(Some(
            serde_json::from_str(&row.body).map_err(anyhow::Error::from)?,
        )),
        Some(_) => Err(key_reused()),
    }
}

/// Returns whether an answer to `request` is stored.
#[tracing::instrument(name = "idempotency.is_answered", skip_all)]
pub async fn is_answered(
    conn: &impl ConnectionTrait,
    request: &IdempotentRequest,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let IdempotencyKey { caller, path, key } = &request.key;
    let id = (caller.clone(), path.clone(), key.clone());
    let kept = idempotency::Entity::find_by_id(id).filter(idempotency::Column::ExpiresAt.gt(now));
    Ok(kept.count(conn).await? > 0)
}

/// Stores what repeated requests get.
#[tracing::instrument(name = "idempotency.store", skip_all)]
pub async fn store<T: Serialize>(
    tx: &Tx,
    answers: &[(IdempotentRequest, T)],
    now: Timestamp,
) -> Result<(), DbErr> {
    let mut writes = Writes::new(tx);
    add(&mut writes, answers, now)?;
    writes.flush(tx).await
}

/// Adds what repeated requests get to the changes of a transaction.
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
    writes.insert_or_replace(&rows);
    Ok(())
}

/// Removes expired answers.
#[tracing::instrument(name = "idempotency.remove_old", skip_all)]
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<(), DbErr> {
    idempotency::Entity::delete_many()
        .filter(idempotency::Column::ExpiresAt.lte(now))
        .exec(tx)
        .await?;
    Ok(())
}
