//! The organiser's events: one at its end, one at the door, two to come, one cancelled and one that is being written.

use std::time::Duration;

use axum::http::Method;
use hoi_db::Timestamp;
use hoi_i18n::fold_for_search;
use hoi_platform::days::VIETNAM;
use serde_json::{Value, json};

use super::people::{self, pick};
use super::pictures::{Motif, Picture};
use super::script::{Call, Script, Step};

/// The account of the organiser.
pub const LAN: &str = "lan";
/// The key that the bank service of the demo proves itself with.
const BANK_KEY: &str = "khoa-demo-cua-hoi";
const ACCOUNT: &str = "0123456789";
/// The prices of the festival's classes in dong: ordinary, VIP, students.
const PRICES: [u32; 3] = [250_000, 1_250_000, 0];
const OVERPAID: u32 = 16;
const WITHOUT_REFERENCE: u32 = 17;
const PAID_AND_GONE: u32 = 25;
const STUDENT_GONE: u32 = 11;
const CORRECTED: u32 = 26;
const FORGOTTEN: u32 = 28;

/// The registrations of each day from the announcement until today: most at its beginning and at its end.
const ARRIVALS: [u32; 15] = [15, 10, 7, 5, 4, 4, 4, 5, 5, 6, 5, 7, 9, 11, 4];
/// More come on each day of a weekend.
const AT_WEEKENDS: u32 = 3;

const INDUSTRIES: [&str; 5] = [
    "Công nghệ",
    "Nông nghiệp",
    "Thủ công mỹ nghệ",
    "Dịch vụ",
    "Khác",
];

const FESTIVAL: Picture = Picture::cover([22, 148, 122], [6, 74, 62], [242, 165, 22], Motif::Sun);
const TALK: Picture = Picture::cover([124, 58, 142], [46, 20, 74], [246, 173, 120], Motif::Rings);
const WORKSHOP: Picture = Picture::cover([29, 98, 168], [12, 42, 88], [120, 205, 230], Motif::Bars);
const MARKET: Picture = Picture::cover(
    [196, 52, 44],
    [104, 16, 28],
    [250, 200, 80],
    Motif::Lanterns,
);
const TOUR: Picture = Picture::cover([226, 170, 110], [150, 92, 52], [92, 60, 40], Motif::Hills);

/// Writes all of them into the script.
pub fn write(script: &mut Script) {
    festival(script);
    talk(script);
    workshop(script);
    market(script);
    tour(script);
    let draft = json!({
        "title": "Tất niên cộng đồng khởi nghiệp",
        "content": { "event": {
            "title": "Tất niên cộng đồng khởi nghiệp",
            "venueAddress": "Nhà hàng Hoa Sứ, 9 Trương Định, Quận 3, TP. Hồ Chí Minh",
            "hideContactEmail": true,
        } },
    });
    script.call(
        script.at(-1, 16 * 60),
        Call::post(LAN, "/event-draft", draft),
    );
}

/// Creates an event with its own cover. `fields` add to what all events of the organiser have, or replace it.
fn make(script: &mut Script, name: &'static str, at: Timestamp, picture: Picture, fields: Value) {
    let (cover, logo) = (format!("{name}Cover"), format!("{name}Logo"));
    let upload = |purpose, picture, saved: &str| Step::Upload {
        by: LAN,
        purpose,
        picture,
        saved: saved.to_owned(),
    };
    script.add(at, upload("eventCover", picture, &cover));
    script.add(at, upload("eventLogo", picture.square(), &logo));
    let mut body = json!({
        "coverImage": format!("‹{cover}/url›"),
        "logo": format!("‹{logo}/url›"),
        "backgroundColor": picture.colour(),
        "turnOffPayment": true,
        "sendEmailAfterRegister": false,
    });
    if let (Value::Object(body), Value::Object(fields)) = (&mut body, fields) {
        body.extend(fields);
    }
    script.call(at, Call::post(LAN, "/event", body).saved(name));
}

/// A visitor registers and is known as `guest<number>` from then on.
fn register(script: &mut Script, event: &str, at: Timestamp, number: u32, more: Value) {
    let mut body = people::guest(number);
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.insert("consent".to_owned(), json!(true));
        body.extend(more);
    }
    let call = Call::post("", format!("/event/‹{event}›/register"), body);
    script.call(at, call.saved(format!("guest{number}")));
}

