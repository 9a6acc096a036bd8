//! Adds many people from a file to a group, all of them or none, by their e-mail addresses. People imported by a leader
//! are invited, so that the answer does not tell which addresses have accounts. Administrators know that, so the
//! accounts that they import are members at once.

mod rows;

use std::collections::HashSet;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{UploadBody, UploadForm};
use hoi_platform::http::{BinaryFile, Envelope, attachment};
use hoi_platform::idempotency::{KeyHeader, OnceKey};
use hoi_platform::ids::UserId;
use hoi_platform::import_files::{self, MAX_FAULTS};
use hoi_platform::language;
use hoi_platform::limits::throttle;
use hoi_platform::routes;
use hoi_platform::storage::Sender;
use hoi_spreadsheet::{Column, Format, SheetWriter};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use self::rows::{Detail, Read};
use super::access::{InGroup, Leader};
use super::invitations::{self, Invitee, Known};
use super::log::{self, GroupAction, LogEntry};
use super::membership::{self, Claimant, FieldClaim, NewMember};
use super::{GroupId, RequestStatus, tell, throttles};
use crate::accounts::{self, Role, email_key};
use crate::notifications::Kind;

/// Calls on files with members.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_members))
        .layer(DefaultBodyLimit::max(import_files::BODY_LIMIT))
        .routes(routes!(get_member_template))
}

/// The form of an import.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
struct MemberImport {
    /// CSV, XLSX or XLS up to 5 MiB with up to 5000 people. The column with the e-mail address is required; the columns
    /// with name, phone, role, business field, position and the first day in the group are optional.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The result of an import.
#[derive(Debug, Serialize, ToSchema)]
struct ImportedMembers {
    /// The number of new members: people who had asked to join, and accounts that an administrator imports.
    added: usize,
    /// How many were invited.
    invited: usize,
}

/// Invites the people of a file, all of them or none; the answer does not tell which addresses have accounts. People
/// who have asked to join become members at once, and so do accounts that an administrator imports. Faults of single
/// rows, such as the address of a member, are 5002 with `errors`; a file that cannot be read is 5006; 5003 without room
/// for everyone, when the caller's mails of the day do not suffice, and when 5000 invitations are unanswered; 5009 when
/// the group is archived. 5003 (HTTP 429) after 60 calls in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/member/import", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    request_body(content = MemberImport, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportedMembers>)), security(("bearer" = [])))]
async fn import_members(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    key: OnceKey,
    body: UploadBody,
) -> Result<Envelope<ImportedMembers>> {
    let sender = Sender::Account(caller.user.id);
    let form =
        UploadForm::read(&app.upload_slots, sender, body, import_files::MAX_FILE, &[]).await?;
    accounts::check_still_active(&app, caller.user.id).await?;
    let file = form
        .file
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let once = key.of(&file).await?;
    let name = import_files::shown_name(form.file_name.as_deref());
    let lang = language::current();
    let mut read = app
        .readers
        .run(move || rows::read(&file, &name, lang))
        .await??;
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::INVITATIONS, caller.user.id, now).await?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    let mended = std::mem::take(&mut read.said);
    let Judged {
        members,
        people,
        known,
    } = judge(&tx, &caller, read).await?;
    let (mut added, mut invited) = (members.len(), 0);
    if added > 0 {
        add(&tx, &caller, members, now).await?;
    }
    if !people.is_empty() {
        let rows = invitations::invite(&tx, &caller, people, known, now).await?;
        invited = rows
            .iter()
            .filter(|row| row.status == RequestStatus::Pending)
            .count();
        added += rows.len() - invited;
    }
    let said = membership::summary(added, invited).chain(mended);
    let said = said.map(|text| text.localized());
    let imported = Envelope {
        messages: said.collect(),
        ..Envelope::ok(ImportedMembers { added, invited })
    };
    let imported = once.commit(tx, imported).await?;
    app.jobs.notify_one();
    Ok(imported)
}

