use sea_orm::{DbErr, FromQueryResult, Statement, TransactionTrait};

use crate::Db;

/// Why a commit could not be confirmed.
#[derive(Debug, thiserror::Error)]
pub enum CommitCheckError {
    /// The database refused to write or to read.
    #[error("the database does not take a change")]
    Engine(#[from] DbErr),
    /// The commit was acknowledged, but another connection does not see it.
    #[error("change {written} was committed, but another connection reads {read}")]
    Lost {
        /// The value of the counter that was committed.
        written: i64,
        /// The value that the other connection reads.
        read: i64,
    },
}

#[derive(FromQueryResult)]
struct Count {
    count: i64,
}

impl Db {
    /// Commits a change and reads it back through another connection, to prove that acknowledged changes are stored.
    /// Costs one commit. On [`CommitCheckError::Lost`] the writer's connection is closed, so that the next transaction
    /// begins on a new one.
    ///
    /// Needs the table `commit_check (id bigint primary key, count bigint not null)`.
    pub async fn check_commit(&self) -> Result<(), CommitCheckError> {
        let sql = |text: &str| Statement::from_string(self.read().get_database_backend(), text);
        let tx = self.write().await?;
        // The reader is open before the commit, so that it uses another connection even where readers and the writer
        // share a pool. Its snapshot begins at its first statement.
        let reader = self.read().begin().await?;
        let written =
            Count::find_by_statement(sql("insert into commit_check (id, count) values (1, 1) \
             on conflict (id) do update set count = commit_check.count + 1 returning count"))
            .one(&tx)
            .await?;
        tx.commit().await?;
        let read = Count::find_by_statement(sql("select count from commit_check where id = 1"))
            .one(&reader)
            .await?;
        reader.rollback().await?;
        let [written, read] = [written, read].map(|row| row.map_or(0, |row| row.count));
        // Another server on the same database may have incremented the counter meanwhile.
        if read < written {
            if let Some(embedded) = &self.inner.embedded {
                embedded.writer.reconnect().await;
            }
            return Err(CommitCheckError::Lost { written, read });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sea_orm::ConnectionTrait;

    use super::*;
    use crate::{DatabaseUrl, Embedded, Inner};

    const TABLE: &str = "create table commit_check (id bigint primary key, count bigint not null)";

    async fn open(folder: &tempfile::TempDir) -> Db {
        let url = DatabaseUrl::Sqlite(folder.path().join("hoi.db"));
        let db = Db::open(&url).await.unwrap();
        let tx = db.write().await.unwrap();
        tx.execute_unprepared(TABLE).await.unwrap();
        tx.commit().await.unwrap();
        db
    }

    #[tokio::test]
    async fn sees_its_own_change_and_misses_one_that_went_elsewhere() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let (here, elsewhere) = (open(&folders[0]).await, open(&folders[1]).await);
        for _ in 0..3 {
            here.check_commit().await.unwrap();
        }
        let split = Db {
            inner: Arc::new(Inner {
                pool: elsewhere.inner.pool.clone(),
                embedded: Some(Embedded {
                    writer: here.inner.embedded.as_ref().unwrap().writer.clone(),
                    lock: None,
                    checkpoints: None,
                }),
            }),
        };
        let lost = split.check_commit().await;
        assert!(
            matches!(
                lost,
                Err(CommitCheckError::Lost {
                    written: 4,
                    read: 0
                })
            ),
            "{lost:?}"
        );
        here.check_commit().await.unwrap();
    }
}