fn check_in(script: &mut Script, event: &str, at: Timestamp, participant: &str) {
    let body =
        json!({ "eventId": format!("‹{event}›"), "attendanceId": participant, "checkedIn": true });
    script.call(at, Call::post(LAN, "/event/checkin", body));
}

/// A guest without a registration is added and let in at the door.
fn walk_in(script: &mut Script, event: &str, at: Timestamp, number: u32) {
    let mut body = people::guest(number);
    if let Value::Object(body) = &mut body {
        body.insert("participationType".to_owned(), json!("ORDINARY"));
        body.insert("sendMail".to_owned(), json!(false));
    }
    let call = Call::post(LAN, format!("/event/‹{event}›/attendances"), body);
    script.call(at, call.saved(format!("guest{number}")));
    let soon = at.plus(Duration::from_secs(20));
    check_in(script, event, soon, &format!("‹guest{number}›"));
}

/// The service reports a transfer, and the server works on it at once.
fn transfer(script: &mut Script, at: Timestamp, number: u32, amount: u32, content: &str) {
    let date = VIETNAM.shown(at).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let body = json!({
        "id": 70_000 + number, "gateway": "Vietcombank", "transactionDate": date, "accountNumber": ACCOUNT, "code": null,
        "content": content, "transferType": "in", "transferAmount": amount, "accumulated": 0, "subAccount": null,
        "referenceCode": format!("FT{}", 70_000 + number),
    });
    let call = Call::post("", "‹connection/webhookAddress›", body);
    script.call(
        at,
        call.with_header("authorization", format!("Apikey {BANK_KEY}")),
    );
    script.add(at.plus(Duration::from_secs(1)), Step::Upkeep);
}

/// The open event: two weeks of registrations, most of them paid.
fn festival(script: &mut Script) {
    let made = script.at(-16, 9 * 60);
    let account = json!({ "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": ACCOUNT, "holderName": "NGUYEN NGOC LAN" });
    script.call(
        made,
        Call::post(LAN, "/bank-accounts", account).saved("account"),
    );
    let connection = json!({ "service": "sepay", "key": BANK_KEY });
    let connect = Call::put(LAN, "/bank-accounts/‹account›/connection", connection);
    script.call(made, connect.saved("connection"));
    let fields = json!({
        "title": "Ngày hội Khởi nghiệp Việt 2026",
        "description": "<p>Một ngày gặp gỡ của những người làm sản phẩm Việt: câu chuyện thật, bài học thật và những cái bắt tay đầu tiên.</p>",
        "totalParticipants": 500,
        "openRegistrationDate": script.at(-14, 8 * 60),
        "closeRegistrationDate": script.at(7, 20 * 60),
        "eventStartDate": script.at(8, 9 * 60),
        "endDate": script.at(8, 17 * 60),
        "venueAddress": "Nhà Văn hoá Thanh Niên, 4 Phạm Ngọc Thạch, Quận 1, TP. Hồ Chí Minh",
        "turnOffPayment": false,
        "accountNumber": ACCOUNT,
        "accountHolderName": "NGUYEN NGOC LAN",
        "bankName": "Vietcombank",
        "bankBin": "970436",
        "paymentEmailContent": "<p>Chào {{fullName}},</p><p>Bạn vui lòng chuyển khoản {{amount}} tới tài khoản {{accountNumber}} ({{bankName}}, {{accountHolderName}}) để giữ chỗ nhé.</p>",
        "sendEmailAfterRegister": true,
        "registerEmailContent": "<p>Chào {{fullName}},</p><p>Hẹn gặp bạn tại <strong>{{eventTitle}}</strong>, {{eventStartDate}}, {{venueAddress}}.</p>",
        "eventForm": { "scheme": [
            { "question": "Bạn làm trong ngành nào?", "required": "true", "type": "ONE_CHOICE", "choices": INDUSTRIES, "id": "" },
            { "question": "Bạn quan tâm đến phiên nào?", "required": "", "type": "MULTIPLE_CHOICE", "choices": ["Gọi vốn", "Thương hiệu", "Xuất khẩu"], "id": "" },
            { "question": "Bạn muốn hỏi diễn giả điều gì?", "required": "", "type": "TEXT", "choices": [], "id": "" },
        ] },
        "tickets": [
            { "name": "Vé thường", "description": "Vào cửa và tài liệu", "price": 250_000, "quantity": 400 },
            { "name": "Vé VIP", "description": "Hàng ghế đầu và bữa trưa cùng diễn giả", "price": 1_250_000, "quantity": 50 },
            { "name": "Sinh viên", "description": "Miễn phí, mang theo thẻ sinh viên", "price": 0, "quantity": -1 },
        ],
    });
    make(script, "festival", made, FESTIVAL, fields);
    script.call(
        script.at(-15, 10 * 60),
        Call::put(LAN, "/event/‹festival›/page", festival_page()),
    );

    let mut number = 0;
    for (day, planned) in (-14_i64..).zip(ARRIVALS) {
        let is_weekend = script.weekday(day).to_monday_one_offset() > 5;
        let arrivals = planned + if is_weekend { AT_WEEKENDS } else { 0 };
        let visits = Step::Visits {
            event: "festival",
            number: arrivals * 5 + 12,
        };
        script.add(script.at(day, 12 * 60), visits);
        for turn in 0..arrivals {
            let at = match day {
                // The announcement brings most within its first hours.
                -14 => script.at(day, 8 * 60 + 4 + turn * turn * 2),
                0 => script
                    .now
                    .minus(Duration::from_mins(u64::from(5 + turn * 37))),
                _ => script.at(day, 8 * 60 + (turn * 197 + planned * 31) % 840),
            };
            festival_guest(script, at, number);
            number += 1;
        }
    }
    // The organiser adds guests by hand, too.
    for number in 400..407 {
        let mut body = people::guest(number);
        if let Value::Object(body) = &mut body {
            let kind = if number < 405 { "VIP" } else { "SPONSOR" };
            body.insert("participationType".to_owned(), json!(kind));
            body.insert("ticketId".to_owned(), json!("‹festival/tickets/1/id›"));
            body.insert("paymentMethod".to_owned(), json!("BANK_TRANSFER"));
            body.insert("paymentStatus".to_owned(), json!("paid"));
            body.insert("sendMail".to_owned(), json!(false));
        }
        let at = script.at(-12, 9 * 60 + (number - 400) * 6);
        script.call(at, Call::post(LAN, "/event/‹festival›/attendances", body));
    }
    festival_messages(script);
}

