use axum::http::Method;
use hoi_platform::audit::entity as audit;
use hoi_ticketing::events::EventId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::support::workbook::{sheets, unpacked};
use crate::support::{Answer, TestApp, TestUser, new_registration};

/// Begins everything that no file may contain.
const PLANTED: &str = "PLANTED";

/// Rows beside those that the test itself creates, for every account, event and participant.
const MORE_ROWS: &str = r#"
update "user" set password_hash = 'PLANTED-password', identification_number = 'PLANTED-identity';
update session set refresh_hash = 'PLANTED-' || refresh_hash;
insert into one_time_token (id, user_id, kind, hash, expires_at, created_at)
    select id, id, 'resetPassword', 'PLANTED-' || email, 9999999999999, 0 from "user";
insert into second_factor (user_id, secret, last_step, created_at) select id, 'PLANTED-secret', 0, 0 from "user";
insert into recovery_code (user_id, hash) select id, 'PLANTED-recovery' from "user";
insert into checkin_key (id, event_id, hash, label, created_at) select id, id, 'PLANTED-' || title, 'Cửa', 0 from event;
insert into invitation_code
    (id, event_id, code, code_key, participation_type, max_uses, times_used, is_active, created_at)
    select id, id, 'PLANTED-code', 'planted', 'VIP', -1, 0, true, 0 from event;
update attendance set ticket_code = 'PLANTED-' || ticket_code, invitation_code_id = event_id,
    address_hash = 'PLANTED-address', identification_number = 'PLANTED-identity';
insert into scan (id, event_id, attendance_id, code, device_id, nonce, occurred_at, received_at, result, actor)
    select id, event_id, id, 'PLANTED-scan', 'PLANTED-device', 'PLANTED-' || email, 1772330400000, 1772330400000, 'ok',
    'PLANTED-actor' from attendance;
insert into message
    (id, event_id, author_id, subject, content, segment, status, is_expanded, recipients, version, created_at, updated_at)
    select id, id, owner_id, 'Tin của ' || title, 'PLANTED-content', '{}', 'draft', false, 0, 1, 0, 0 from event;
insert into plan (id, base_name, search_text, price, start_date, expiration_date, duration, number_of_packages,
    number_of_events, attendees_per_event, event_price, number_of_groups, users_per_group, has_report, group_price,
    created_at, updated_at)
    select id, 'Gói của ' || full_name, 'PLANTED-search', 90000, '2026-03-01', '2026-03-31', 3, -1, 5, 200, 0, 1, 50, true,
    0, 0, 0 from "user" where role = 'COMMITTEE';
insert into personal_plan (id, plan_id, user_id, start_date, expiration_date, event_limit, max_attendees_per_event,
    group_limit, max_members_per_group, has_report, created_by, created_at, updated_at)
    select id, id, id, '2026-03-01', '2026-05-31', -1, 200, 1, 50, false, id, 0, 0 from plan;
insert into "group" (id, name, description, avatar_file_id, require_membership_certificate, require_business_license,
    post_approval, first_n, join_policy, is_listed, one_per_business_field, point_value_visibility, search_text, version,
    created_by, created_at, updated_at)
    select id, 'Hội của ' || full_name, 'PLANTED-description', (select id from file limit 1), false, false, 'all', 3,
    'request', true, false, 'leaders', 'PLANTED-search', 1, id, 0, 0 from "user" where role = 'COMMITTEE';
insert into group_member (id, group_id, user_id, role, position, attend_date, joined_at)
    select id, id, id, 'owner', 'Giám đốc', '2026-03-01', 0 from "group";
insert into post (id, group_id, author_id, text, status, is_closed, submitted_at, reason, version, comment_count,
    like_count, created_at)
    select id, id, id, 'Bài của ' || name, 'pending', false, 0, 'PLANTED-reason', 1, 0, 0, 0 from "group";
insert into point (id, group_id, seller_id, counterparty_id, role_type, buyer_name, value, deal_date, note, status,
    submitted_by, version, created_at)
    select id, id, id, (select id from "user" other where other.id <> "group".id limit 1), 'introducer', 'PLANTED-buyer',
    5000000, '2026-03-01', 'PLANTED-note', 'pending', id, 1, 0 from "group";
"#;

struct Owned {
    owner: TestUser,
    event: EventId,
}

/// An organiser called `name` with an event, a class and a participant of the same name.
async fn organiser(app: &TestApp, name: &str) -> Owned {
    let owner = app.committee(name).await;
    let title = Set(format!("Hội thảo {name}"));
    let event = app.event(&owner, |event| event.title = title).await;
    let class = app.ticket(event, &format!("Vé {name}"), 0, -1).await;
    app.add(new_registration(
        event,
        &format!("khách-{name}"),
        Some(class),
    ))
    .await;
    Owned { owner, event }
}

