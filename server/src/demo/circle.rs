//! The organiser's group over a year: members who join, deals, posts, weekly meetings with their roll calls, and people who
//! ask to join.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use super::events::LAN;
use super::people::{self, COMMENTS, MEMBERS, POSTS, REACTIONS, pick};
use super::pictures::{Motif, Picture};
use super::script::{Call, Script, Step};

/// The account of the administrator.
pub const ADMIN: &str = "admin";
/// The members from the beginning, who make deals with one another.
const FOUNDERS: u32 = 8;
const DEALS: u32 = 18;
/// Meetings that have taken place, and those to come.
const HELD: u32 = 6;
const COMING: u32 = 4;

const GROUP: Picture = Picture::cover([14, 124, 102], [8, 60, 70], [242, 165, 22], Motif::Rings);

/// Writes the group's life into the script.
pub fn write(script: &mut Script) {
    let made = script.at(-380, 9 * 60);
    // An administrator may create groups beyond the owner's plan, and add members at once.
    let picture = |purpose, picture, saved: &str| Step::Upload {
        by: ADMIN,
        purpose,
        picture,
        saved: saved.to_owned(),
    };
    script.add(made, picture("groupAvatar", GROUP.square(), "avatar"));
    let group = json!({
        "ownerId": "‹lan›",
        "name": "Kết nối Doanh nhân Sài Gòn",
        "avatar": "‹avatar/url›",
        "description": "Họp sáng thứ Ba hằng tuần, giới thiệu khách hàng cho nhau và giữ lời.",
        "foundedDate": "2024-03-12",
        "postApproval": "none",
        "joinPolicy": "request",
        "isListed": true,
    });
    script.call(made, Call::post(ADMIN, "/group", group).saved("group"));
    for number in 0..MEMBERS {
        let person = people::member(number);
        let name = format!("member{number}");
        script.add(made, Step::Account { name, person });
    }
    join(script);
    deals(script);
    meetings(script);
    posts(script);
    for (day, number) in [(-2, 0), (-1, 1)] {
        let name = format!("applicant{number}");
        let person = people::applicant(number);
        let at = script.at(day, 9 * 60 + 20);
        script.add(
            at,
            Step::Account {
                name: name.clone(),
                person,
            },
        );
        let body = json!({ "message": "Mình được chị Hương giới thiệu, rất mong được họp cùng nhóm sáng thứ Ba." });
        script.call(at, Call::post(name, "/group/‹group›/join-request", body));
    }
    let request = json!({ "kind": "correction", "content": "Nhờ quản trị sửa giúp ngày sinh trong hồ sơ của tôi." });
    script.call(
        script.at(-3, 14 * 60),
        Call::post("member4", "/users/me/data-requests", request),
    );
}

/// The founders join at the beginning, two of them as leaders, and one more every few weeks.
fn join(script: &mut Script) {
    let add = |from: u32, to: u32, role: &str| {
        let ids: Vec<_> = (from..to)
            .map(|number| format!("‹member{number}›"))
            .collect();
        let body = json!({ "userIds": ids, "role": role });
        Call::post(ADMIN, "/group/‹group›/member", body)
    };
    script.call(script.at(-379, 10 * 60), add(0, 2, "manager"));
    script.call(script.at(-378, 10 * 60), add(2, FOUNDERS, "member"));
    for number in FOUNDERS..MEMBERS {
        let day = i64::from(number - FOUNDERS) * 23 - 370;
        script.call(script.at(day, 11 * 60), add(number, number + 1, "member"));
    }
}

/// A year of deals, which leaders approve; the last ones are in every other state.
fn deals(script: &mut Script) {
    for turn in 0..DEALS {
        let day = i64::from(turn) * 20 - 362;
        deal(script, turn, day, 4 + turn * 7 % 13 * 3 + turn);
        confirm(script, turn, day + 1, "confirmed");
        decide(script, turn, day + 2, "approve", json!({ "version": 2 }));
    }
    let last = DEALS;
    deal(script, last, -24, 48);
    confirm(script, last, -23, "confirmed");
    decide(script, last, -22, "approve", json!({ "version": 2 }));
    let void = json!({ "reason": "Khách đã huỷ hợp đồng.", "version": 3 });
    decide(script, last, -12, "void", void);
    deal(script, last + 1, -9, 15);
    let reject = json!({ "reason": "Giao dịch này đã được ghi tuần trước.", "version": 1 });
    decide(script, last + 1, -8, "reject", reject);
    deal(script, last + 2, -4, 22);
    confirm(script, last + 2, -3, "disputed");
    deal(script, last + 3, -3, 36);
    confirm(script, last + 3, -2, "confirmed");
    deal(script, last + 4, -1, 27);
}

/// Returns the parties of a deal.
fn parties(turn: u32) -> (String, String) {
    let seller = turn % FOUNDERS;
    let buyer = (seller + 1 + turn * 3 % (FOUNDERS - 1)) % FOUNDERS;
    (format!("member{seller}"), format!("member{buyer}"))
}