fn festival_guest(script: &mut Script, at: Timestamp, number: u32) {
    let class = match number % 10 {
        0 => 1,
        1..=3 => 2,
        _ => 0_usize,
    };
    let price = PRICES.get(class).copied().unwrap_or_default();
    let in_cash = number % 7 == 5;
    let method = (price > 0).then_some(if in_cash {
        "CASH_AT_VENUE"
    } else {
        "BANK_TRANSFER"
    });
    let body = json!({
        "ticketId": format!("‹festival/tickets/{class}/id›"),
        "paymentMethod": method,
        "answers": [{ "questionId": "‹festival/eventForm/scheme/0/id›", "answer": pick(&INDUSTRIES, number * 3) }],
    });
    register(script, "festival", at, number, body);
    let own = |method: Method, path: &str, body: Value| Call {
        body,
        ..Call::new(method, "", format!("/event/‹festival›/registration{path}"))
            .with_header("x-registration-key", format!("‹guest{number}/ownKey›"))
    };
    let pay_at = at.plus(Duration::from_mins(u64::from(7 + number * 53 % 600)));
    let later = pay_at.plus(Duration::from_hours(20));
    let reference = format!("‹guest{number}/paymentInfo/reference›");
    let is_special = number == OVERPAID || number == WITHOUT_REFERENCE;
    let pays = price > 0 && !in_cash && (is_special || number % 6 != 4);
    // Payments that would happen in the future are left out.
    if pays && pay_at < script.now {
        let payer = fold_for_search(&people::name(number)).to_uppercase();
        match number {
            OVERPAID => transfer(
                script,
                pay_at,
                number,
                price + 50_000,
                &format!("{reference} {payer}"),
            ),
            WITHOUT_REFERENCE => transfer(
                script,
                pay_at,
                number,
                price,
                &format!("{payer} mua ve ngay hoi"),
            ),
            _ => transfer(
                script,
                pay_at,
                number,
                price,
                &format!("{reference} {payer}"),
            ),
        }
    }
    match number {
        // The desk asks the organiser about paid seats; this one is given back, and the money is owed.
        PAID_AND_GONE => {
            let body = json!({ "ids": [format!("‹guest{number}/attendanceId›")] });
            let path = "/event/‹festival›/attendances";
            let call = Call::new(Method::DELETE, LAN, path);
            script.call(later, Call { body, ..call });
        }
        STUDENT_GONE => script.call(later, own(Method::DELETE, "", Value::Null)),
        CORRECTED => {
            let body = json!({ "kind": "correction", "content": "Công ty tôi đã đổi tên, nhờ ban tổ chức sửa giúp trên thẻ." });
            script.call(
                script.at(-2, 10 * 60),
                own(Method::POST, "/data-requests", body),
            );
        }
        FORGOTTEN => {
            let body = json!({ "kind": "erasure", "content": "Tôi không tham dự được nữa, nhờ xoá thông tin của tôi." });
            script.call(
                script.at(-1, 15 * 60),
                own(Method::POST, "/data-requests", body),
            );
        }
        _ => {}
    }
}

