//! Takes the steps of the script: each account calls the API inside the process, as a browser would from outside.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use hoi_community::accounts::entity::{session, user};
use hoi_community::accounts::{self, AccessToken, NewAccount, Role, SessionId, UserId, in_words};
use hoi_community::notifications::{MailNotification, PushNotification};
use hoi_db::Timestamp;
use hoi_jobs::Job;
use hoi_jobs::entity as job;
use hoi_platform::clock;
use hoi_platform::ids::EventId;
use hoi_platform::password_hashing::Requester;
use hoi_ticketing::events;
use hoi_ticketing::registration::{
    self, AppWithDesk, MailGivenBack, MailPayment, MailTicket, look_for_reminders,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::people::Person;
use super::pictures::Picture;
use super::script::{Call, Step};
use super::{ADMIN, PASSWORD, circle};
use crate::{background, router};

/// Longer than the script.
const SESSION: Duration = Duration::from_hours(24 * 500);
/// Mails that an account may send a day: the demo's exceed a new account's allowance.
const DAILY_MAILS: i64 = 20_000;
/// Mails to single people: there are hundreds, and those of the last hours are enough to look at.
const WRITTEN_WITHIN: Duration = Duration::from_hours(12);
const UNWRITTEN: [&str; 5] = [
    MailTicket::NAME,
    MailPayment::NAME,
    MailGivenBack::NAME,
    MailNotification::NAME,
    PushNotification::NAME,
];
/// The first network of visitors. Each calls from its own, so that they do not count as one crowd.
const VISITORS: u32 = 0x0a00_0001;

/// The server with the accounts of the demo.
pub struct Stage<'a> {
    server: &'a AppWithDesk,
    router: Router,
    /// The hash of the one password of all accounts, which is slow to make.
    password_hash: String,
    sessions: BTreeMap<String, SessionId>,
    saved: BTreeMap<String, Value>,
    visitors: u32,
    /// When the script ends.
    end: Timestamp,
}

impl<'a> Stage<'a> {
    /// Opens the stage, with the administrator on it.
    pub async fn open(server: &'a AppWithDesk, end: Timestamp) -> Result<Self> {
        let app = &server.app;
        let place = app.passwords.place(Requester::PROGRAM).map_err(in_words)?;
        let mut stage = Self {
            server,
            router: router::router(server.clone()),
            password_hash: place.hash(PASSWORD).await.map_err(in_words)?,
            sessions: BTreeMap::new(),
            saved: BTreeMap::new(),
            visitors: 0,
            end,
        };
        let admin = user::Entity::find()
            .filter(user::Column::EmailKey.eq(ADMIN))
            .one(app.db.read())
            .await?;
        let admin = admin.context("there is no administrator")?;
        stage.enter(circle::ADMIN.to_owned(), admin.id).await?;
        Ok(stage)
    }