fn deal(script: &mut Script, turn: u32, day: i64, millions: u32) {
    let (seller, buyer) = parties(turn);
    let role = if turn % 4 == 3 { "introducer" } else { "buyer" };
    let body = json!({
        "sellerId": format!("‹{seller}›"),
        "counterpartyId": format!("‹{buyer}›"),
        "roleType": role,
        "value": u64::from(millions) * 1_000_000,
        "dealDate": script.day(day),
    });
    let call = Call::post(seller, "/group/‹group›/point", body);
    script.call(
        script.at(day, 16 * 60 + turn),
        call.saved(format!("deal{turn}")),
    );
}

fn confirm(script: &mut Script, turn: u32, day: i64, answer: &str) {
    let (_, buyer) = parties(turn);
    let body = json!({ "answer": answer, "version": 1 });
    let path = format!("/group/‹group›/point/‹deal{turn}›/answer");
    script.call(script.at(day, 9 * 60 + turn), Call::put(buyer, path, body));
}

fn decide(script: &mut Script, turn: u32, day: i64, act: &str, body: Value) {
    let path = format!("/group/‹group›/point/‹deal{turn}›/{act}");
    script.call(script.at(day, 20 * 60 + turn), Call::put(LAN, path, body));
}

/// A meeting every Tuesday. Most members come, a few late, and one of them brings a guest.
fn meetings(script: &mut Script) {
    let to_tuesday = i64::from((2 - script.weekday(0).to_monday_one_offset()).rem_euclid(7));
    let day_of = |meeting: u32| to_tuesday + 7 * (i64::from(meeting) - i64::from(HELD));
    let made = script.at(-49, 20 * 60);
    let days: Vec<_> = (0..HELD + COMING)
        .map(|meeting| script.day(day_of(meeting)))
        .collect();
    let series = json!({
        "title": "Họp sáng thứ Ba",
        "days": days,
        "startTime": "06:45",
        "endTime": "08:30",
        "venueAddress": "Khách sạn Bông Sen, 117 Đồng Khởi, TP. Hồ Chí Minh",
    });
    script.call(made, Call::post(LAN, "/group/‹group›/series", series));
    let list = Call::new(Method::GET, LAN, "/group/‹group›/event?page=1&limit=20");
    script.call(made, list.saved("meetings"));
    let cover = Step::Upload {
        by: LAN,
        purpose: "eventCover",
        picture: GROUP,
        saved: "meetingCover".to_owned(),
    };
    script.add(made, cover);
    for meeting in 0..HELD + COMING {
        let path = format!("/event/‹meetings/items/{meeting}/id›");
        let body = json!({ "coverImage": "‹meetingCover/url›" });
        script.call(made, Call::put(LAN, path, body));
    }
    for meeting in 0..HELD {
        let day = day_of(meeting);
        let roll_call = format!("/group/‹group›/event/‹meetings/items/{meeting}/id›/roll-call");
        for number in 0..FOUNDERS + meeting % 3 {
            let (mark, minutes) = match (number * 5 + meeting * 3) % 13 {
                0 => ("absent", 8 * 60 + 40),
                1 => ("excused", 8 * 60 + 41),
                2 => ("late", 7 * 60 + number),
                _ => ("present", 6 * 60 + 31 + number),
            };
            let path = format!("{roll_call}/‹member{number}›");
            let at = script.at(day, minutes);
            script.call(at, Call::put(LAN, path, json!({ "mark": mark })));
        }
        let guest = json!({
            "fullName": people::name(700 + meeting * 3), "phone": null, "email": null,
            "company": "Khách của nhóm", "invitedBy": format!("‹member{}›", meeting % FOUNDERS),
        });
        let at = script.at(day, 6 * 60 + 50);
        script.call(at, Call::post(LAN, format!("{roll_call}/guest"), guest));
    }
}

/// A post a week, with answers and reactions.
fn posts(script: &mut Script) {
    for (turn, words) in (0_u32..).zip(POSTS) {
        let at = script.at(i64::from(turn) * 7 - 65, 9 * 60 + turn * 47);
        let after = |minutes: u32| at.plus(Duration::from_mins(u64::from(minutes)));
        let post = format!("post{turn}");
        let body = json!({ "text": words });
        let call = Call::post(format!("member{turn}"), "/group/‹group›/post", body);
        script.call(at, call.saved(post.clone()));
        let path = format!("/group/‹group›/post/‹{post}›");
        for answer in 0..=(turn % 3) {
            let by = format!("member{}", (turn + answer * 2 + 1) % (FOUNDERS + 6));
            let body = json!({ "text": pick(&COMMENTS, turn + answer * 4) });
            let call = Call::post(by, format!("{path}/comment"), body);
            script.call(after(40 + answer * 95), call);
        }
        for reader in 0..=(turn * 5 % 7) {
            let by = format!("member{}", (turn + reader + 3) % (FOUNDERS + 6));
            let body = json!({ "kind": pick(&REACTIONS, turn + reader) });
            let call = Call::put(by, format!("{path}/reaction"), body);
            script.call(after(25 + reader * 31), call);
        }
    }
    let pin = Call::new(Method::PUT, LAN, "/group/‹group›/post/‹post6›/pin");
    script.call(script.at(-20, 12 * 60), pin);
}