fn festival_messages(script: &mut Script) {
    let path = "/event/‹festival›/messages";
    let message = |subject: &str, content: &str, kind: &str| json!({ "subject": subject, "content": content, "segment": { "kind": kind } });
    let at = script.at(-6, 19 * 60);
    let vip = message(
        "Bữa trưa cùng diễn giả",
        "<p>Chào {{fullName}},</p><p>Bữa trưa của khách VIP bắt đầu lúc 11:45 tại tầng 2. Bạn cho ban tổ chức biết nếu cần món chay nhé.</p>",
        "vip",
    );
    script.call(at, Call::post(LAN, path, vip).saved("lunch"));
    script.call(
        at,
        Call::post(LAN, format!("{path}/‹lunch›/send"), json!({ "version": 1 })),
    );
    script.send_out(at, 4);
    let ways = message(
        "Đường đến và chỗ gửi xe",
        "<p>Chào {{fullName}},</p><p>Hẹn bạn lúc 9 giờ. Xe máy gửi trong sân, ô tô gửi ở bãi 2 Lê Duẩn.</p>",
        "all",
    );
    let at = script.at(-1, 11 * 60);
    script.call(at, Call::post(LAN, path, ways).saved("ways"));
    let schedule = json!({ "sendAt": script.at(7, 9 * 60), "version": 1 });
    script.call(at, Call::post(LAN, format!("{path}/‹ways›/send"), schedule));
    let thanks = message(
        "Cảm ơn bạn đã đến",
        "<p>Chào {{fullName}},</p><p>Đây là bài trình bày của các diễn giả.</p>",
        "checkedIn",
    );
    let at = script.at(-1, 11 * 60 + 30);
    script.call(at, Call::post(LAN, path, thanks));
}

/// Programme, speakers, questions and sponsors of the festival's page.
fn festival_page() -> Value {
    let id = |at: u128| uuid::Uuid::from_u128(0x0198_c5a1_7c00_7000_8000_0000_0000_0000 + at);
    let speaker = |at, name: &str, role: &str, bio: &str| json!({ "id": id(at), "name": name, "role": role, "bio": bio });
    let item = |start: &str, end: &str, title: &str, note: &str, speakers: &[u128]| {
        let speakers: Vec<_> = speakers.iter().map(|at| id(*at)).collect();
        json!({ "start": start, "end": end, "title": title, "note": note, "speakers": speakers })
    };
    let asked = |question: &str, answer: &str| json!({ "question": question, "answer": answer });
    json!({
        "version": 0,
        "speakers": [
            speaker(1, "Lê Thị Hương", "Sáng lập Gốm Bát Tràng", "Chị Hương đưa gốm của làng đến hơn 20 nước sau mười năm bắt đầu từ một sạp chợ đêm. Chị tin rằng hàng thủ công chỉ sống được khi người thợ có tên."),
            speaker(2, "Phạm Đức Sơn", "Giám đốc Phần mềm Sông Hàn", "Anh Sơn từng gọi vốn ba vòng, và kể thẳng về vòng thất bại."),
            speaker(3, "Vũ Hồng Nhung", "Quản lý quỹ Hạt Giống", "Chị Nhung đọc khoảng 400 hồ sơ gọi vốn mỗi năm và đầu tư vào năm hồ sơ."),
            speaker(4, "Đỗ Minh Khánh", "Luật sư, Khánh & Cộng sự", "Anh Khánh soạn hợp đồng cho hơn một trăm công ty trẻ."),
        ],
        "programme": [
            item("09:00", "09:45", "Đón khách và nhận thẻ", "Cà phê và bánh mì tại sảnh tầng 1", &[]),
            item("09:45", "10:00", "Khai mạc", "", &[]),
            item("10:00", "10:45", "Mười năm từ chợ đêm ra thế giới", "Một câu chuyện thật về hàng thủ công Việt", &[1]),
            item("10:45", "11:45", "Gọi vốn: điều nhà đầu tư không nói", "Trò chuyện cùng hội trường", &[2, 3]),
            item("11:45", "13:30", "Nghỉ trưa", "Khách VIP dùng bữa cùng diễn giả ở tầng 2", &[]),
            item("13:30", "14:15", "Năm điều khoản phải đọc trước khi ký", "", &[4]),
            item("14:30", "16:30", "Kết nối theo ngành", "Mỗi bàn một ngành, đổi bàn sau 20 phút", &[]),
            item("16:30", "17:00", "Quay số và bế mạc", "", &[]),
        ],
        "questions": [
            asked("Có chỗ gửi xe không?", "Có. Xe máy gửi trong sân Nhà Văn hoá, 5.000 ₫ một lượt.\nÔ tô gửi ở bãi 2 Lê Duẩn, cách 300 m."),
            asked("Tôi có thể đến trễ không?", "Được. Cửa mở đến 15:00, bạn chỉ cần đưa mã trên vé."),
            asked("Tôi cần hoá đơn thì làm thế nào?", "Bạn ghi thông tin công ty khi đăng ký vé có giá, ban tổ chức gửi hoá đơn qua email sau sự kiện."),
            asked("Bài trình bày có được gửi lại không?", "Có. Ban tổ chức gửi liên kết qua email trong vòng một tuần."),
        ],
        "sponsors": [
            { "name": "Gốm Bát Tràng" },
            { "name": "Phần mềm Sông Hàn" },
            { "name": "Quỹ Hạt Giống" },
        ],
    })
}

