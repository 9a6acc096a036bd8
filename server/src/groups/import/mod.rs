//! Invites many people from a file, all of them or none, by their e-mail addresses, whether these have an account or not.
//! Nobody becomes a member without having asked for it or accepting.

mod rows;

use std::collections::HashSet;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_db::Tx;
use hoi_spreadsheet::{Column, Format, SheetWriter};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::rows::{Detail, Read};
use super::access::{InGroup, Leader};
use super::entity::join_request;
use super::invitations::{self, Invitee, Known};
use super::membership::{self, Claimant, FieldClaim};
use super::{GroupId, RequestStatus, limits};
use crate::accounts::{self, email_key};
use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::files::{UploadBody, UploadForm};
use crate::http::{BinaryFile, Envelope, attachment};
use crate::imports::{self, MAX_FAULTS};
use crate::language;
use crate::limits::throttle;
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
    /// name, phone, role, business field, position and the first day in the group are optional.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The result of an import.
#[derive(Debug, Serialize, ToSchema)]
struct ImportedMembers {
    /// How many were invited.
    invited: usize,
    /// How many are members now, because they had asked to join.
    joined: usize,
}

/// Invites the people of a file, all of them or none; who has asked to join is a member at once. What is wrong with single
/// rows is 5002 with `errors`, such as the address of a member; a file that cannot be read is 5006; 5003 without room
/// for everyone, when the caller's mails of the day do not suffice, and when 5000 invitations are unanswered; 5009 when
/// the group is archived.
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
    let (people, known) = judge(&tx, &caller, read).await?;
    let rows = invitations::invite(&tx, &caller, people, known, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    let waits = |row: &&join_request::Model| row.status == RequestStatus::Pending;
    let invited = rows.iter().filter(waits).count();
    let result = ImportedMembers {
        invited,
        joined: rows.len() - invited,
    };
    let message = LocalizedText::new("group.imported").with("count", rows.len());
    Ok(Envelope {
        messages: vec![message.localized()],
        ..Envelope::ok(result)
    })
}

/// Returns the people whom the file names and what they are to the group, or 5002 with everything that is wrong with its
/// rows.
async fn judge(tx: &Tx, caller: &InGroup<Leader>, mut read: Read) -> Result<(Vec<Invitee>, Known)> {
    let group = &caller.group;
    let people = std::mem::take(&mut read.people);
    let keys: Vec<String> = people
        .iter()
        .map(|person| email_key(&person.invitee.email))
        .collect();
    let known = invitations::known(tx, group.id, &keys).await?;
    let broken_rows: HashSet<usize> = read.faults.iter().map(|fault| fault.row).collect();
    let mut new: Vec<(usize, Invitee)> = Vec::new();
    for (person, key) in people.into_iter().zip(keys) {
        let row = person.row;
        if !caller.may_give(person.invitee.role) {
            let message = LocalizedText::new("group.onlyOwnerMakesManagers");
            read.fault(row, Detail::Role, message);
        }
        if broken_rows.contains(&row) {
            continue;
        }
        if known.members.contains(&key) {
            read.fault(row, Detail::Email, LocalizedText::new("group.isMember"));
        } else if known.invited.contains(&key) {
            read.fault(row, Detail::Email, LocalizedText::new("group.isInvited"));
        } else {
            new.push((row, person.invitee));
        }
    }
    let claims: Vec<_> = new
        .iter()
        .map(|(_, person)| FieldClaim {
            claimant: Claimant::Invited(person.full_name.as_ref().unwrap_or(&person.email)),
            field: person.business_field.as_deref(),
        })
        .collect();
    for (at, message) in membership::taken_fields(tx, group, &claims).await? {
        if let Some((row, _)) = new.get(at) {
            read.fault(*row, Detail::BusinessField, message);
        }
    }
    let mut faults = read.faults;
    if faults.is_empty() {
        return Ok((new.into_iter().map(|(_, person)| person).collect(), known));
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
