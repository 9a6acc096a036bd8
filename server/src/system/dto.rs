//! Request and response bodies of the calls on the running platform.

use hoi_db::Timestamp;
use hoi_jobs::entity as job;
use hoi_jobs::{Depth, Progress, outage};
use hoi_platform::audit::AuditAction;
use hoi_platform::http::Page;
use hoi_platform::ids::UserId;
use hoi_platform::mail_log;
use hoi_platform::mails::impersonal;
use hoi_platform::version::ProgramVersion;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// The state of the platform. Where several servers share a database, version, start, sockets and disk are those of the
/// server that answers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemState {
    #[serde(flatten)]
    pub program: ProgramVersion,
    pub started_at: Timestamp,
    pub database: DatabaseState,
    pub disk: DiskState,
    pub files: FileCounts,
    /// The lanes of background jobs, the most urgent first.
    pub lanes: Vec<LaneState>,
    /// The number of jobs that were given up.
    pub dead_jobs: u64,
    /// Services outside of the server that do not work now.
    pub outages: Vec<Outage>,
    /// Open sockets of screens and browsers.
    pub sockets: usize,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DatabaseState {
    /// Name and version of the engine.
    pub engine: String,
    pub bytes: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiskState {
    /// The free space of the fullest disk that the server writes to; null if it is unknown.
    #[schema(required)]
    pub free_bytes: Option<u64>,
    /// With less free space registrations and uploads are refused.
    pub min_free_bytes: u64,
}

/// The uploaded files.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileCounts {
    pub count: u64,
    pub bytes: i64,
}

/// The kinds of things that wait for administrators, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum NeedKind {
    /// A disk has less free space than is required, so registrations and uploads are refused.
    LowSpace,
    /// The mail server refuses all mails or cannot be reached.
    MailOutage,
    /// Jobs were given up.
    DeadJobs,
    /// Accounts ask to see, correct or erase their personal data and wait for an answer or its result; the law sets the
    /// days.
    DataRequests,
    /// Many registrations came from one network in a short time, and the event's organiser has not dismissed that; the
    /// things are events.
    Bursts,
    /// Active accounts searched for people more often than they may within the last seven days; the things are accounts.
    SearchedTooOften,
    /// Accounts ask for one more group than their plans allow; the things are their requests, named by the group.
    GroupRequests,
    /// The owner of a group is suspended, so it has no owner who can act; the things are groups.
    OwnerlessGroups,
    /// Plans of accounts end within 14 days; the things are plans, named together with the account.
    EndingPlans,
}

/// Something that waits for an administrator.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    pub kind: NeedKind,
    /// How many there are, at least 1.
    pub count: u64,
    /// Since when the first of them has waited; of plans, when the first one ends. Null if that is not known.
    #[schema(required)]
    pub at: Option<Timestamp>,
    /// The number of things, which is less than `count` where several bursts are one event's; 0 for kinds that one list
    /// shows.
    pub thing_count: u64,
    /// Names up to five of the things.
    pub things: Vec<NeedThing>,
}

#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NeedThing {
    /// Names the event, account, group or plan.
    pub id: Uuid,
    pub name: String,
}

/// The page of the things that wait.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NeedThingQuery {
    pub kind: NeedKind,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// A queue of background jobs with slots of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum JobLane {
    Urgent,
    Normal,
    Bulk,
}

/// The number of jobs of a lane by their state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaneState {
    pub lane: JobLane,
    pub waiting: u64,
    pub running: u64,
    pub later: u64,
    pub dead: u64,
    /// Since when the waiting job that became due first has been due; null if none waits.
    #[schema(required)]
    pub oldest_due_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Outage {
    /// The name of the service, such as `mail`.
    pub service: String,
    pub since: Timestamp,
    /// The last answer of the service.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum JobState {
    /// It is due, and waits for a free slot.
    Waiting,
    Running,
    /// Its time, or that of its next attempt, is still to come.
    Later,
    /// It was given up.
    Dead,
}

/// Filters of the list of jobs.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobQuery {
    pub state: Option<JobState>,
    /// The name of a kind of job.
    pub kind: Option<String>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// A background job, without its content, which may name people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    pub id: Uuid,
    /// The name of its kind, such as `registration.mailTicket`.
    pub kind: String,
    pub lane: JobLane,
    pub state: JobState,
    pub attempts: i64,
    /// Why the last attempt failed, without addresses, long numbers and links; null if none failed.
    #[schema(required)]
    pub last_error: Option<String>,
    /// The identifier of the thing that it is about, such as a registration; null for kinds without one.
    #[schema(required)]
    pub subject: Option<Uuid>,
    pub created_at: Timestamp,
    /// The time of the next attempt. Of a job that was given up, when it would have been.
    pub run_at: Timestamp,
    /// When it was last tried; null if it was not.
    #[schema(required)]
    pub tried_at: Option<Timestamp>,
}

/// How many jobs wait again.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetriedJobs {
    /// 0 if none of them was given up.
    pub retried: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MailState {
    /// The mail server took it, or it was written into the folder of mails.
    Sent,
    /// The last attempt failed, and there will be another.
    Waiting,
    /// The last attempt failed, and there will be no other.
    GivenUp,
}

