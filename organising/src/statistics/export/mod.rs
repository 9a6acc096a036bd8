//! All that the caller may see, as a workbook with a sheet for each kind of thing, written while it is sent.
//!
//! Every sheet names its columns, so that a new column of a table is not exported until a developer adds it. No sheet
//! contains anything that gives access: passwords, keys of devices, ticket and invitation codes, links, second factors.

mod accounts;
mod events;
mod groups;

use std::collections::HashMap;
use std::hash::Hash;

use axum::response::Response;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::export_files::column;
use hoi_platform::http::Download;
use hoi_platform::ids::UserId;
use hoi_platform::language;
use hoi_platform::quota::UNLIMITED;
use hoi_spreadsheet::{Cell, Column, Format};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, TryGetable, Value,
};
use tokio::sync::OwnedSemaphorePermit;

use super::store::Scope;

/// The width of every column, in characters.
const WIDTH: u16 = 20;

/// Answers with the file. The only account in an organiser's file is their own.
pub fn answer(
    app: App,
    account: UserId,
    scope: Scope,
    permit: OwnedSemaphorePermit,
) -> Result<Response> {
    let lang = language::current();
    let text = |key| LocalizedText::new(key).in_language(lang);
    let writing = Writing {
        app,
        account,
        scope,
        lang,
    };
    Download::answer(
        permit,
        Format::Xlsx,
        &text("export.name"),
        &text("export.accounts"),
        titles(lang, &accounts::ACCOUNTS),
        async move |mut file| {
            writing.accounts(&mut file).await?;
            writing.events(&mut file).await?;
            writing.tickets(&mut file).await?;
            writing.participants(&mut file).await?;
            writing.scans(&mut file).await?;
            writing.messages(&mut file).await?;
            if scope == Scope::Platform {
                writing.groups(&mut file).await?;
                writing.members(&mut file).await?;
                writing.posts(&mut file).await?;
                writing.points(&mut file).await?;
                writing.plans(&mut file).await?;
            }
            writing.personal_plans(&mut file).await?;
            Ok(file)
        },
    )
}

/// A column of a sheet: the key of its title, and the cell of a row.
type ColumnOf<R> = (&'static str, fn(&R, &Writing) -> Cell);

fn titles<R>(lang: Lang, columns: &[ColumnOf<R>]) -> Vec<Column> {
    let columns = columns.iter();
    columns.map(|(key, _)| column(lang, key, WIDTH)).collect()
}

struct Writing {
    app: App,
    account: UserId,
    scope: Scope,
    lang: Lang,
}

impl Writing {
    fn text(&self, key: &'static str) -> String {
        LocalizedText::new(key).in_language(self.lang)
    }

    /// Returns the account outside of which nothing is written; None if there is no such bound.
    fn own(&self) -> Option<UserId> {
        (self.scope != Scope::Platform).then_some(self.account)
    }

    async fn sheet<R>(
        &self,
        file: &mut Download,
        name: &'static str,
        columns: &[ColumnOf<R>],
    ) -> anyhow::Result<()> {
        file.next_sheet(self.text(name), titles(self.lang, columns))
            .await
    }

    async fn rows<R>(
        &self,
        file: &mut Download,
        columns: &[ColumnOf<R>],
        rows: impl Iterator<Item = R>,
    ) -> anyhow::Result<()> {
        let cells = |row: R| columns.iter().map(|(_, cell)| cell(&row, self)).collect();
        file.rows(rows.map(cells).collect()).await
    }

    fn yes_or_no(&self, is: bool) -> Cell {
        self.text(if is { "export.yes" } else { "export.no" })
            .into()
    }

    /// Returns the cell of a limit, where −1 means unlimited.
    fn limit(&self, limit: i64) -> Cell {
        if limit == UNLIMITED {
            self.text("export.unlimited").into()
        } else {
            Cell::Number(limit)
        }
    }
}

/// Returns the names in the rows of a table with these identifiers, also of removed rows.
async fn names<E: EntityTrait, Id: Eq + Hash + TryGetable + Into<Value>>(
    conn: &impl ConnectionTrait,
    (id, name): (E::Column, E::Column),
    ids: impl Iterator<Item = Id>,
) -> anyhow::Result<HashMap<Id, String>> {
    let found: Vec<(Id, String)> = E::find()
        .select_only()
        .columns([id, name])
        .filter(id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}