/// An evening three weeks ago, with guests who came in time, late, and without a registration.
fn talk(script: &mut Script) {
    let fields = json!({
        "title": "Trò chuyện: Thương hiệu từ một sạp chợ",
        "description": "<p>Ba người bán hàng kể chuyện đặt tên, giữ giá và giữ khách. Có trà và bánh.</p>",
        "totalParticipants": 60,
        "openRegistrationDate": script.at(-38, 8 * 60),
        "closeRegistrationDate": script.at(-22, 20 * 60),
        "eventStartDate": script.at(-21, 18 * 60 + 30),
        "endDate": script.at(-21, 21 * 60),
        "venueAddress": "Thư viện Hẻm, 112 Võ Thị Sáu, Quận 3, TP. Hồ Chí Minh",
        "turnOffHoursReminder": true,
    });
    let made = script.at(-40, 9 * 60);
    make(script, "talk", made, TALK, fields);
    for (day, turn) in (-38_i64..-21).zip(0_u32..) {
        let visits = Step::Visits {
            event: "talk",
            number: 11 + turn * 7 % 9,
        };
        script.add(script.at(day, 12 * 60), visits);
    }
    for turn in 0..30 {
        let at = script.at(i64::from(turn * 16 / 30) - 38, 8 * 60 + 5 + turn * 97 % 700);
        register(script, "talk", at, 200 + turn, json!({}));
        if turn % 5 == 4 {
            continue;
        }
        let arrival = if turn % 8 == 7 {
            18 * 60 + 38 + turn
        } else {
            17 * 60 + 52 + turn * 31 % 43
        };
        let participant = format!("‹guest{}/attendanceId›", 200 + turn);
        let at = script.at(-21, arrival);
        check_in(script, "talk", at, &participant);
    }
    for turn in 0..4 {
        let at = script.at(-21, 18 * 60 + 21 + turn * 9);
        walk_in(script, "talk", at, 260 + turn);
    }
    let path = "/event/‹talk›/messages";
    let thanks = json!({
        "subject": "Cảm ơn bạn đã đến",
        "content": "<p>Chào {{fullName}},</p><p>Cảm ơn bạn về một buổi tối ấm áp. Hẹn gặp lại ở Ngày hội Khởi nghiệp!</p>",
        "segment": { "kind": "checkedIn" },
    });
    let at = script.at(-20, 9 * 60);
    script.call(at, Call::post(LAN, path, thanks).saved("thanks"));
    script.call(
        at,
        Call::post(
            LAN,
            format!("{path}/‹thanks›/send"),
            json!({ "version": 1 }),
        ),
    );
    script.send_out(at, 6);
}

