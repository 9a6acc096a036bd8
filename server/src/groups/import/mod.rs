//! Adds many members from a file, all of them or none. Their accounts exist already; the file names their e-mail
//! addresses.

mod rows;

use std::collections::{HashMap, HashSet};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_db::Tx;
use hoi_spreadsheet::{Column, Format, SheetWriter};
use sea_orm::{ColumnTrait, QueryFilter};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::rows::{Detail, Read};
use super::access::{InGroup, Leader};
use super::log::{self, GroupAction, LogEntry};
use super::membership::{self, IN_VALUES, NewMember};
use super::{GroupId, limits, tell};
use crate::accounts::entity::user;
use crate::accounts::{self, Role};
use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::files::{UploadBody, UploadForm};
use crate::http::{BinaryFile, Envelope, attachment};
use crate::ids::UserId;
use crate::imports::{self, MAX_FAULTS};
use crate::language;
use crate::limits::throttle;
use crate::notifications::Kind;
use crate::upload_places::Sender;

/// Calls on files with members.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_members))
        .layer(DefaultBodyLimit::max(imports::BODY_LIMIT))
        .routes(routes!(get_member_template))
}

/// The form of an import.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
struct MemberImport {
    /// CSV, XLSX or XLS up to 5 MiB with up to 5000 people. The column with the e-mail address is required; those with
    /// role, business field, position and the first day in the group are optional.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The result of an import.
#[derive(Debug, Serialize, ToSchema)]
struct ImportedMembers {
    /// How many were added.
    imported: usize,
}

/// Adds the people of a file, all of them or none. What is wrong with single rows is 5002 with `errors`, such as an
/// address without an account; a file that cannot be read is 5006; no room for everyone is 5003; 5009 when the group is
/// archived.
#[utoipa::path(post, path = "/group/{groupId}/member/import", tag = "group", params(("groupId" = GroupId, Path)),
    request_body(content = MemberImport, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportedMembers>)), security(("bearer" = [])))]
async fn import_members(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    body: UploadBody,
) -> Result<Envelope<ImportedMembers>> {
    let sender = Sender::Account(caller.user.id);
    let form = UploadForm::read(&app.upload_places, sender, body, imports::MAX_FILE, &[]).await?;
    accounts::check_still_active(&app, caller.user.id).await?;
    let file = form
        .file
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let name = imports::shown_name(form.file_name.as_deref());
    let lang = language::current();
    let read = app
        .readers
        .run(move || rows::read(&file, &name, lang))
        .await??;
    let now = app.clock.now();
    throttle::count_account(&app.db, &limits::INVITATIONS, caller.user.id, now).await?;
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let new = judge(&tx, &caller, read).await?;
    let count = new.len();
    let added: Vec<UserId> = new.iter().map(|member| member.user).collect();
    let (group, by) = (&caller.group, caller.user.id);
    membership::admit(&tx, group, new, by, now).await?;
    tell::of_membership(&tx, group, added, by, Kind::MemberAdded, now).await?;
    let entry = LogEntry {
        group: group.id,
        actor: Some(by),
        action: GroupAction::MemberImported,
        subject: None,
        data: json!({ "count": count }),
    };
    log::log(&tx, [entry], now).await?;
    tx.commit().await?;
    let message = LocalizedText::new("group.imported").with("count", count);
    Ok(Envelope {
        messages: vec![message.localized()],
        ..Envelope::ok(ImportedMembers { imported: count })
    })
}

/// Returns the members that the file describes, or 5002 with everything that is wrong with its rows.
async fn judge(tx: &Tx, caller: &InGroup<Leader>, mut read: Read) -> Result<Vec<NewMember>> {
    let (group, by) = (&caller.group, caller.user.id);
    let people = std::mem::take(&mut read.people);
    let mut users: HashMap<String, user::Model> = HashMap::new();
    for people in people.chunks(IN_VALUES) {
        let keys = people.iter().map(|person| person.email_key.as_str());
        let found = user::live()
            .filter(user::Column::EmailKey.is_in(keys))
            .filter(user::Column::IsActive.eq(true))
            .all(tx)
            .await?;
        let found = found.into_iter();
        users.extend(found.map(|user| (user.email_key.clone(), user)));
    }
    let ids: Vec<UserId> = users.values().map(|user| user.id).collect();
    let members = membership::members_among(tx, group.id, &ids).await?;
    let broken_rows: HashSet<usize> = read.faults.iter().map(|fault| fault.row).collect();
    let mut new: Vec<(usize, NewMember)> = Vec::new();
    for person in people {
        let row = person.row;
        if !caller.may_give(person.role) {
            let message = LocalizedText::new("group.onlyOwnerMakesManagers");
            read.fault(row, Detail::Role, message);
        }
        if broken_rows.contains(&row) {
            continue;
        }
        let refusal = match users.get(&person.email_key) {
            None => "account.notFound",
            Some(user) if user.role == Role::Admin => "group.onlyOrganisers",
            Some(user) if members.contains(&user.id) => "group.isMember",
            Some(user) => {
                let profile = NewMember::of_profile(user, person.role);
                let member = NewMember {
                    business_field: person.business_field.or(profile.business_field),
                    position: person.position.or(profile.position),
                    attend_date: person.attend_date,
                    invited_by: Some(by),
                    ..profile
                };
                new.push((row, member));
                continue;
            }
        };
        read.fault(row, Detail::Email, LocalizedText::new(refusal));
    }
    let fields: Vec<_> = new
        .iter()
        .map(|(_, member)| (member.user, member.business_field.as_deref()))
        .collect();
    for (at, message) in membership::taken_fields(tx, group, &fields).await? {
        if let Some((row, _)) = new.get(at) {
            read.fault(*row, Detail::BusinessField, message);
        }
    }
    let mut faults = read.faults;
    if faults.is_empty() {
        return Ok(new.into_iter().map(|(_, member)| member).collect());
    }
    let total = faults.len();
    faults.sort_by_key(|fault| fault.row);
    faults.truncate(MAX_FAULTS);
    Err(Error::ImportFailed { faults, total })
}

/// Returns a file with the columns of an import and no rows.
#[utoipa::path(get, path = "/group/{groupId}/member/import/template", tag = "group",
    params(("groupId" = GroupId, Path)),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))), security(("bearer" = [])))]
async fn get_member_template(_: InGroup<Leader>) -> Result<Response> {
    let lang = language::current();
    let columns = Detail::ALL.map(|field| {
        let title = field.title(lang);
        Column {
            title: match field {
                Detail::Email => format!("{title} *"),
                _ => title,
            },
            width: 24,
            choices: match field {
                Detail::Role => rows::role_words(lang).to_vec(),
                _ => Vec::new(),
            },
        }
    });
    let title = LocalizedText::new("group.template").in_language(lang);
    let writer = SheetWriter::new(Vec::new(), Format::Xlsx, &title, columns.into());
    let file = writer.and_then(SheetWriter::finish);
    let mut response = file.map_err(anyhow::Error::from)?.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(Format::Xlsx.mime()),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        attachment(&title, Format::Xlsx.extension()),
    );
    Ok(response)
}