async fn world() -> (TestApp, TestUser, [Owned; 2]) {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let organisers = [organiser(&app, "an").await, organiser(&app, "bình").await];
    let tx = app.app.db.write().await.unwrap();
    tx.execute_unprepared(MORE_ROWS).await.unwrap();
    tx.commit().await.unwrap();
    (app, admin, organisers)
}

async fn export(app: &TestApp, caller: &TestUser, lang: &str) -> Answer {
    let request = app.request(Method::GET, "/api/statistic/export");
    request.bearer(&caller.token).lang(lang).send().await
}

#[tokio::test]
async fn an_administrator_gets_everything_but_secrets() {
    let (app, admin, _) = world().await;
    let answer = export(&app, &admin, "vi").await;
    assert!(answer.header("content-type").contains("spreadsheetml"));
    assert!(answer.header("content-disposition").contains(".xlsx"));
    for (name, content) in unpacked(&answer) {
        assert!(!content.contains(PLANTED), "{name}: {content}");
        assert!(!content.contains("export."), "{name}: {content}");
    }
    let sheets = sheets(&answer);
    let expected: [(&str, &[&str]); 12] = [
        (
            "Tài khoản",
            &["Nguyễn an", "Nguyễn bình", "admin@hoi.example"],
        ),
        ("Sự kiện", &["Hội thảo an", "Hội thảo bình"]),
        ("Hạng vé", &["Vé an", "Vé bình"]),
        (
            "Người tham dự",
            &["Hội thảo an", "Trần khách-an", "Trần khách-bình"],
        ),
        (
            "Lượt check-in",
            &["Trần khách-an", "Trần khách-bình", "Đã vào"],
        ),
        (
            "Thư",
            &["Tin của Hội thảo an", "Tin của Hội thảo bình", "Bản nháp"],
        ),
        ("Nhóm", &["Hội của Nguyễn an", "Hội của Nguyễn bình"]),
        (
            "Thành viên nhóm",
            &["Hội của Nguyễn bình", "Nguyễn an", "Chủ nhóm", "Giám đốc"],
        ),
        (
            "Bài viết",
            &["Nguyễn bình", "Bài của Hội của Nguyễn an", "chờ duyệt"],
        ),
        (
            "Giao dịch",
            &["Hội của Nguyễn an", "người giới thiệu", "5000000"],
        ),
        (
            "Gói dịch vụ",
            &[
                "Gói của Nguyễn an",
                "Gói của Nguyễn bình",
                "90000",
                "Không giới hạn",
            ],
        ),
        (
            "Gói của tài khoản",
            &["Gói của Nguyễn an", "Nguyễn bình", "2026-05-31", "Không"],
        ),
    ];
    assert_eq!(sheets.len(), expected.len());
    for ((name, content), (title, texts)) in sheets.iter().zip(expected) {
        assert_eq!(name, title);
        for text in texts {
            assert!(content.contains(text), "{name} has no {text}: {content}");
        }
    }
    let rows = audit::Entity::find()
        .filter(audit::Column::Action.eq("dataExported"))
        .all(app.app.db.read())
        .await
        .unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].actor_id, Some(admin.id));
}

#[tokio::test]
async fn an_organiser_gets_what_is_theirs() {
    let (app, _, [an, binh]) = world().await;
    let answer = export(&app, &an.owner, "en").await;
    let sheets = sheets(&answer);
    let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Accounts",
            "Events",
            "Ticket classes",
            "Participants",
            "Check-ins",
            "Messages",
            "Plans of accounts"
        ]
    );
    for (name, content) in &sheets {
        assert!(!content.contains("bình"), "{name}: {content}");
        assert!(!content.contains("admin@"), "{name}: {content}");
        assert!(content.contains("an"), "{name}: {content}");
    }
    let deleted = app.request(Method::DELETE, &format!("/api/event/{}", an.event));
    deleted.bearer(&an.owner.token).send().await.data();
    let answer = export(&app, &an.owner, "en").await;
    for (name, content) in unpacked(&answer) {
        assert!(!content.contains("Hội thảo"), "{name}: {content}");
    }
    assert!(
        unpacked(&export(&app, &binh.owner, "en").await)
            .iter()
            .any(|(_, content)| content.contains("Hội thảo bình"))
    );
}

#[tokio::test]
async fn few_exports_are_written_at_once() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let mut held = Vec::new();
    while let Ok(permit) = app.app.exports.begin(owner.id) {
        held.push(permit);
    }
    assert_eq!(export(&app, &owner, "vi").await.code(), 5003);
    held.pop();
    let answer = export(&app, &owner, "vi").await;
    assert_eq!(sheets(&answer).len(), 7);
    // A finished download makes room again.
    assert_eq!(sheets(&export(&app, &owner, "vi").await).len(), 7);
}