/// The event that has just begun, with guests at the door.
fn workshop(script: &mut Script) {
    const QUARTER: i64 = 15 * 60 * 1000;
    let start = Timestamp((script.now.0.div_euclid(QUARTER) - 2) * QUARTER);
    let before = |minutes: u32| start.minus(Duration::from_mins(u64::from(minutes)));
    let fields = json!({
        "title": "Workshop: Kể chuyện sản phẩm",
        "description": "<p>Mang theo một sản phẩm của bạn. Ba giờ thực hành: nhìn, kể, chụp và viết.</p>",
        "totalParticipants": 40,
        "openRegistrationDate": script.at(-9, 8 * 60),
        "closeRegistrationDate": before(60),
        "eventStartDate": start,
        "endDate": start.plus(Duration::from_hours(3)),
        "venueAddress": "Không gian Toong, 126 Nguyễn Thị Minh Khai, Quận 3, TP. Hồ Chí Minh",
        "turnOffDayReminder": true,
        "turnOffHoursReminder": true,
    });
    let made = script.at(-10, 9 * 60);
    make(script, "workshop", made, WORKSHOP, fields);
    for (day, turn) in (-9_i64..0).zip(0_u32..) {
        let visits = Step::Visits {
            event: "workshop",
            number: 16 + turn * 5 % 7,
        };
        script.add(script.at(day, 12 * 60), visits);
    }
    for turn in 0..24 {
        let at = script.at(i64::from(turn * 8 / 24) - 9, 8 * 60 + 5 + turn * 113 % 800);
        register(script, "workshop", at, 300 + turn, json!({}));
        let participant = format!("‹guest{}/attendanceId›", 300 + turn);
        let arrival = match turn {
            0..15 => before(26 - turn * 3 / 2),
            15..19 => script
                .now
                .minus(Duration::from_mins(u64::from((19 - turn) * 4))),
            _ => continue,
        };
        check_in(script, "workshop", arrival, &participant);
    }
    let lately = script.now.minus(Duration::from_mins(6));
    walk_in(script, "workshop", lately, 340);
}

/// An event that was announced two days ago.
fn market(script: &mut Script) {
    let fields = json!({
        "title": "Chợ phiên Tết của người khởi nghiệp",
        "description": "<p>Sáu mươi gian hàng Việt, ông đồ cho chữ và bánh chưng nấu tại chỗ. Vào cửa tự do, đăng ký để nhận quà.</p>",
        "totalParticipants": 800,
        "openRegistrationDate": script.at(-2, 8 * 60),
        "closeRegistrationDate": script.at(24, 20 * 60),
        "eventStartDate": script.at(25, 8 * 60),
        "endDate": script.at(25, 17 * 60),
        "venueAddress": "Công viên Lê Văn Tám, Quận 1, TP. Hồ Chí Minh",
    });
    let made = script.at(-3, 9 * 60);
    make(script, "market", made, MARKET, fields);
    for (day, number) in [(-2, 64), (-1, 41)] {
        script.add(
            script.at(day, 12 * 60),
            Step::Visits {
                event: "market",
                number,
            },
        );
    }
    for turn in 0..9 {
        let at = script.at(i64::from(turn / 5) - 2, 8 * 60 + 12 + turn * 71);
        register(script, "market", at, 350 + turn, json!({}));
    }
}

/// An event that will not take place.
fn tour(script: &mut Script) {
    let fields = json!({
        "title": "Tham quan xưởng gốm Bát Tràng",
        "description": "<p>Một ngày ở làng nghề: nhào đất, vẽ men và nghe thợ cả kể chuyện lò.</p>",
        "totalParticipants": 25,
        "openRegistrationDate": script.at(-11, 8 * 60),
        "closeRegistrationDate": script.at(10, 20 * 60),
        "eventStartDate": script.at(12, 7 * 60),
        "endDate": script.at(12, 17 * 60),
        "venueAddress": "Làng gốm Bát Tràng, Gia Lâm, Hà Nội",
    });
    let made = script.at(-12, 9 * 60);
    make(script, "tour", made, TOUR, fields);
    for turn in 0..6 {
        let at = script.at(i64::from(turn) - 11, 9 * 60 + turn * 83);
        register(script, "tour", at, 380 + turn, json!({}));
    }
    let body = json!({ "reason": "Xưởng sửa lò đến hết tháng. Ban tổ chức sẽ báo ngày mới.", "withoutMails": true });
    script.call(
        script.at(-4, 10 * 60),
        Call::post(LAN, "/event/‹tour›/cancel", body),
    );
}