async fn add(
    tx: &Tx,
    caller: &InGroup<Leader>,
    members: Vec<NewMember>,
    now: Timestamp,
) -> Result<()> {
    let (group, by) = (&caller.group, caller.user.id);
    let users: Vec<UserId> = members.iter().map(|member| member.user).collect();
    let entry = LogEntry {
        group: group.id,
        actor: Some(by),
        action: GroupAction::MemberImported,
        subject: None,
        data: json!({ "count": users.len() }),
    };
    membership::admit(tx, group, members, by, now).await?;
    tell::of_membership(tx, group, users, by, Kind::MemberAdded, now).await?;
    log::log(tx, [entry], now).await
}

/// The outcome for the people of a file.
struct Judged {
    /// Accounts that an administrator imports.
    members: Vec<NewMember>,
    /// People who are invited by their addresses.
    people: Vec<Invitee>,
    known: Known,
}

enum New {
    Member(NewMember),
    Invitee(Invitee),
}

impl New {
    fn claim(&self) -> FieldClaim<'_> {
        match self {
            Self::Member(member) => FieldClaim {
                claimant: Claimant::Account(member.user),
                field: member.business_field.as_deref(),
            },
            Self::Invitee(person) => FieldClaim {
                claimant: Claimant::Invited(person.full_name.as_ref().unwrap_or(&person.email)),
                field: person.business_field.as_deref(),
            },
        }
    }
}

/// Returns the outcome for the people whom the file names, or 5002 with all faults of its rows.
async fn judge(tx: &Tx, caller: &InGroup<Leader>, mut read: Read) -> Result<Judged> {
    let (group, by) = (&caller.group, caller.user.id);
    let people = std::mem::take(&mut read.people);
    let keys: Vec<String> = people
        .iter()
        .map(|person| email_key(&person.invitee.email))
        .collect();
    let known = invitations::known(tx, group.id, &keys).await?;
    let broken_rows: HashSet<usize> = read.faults.iter().map(|fault| fault.row).collect();
    let mut new: Vec<(usize, New)> = Vec::new();
    for (person, key) in people.into_iter().zip(keys) {
        let row = person.row;
        if !caller.may_give(person.invitee.role) {
            let message = LocalizedText::new("group.onlyOwnerMakesManagers");
            read.fault(row, Detail::Role, message);
        }
        if broken_rows.contains(&row) {
            continue;
        }
        let person = person.invitee;
        let refusal = match known.accounts.get(&key) {
            _ if known.members.contains(&key) => "group.isMember",
            // Administrators cannot be members, so they are treated like people without an account.
            Some(user) if caller.is_admin() && user.role != Role::Admin => {
                let profile = NewMember::of_profile(user, person.role);
                let member = NewMember {
                    business_field: person.business_field.or(profile.business_field),
                    position: person.position.or(profile.position),
                    attend_date: person.attend_date,
                    invited_by: Some(by),
                    ..profile
                };
                new.push((row, New::Member(member)));
                continue;
            }
            _ if known.invited.contains(&key) => "group.isInvited",
            _ => {
                new.push((row, New::Invitee(person)));
                continue;
            }
        };
        read.fault(row, Detail::Email, LocalizedText::new(refusal));
    }
    let claims: Vec<_> = new.iter().map(|(_, new)| new.claim()).collect();
    for (at, message) in membership::taken_fields(tx, group, &claims).await? {
        if let Some((row, _)) = new.get(at) {
            read.fault(*row, Detail::BusinessField, message);
        }
    }
    let mut faults = read.faults;
    if faults.is_empty() {
        let (mut members, mut people) = (Vec::new(), Vec::new());
        for (_, new) in new {
            match new {
                New::Member(member) => members.push(member),
                New::Invitee(person) => people.push(person),
            }
        }
        return Ok(Judged {
            members,
            people,
            known,
        });
    }
    let total = faults.len() + read.unlisted;
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