    /// Stores the visits and removes the sessions, which belong to no device.
    pub async fn close(self) -> Result<()> {
        events::store_visits(&self.server.app).await;
        let tx = self.server.app.db.write().await?;
        session::Entity::delete_many().exec(&tx).await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn take(&mut self, step: Step) -> Result<()> {
        match step {
            Step::Account { name, person } => self.sign_up(name, person).await,
            Step::Upload {
                by,
                purpose,
                picture,
                saved,
            } => self.upload(by, purpose, picture, saved).await,
            Step::Call(call) => self.call(call).await,
            Step::Visits { event, number } => {
                let event = EventId(self.find(event)?.parse()?);
                let app = &self.server.app;
                for _ in 0..number {
                    app.page_visits.count(event, app.clock.now());
                }
                Ok(())
            }
            Step::Upkeep => self.keep_up().await,
        }
    }

    /// Creates an account whose address is verified, because it receives no mail.
    async fn sign_up(&mut self, name: String, person: Person) -> Result<()> {
        let app = &self.server.app;
        let new = NewAccount {
            email: person.email,
            password_hash: self.password_hash.clone(),
            role: Role::Committee,
            full_name: person.name,
            phone: "0912 345 678".to_owned(),
            country: None,
            company: person.company,
            event_limit: -1,
            is_verified: true,
            must_change_password: false,
            lang: hoi_i18n::Lang::VI,
        };
        let tx = app.db.write().await?;
        let made = accounts::insert_account(&tx, new, app.clock.now()).await;
        let account = made.map_err(in_words)?;
        user::Entity::update_many()
            .col_expr(user::Column::DailyMails, Expr::value(DAILY_MAILS))
            .col_expr(user::Column::BusinessField, Expr::value(person.trade))
            .filter(user::Column::Id.eq(account.id))
            .exec(&tx)
            .await?;
        tx.commit().await?;
        self.enter(name, account.id).await
    }

    /// Opens a session that lasts until the script's end, whatever the time of the clock.
    async fn enter(&mut self, name: String, account: UserId) -> Result<()> {
        let app = &self.server.app;
        let (id, now): (SessionId, _) = (clock::new_id(), app.clock.now());
        let row = session::ActiveModel {
            id: Set(id),
            user_id: Set(account),
            refresh_hash: Set(id.0.simple().to_string()),
            expires_at: Set(now.plus(SESSION)),
            remember: Set(false),
            user_agent: Set(None),
            ip: Set(None),
            created_at: Set(now),
            last_used_at: Set(now),
            revoked_at: Set(None),
        };
        let tx = app.db.write().await?;
        session::Entity::insert(row)
            .exec_without_returning(&tx)
            .await?;
        tx.commit().await?;
        self.saved
            .insert(name.clone(), json!({ "id": account.to_string() }));
        self.sessions.insert(name, id);
        Ok(())
    }

    async fn upload(
        &mut self,
        by: &str,
        purpose: &str,
        picture: Picture,
        saved: String,
    ) -> Result<()> {
        const BOUNDARY: &str = "hoi-demo-boundary";
        let mut body = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"purpose\"\r\n\r\n{purpose}\r\n\
             --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(&picture.png()?);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let call = Call::new(Method::POST, by, "/upload");
        let answer = self.send(&call, &kind, body).await?;
        self.saved.insert(saved, answer);
        Ok(())
    }

    async fn call(&mut self, call: Call) -> Result<()> {
        let body = if call.body.is_null() {
            String::new()
        } else {
            self.fill_in(&call.body.to_string())?
        };
        let answer = self.send(&call, "application/json", body.into_bytes());
        let answer = answer.await?;
        if let Some(name) = call.saved {
            self.saved.insert(name, answer);
        }
        Ok(())
    }

    /// Returns the `data` of the answer.
    async fn send(&mut self, call: &Call, kind: &str, body: Vec<u8>) -> Result<Value> {
        let app = &self.server.app;
        let path = self.fill_in(&call.path)?;
        // The address of a bank service's calls is a whole one.
        let whole = format!("{}/api", app.config.public_url);
        let path = path.strip_prefix(&whole).unwrap_or(&path);
        let mut request = Request::builder()
            .method(call.method.clone())
            .uri(format!("/api{path}"));
        if !body.is_empty() {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        for (name, value) in &call.headers {
            request = request.header(*name, self.fill_in(value)?);
        }
        let mut peer = Ipv4Addr::LOCALHOST;
        if call.by.is_empty() {
            self.visitors += 1;
            peer = Ipv4Addr::from(VISITORS + self.visitors * 256);
        } else {
            let session = self.sessions.get(&call.by);
            let session = session.with_context(|| format!("no account is called {}", call.by))?;
            let token = AccessToken::new(*session, app.clock.now()).sign(&app.secrets);
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let mut request = request.body(Body::from(body))?;
        let peer = SocketAddr::from((IpAddr::V4(peer), 0));
        request.extensions_mut().insert(ConnectInfo(peer));
        let response = self.router.clone().oneshot(request).await?;
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await?;
        ensure!(
            status.is_success(),
            "{path} answered {status}: {}",
            String::from_utf8_lossy(&bytes)
        );
        let mut answer: Value = serde_json::from_slice(&bytes)?;
        Ok(answer.get_mut("data").map(Value::take).unwrap_or_default())
    }

    /// Does the work that a running server would have done by now.
    async fn keep_up(&self) -> Result<()> {
        let app = &self.server.app;
        look_for_reminders(app).await.map_err(in_words)?;
        registration::tell_owners(app).await.map_err(in_words)?;
        let now = app.clock.now();
        if now < self.end.minus(WRITTEN_WITHIN) {
            let tx = app.db.write().await?;
            job::Entity::delete_many()
                .filter(job::Column::Name.is_in(UNWRITTEN))
                .exec(&tx)
                .await?;
            tx.commit().await?;
        }
        background::runner(app).run_due(self.server, now).await?;
        Ok(())
    }

    /// Replaces each `‹…›` in a text.
    fn fill_in(&self, text: &str) -> Result<String> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('‹') {
            let (name, behind) = after.split_once('›').context("a name has no end")?;
            filled.push_str(before);
            filled.push_str(&self.find(name)?);
            rest = behind;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn find(&self, name: &str) -> Result<String> {
        let (answer, pointer) = match name.split_once('/') {
            Some((answer, rest)) => (answer, format!("/{rest}")),
            None => (name, "/id".to_owned()),
        };
        let found = self
            .saved
            .get(answer)
            .and_then(|answer| answer.pointer(&pointer));
        let text = found.and_then(Value::as_str).map(ToOwned::to_owned);
        text.with_context(|| format!("no answer has {name}"))
    }
}