/// Filters of the mail log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MailQuery {
    /// Part of the recipient's address.
    pub search: Option<String>,
    pub state: Option<MailState>,
    /// The name of a template.
    pub template: Option<String>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// A mail that was tried at least once, without its content.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    /// The identifier of its job.
    pub id: Uuid,
    pub recipient: String,
    /// The name of its template, such as `ticket`.
    pub template: String,
    pub state: MailState,
    pub attempts: i64,
    /// Why the last attempt failed, without addresses, long numbers and links; null if the mail was sent.
    #[schema(required)]
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub tried_at: Timestamp,
}

/// Filters of the audit log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only these actions; several separated by commas.
    #[param(value_type = Option<Vec<AuditAction>>, inline, style = Form, explode = false)]
    pub action: Option<String>,
    /// The account that acted.
    pub actor: Option<UserId>,
    /// The account, plan, file or job that it was done to.
    pub subject: Option<Uuid>,
    /// Part of a network address.
    pub ip: Option<String>,
    /// Only entries from this moment on.
    pub from: Option<Timestamp>,
    /// Only entries before this moment.
    pub until: Option<Timestamp>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub id: Uuid,
    #[schema(value_type = AuditAction)]
    pub action: String,
    /// The account that did it; null for the program itself, commands, mailed links, and refused logins.
    #[schema(required)]
    pub actor: Option<AuditActor>,
    /// The thing that was changed; null if it concerned many things, or none that is known.
    #[schema(required)]
    pub subject: Option<AuditSubject>,
    #[schema(required)]
    pub ip: Option<String>,
    /// How often it happened: the same refusals within an hour are one entry.
    pub times: i64,
    pub created_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditActor {
    pub id: UserId,
    pub full_name: String,
    pub email: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AuditSubjectKind {
    Account,
    Plan,
    /// The plan of one account.
    PersonalPlan,
    File,
    Job,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuditSubject {
    pub kind: AuditSubjectKind,
    pub id: Uuid,
    /// The name of an account or plan, or of both; null for other things.
    #[schema(required)]
    pub name: Option<String>,
}

/// The activity of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountActivity {
    pub full_name: String,
    pub email: String,
    pub created_at: Timestamp,
    /// Null if the account was never used.
    #[schema(required)]
    pub last_seen_at: Option<Timestamp>,
    /// Devices on which the account is logged in.
    pub sessions: usize,
    /// Its events, without deleted ones.
    pub events: u64,
    /// Its plans that count today.
    pub plans: usize,
    /// The actions of the account, and those on it or its plans, newest first.
    pub entries: Page<AuditEntry>,
}

impl From<job::Lane> for JobLane {
    fn from(lane: job::Lane) -> Self {
        match lane {
            job::Lane::Urgent => Self::Urgent,
            job::Lane::Normal => Self::Normal,
            job::Lane::Bulk => Self::Bulk,
        }
    }
}

impl JobLane {
    /// Returns the value of the metrics' label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Urgent => "urgent",
            Self::Normal => "normal",
            Self::Bulk => "bulk",
        }
    }
}

impl From<JobState> for Progress {
    fn from(state: JobState) -> Self {
        match state {
            JobState::Waiting => Self::Waiting,
            JobState::Running => Self::Running,
            JobState::Later => Self::Later,
            JobState::Dead => Self::Dead,
        }
    }
}

impl From<Progress> for JobState {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::Waiting => Self::Waiting,
            Progress::Running => Self::Running,
            Progress::Later => Self::Later,
            Progress::Dead => Self::Dead,
        }
    }
}

impl From<Depth> for LaneState {
    fn from(depth: Depth) -> Self {
        Self {
            lane: depth.lane.into(),
            waiting: depth.waiting,
            running: depth.running,
            later: depth.later,
            dead: depth.dead,
            oldest_due_at: depth.oldest_due,
        }
    }
}

impl From<outage::Model> for Outage {
    fn from(row: outage::Model) -> Self {
        Self {
            service: row.service,
            since: row.since,
            reason: row.reason,
        }
    }
}

impl Job {
    pub fn new(row: job::Model, now: Timestamp) -> Self {
        Self {
            state: Progress::of(&row, now).into(),
            id: row.id,
            kind: row.name,
            lane: row.lane.into(),
            attempts: row.attempts,
            last_error: row.last_error.as_deref().map(impersonal),
            subject: row.subject,
            created_at: row.created_at,
            run_at: row.run_at,
            tried_at: row.tried_at,
        }
    }
}

impl Mail {
    /// `will_be_tried`: whether the job of the mail waits.
    pub fn new(row: mail_log::Model, will_be_tried: bool) -> Self {
        Self {
            id: row.id,
            recipient: row.recipient,
            template: row.template,
            state: match (row.is_sent, will_be_tried) {
                (true, _) => MailState::Sent,
                (false, true) => MailState::Waiting,
                (false, false) => MailState::GivenUp,
            },
            attempts: row.attempts,
            error: row.error,
            created_at: row.created_at,
            tried_at: row.tried_at,
        }
    }
}
