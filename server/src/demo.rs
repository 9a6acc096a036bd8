//! Demo data for an empty database: an administrator, an organiser, an open event with 200 participants, and a group that
//! meets every week.
//!
//! They are created through the API, so that the data is in a state that the product can reach.

use std::fmt;
use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use hoi_db::Timestamp;
use hoi_i18n::fold_for_search;
use image::{ImageFormat, Rgb, RgbImage};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::accounts::entity::user;
use crate::app::App;
use crate::registration::AppWithDesk;
use crate::{accounts, router};

const ADMIN: &str = "admin@hoi.example";
const ORGANISER: &str = "lan@hoi.example";
const PASSWORD: &str = "hoi-dep-lam";
const PARTICIPANTS: usize = 200;
const DAY: Duration = Duration::from_hours(24);

const FAMILY: [&str; 10] = [
    "Nguyễn", "Trần", "Lê", "Phạm", "Hoàng", "Vũ", "Đặng", "Bùi", "Đỗ", "Hồ",
];
const MIDDLE: [&str; 8] = [
    "Văn", "Thị", "Đức", "Minh", "Ngọc", "Quang", "Thanh", "Hồng",
];
const GIVEN: [&str; 25] = [
    "An", "Bình", "Châu", "Dũng", "Đạt", "Giang", "Hà", "Hiếu", "Hương", "Khánh", "Lan", "Linh",
    "Long", "Mai", "Nam", "Nhung", "Phúc", "Quân", "Sơn", "Thảo", "Trang", "Tuấn", "Uyên", "Vy",
    "Yến",
];
const COMPANIES: [&str; 8] = [
    "Công ty Sao Mai",
    "Gốm Bát Tràng",
    "Cà phê Ban Mê",
    "Tre Việt",
    "Dệt Nam Định",
    "Thuỷ sản Cà Mau",
    "Phần mềm Sông Hàn",
    "Nông trại Đà Lạt",
];

/// The result, for printing: the logins, or that nothing was changed.
pub struct Logins {
    public_url: String,
    made_now: bool,
}

impl fmt::Display for Logins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.made_now {
            return writeln!(f, "There are data already; nothing was changed.");
        }
        writeln!(
            f,
            "Demo data made.\n\n  {}\n\n  administrator  {ADMIN}\n  organiser      {ORGANISER}\n  password       {PASSWORD}",
            self.public_url
        )?;
        write!(f, "\n  mails          {}/dev/mail\n", self.public_url)
    }
}

/// Fills an empty database. Leaves any other unchanged.
pub async fn fill(server: &AppWithDesk) -> Result<Logins> {
    let app = &server.app;
    let made_now = user::Entity::find().one(app.db.read()).await?.is_none();
    if made_now {
        accounts::create_admin(app, ADMIN, None, Some(PASSWORD)).await?;
        let organiser = Caller::sign_up(server, &LAN)
            .await
            .context("the organiser")?;
        let event = organiser.make_event(app).await.context("the event")?;
        organiser
            .add_blocks(&event)
            .await
            .context("the event's page")?;
        organiser
            .add_participants(&event)
            .await
            .context("the participants")?;
        make_group(server, &organiser).await.context("the group")?;
    }
    Ok(Logins {
        public_url: app.config.public_url.clone(),
        made_now,
    })
}

/// A client that calls the API inside the process.
struct Caller {
    router: Router,
    token: String,
    id: String,
}

/// An account with its session.
struct Person {
    name: &'static str,
    email: &'static str,
    company: &'static str,
}

const LAN: Person = Person {
    name: "Nguyễn Ngọc Lan",
    email: ORGANISER,
    company: "Hội Khởi nghiệp",
};

/// Members of the group, with what each posts.
const MEMBERS: [(Person, &str); 5] = [
    (
        Person {
            name: "Trần Quang Dũng",
            email: "dung@hoi.example",
            company: "In ấn Minh Khai",
        },
        "Xưởng mình vừa lắp máy in UV khổ lớn. Anh chị nào cần biển hiệu cho Tết thì nhắn mình trước ngày 15 nhé.",
    ),
    (
        Person {
            name: "Lê Thị Hương",
            email: "huong@hoi.example",
            company: "Kế toán Hương Giang",
        },
        "Nhắc cả nhà: hạn nộp tờ khai thuế quý này là cuối tháng. Ai cần mình xem giúp hồ sơ thì mang theo buổi họp tới.",
    ),
    (
        Person {
            name: "Phạm Đức Sơn",
            email: "son@hoi.example",
            company: "Nội thất Sơn Mộc",
        },
        "Cảm ơn chị Hương đã giới thiệu khách sạn ở Đà Lạt. Hợp đồng 40 phòng đã ký chiều nay!",
    ),
    (
        Person {
            name: "Vũ Hồng Nhung",
            email: "nhung@hoi.example",
            company: "Quà tặng Hoa Sen",
        },
        "Mình tìm đối tác giao hàng lạnh ở miền Tây, mỗi tuần khoảng 200 thùng. Có anh chị nào quen không ạ?",
    ),
    (
        Person {
            name: "Đỗ Minh Khánh",
            email: "khanh@hoi.example",
            company: "Luật Khánh & Cộng sự",
        },
        "Tuần tới mình chia sẻ 10 phút về hợp đồng nguyên tắc. Mọi người gửi câu hỏi trước để mình chuẩn bị nhé.",
    ),
];

/// Makes a group of the organiser with members, posts, closed deals and coming meetings.
async fn make_group(server: &AppWithDesk, owner: &Caller) -> Result<()> {
    // An administrator may create groups beyond the owner's plan.
    let mut admin = Caller::stranger(server);
    admin.log_in(ADMIN).await?;
    let avatar = admin.upload("groupAvatar", &picture(512, 512)?).await?;
    let body = json!({
        "ownerId": owner.id,
        "name": "Kết nối Doanh nhân Sài Gòn",
        "avatar": avatar,
        "description": "Họp sáng thứ Ba hằng tuần, giới thiệu khách hàng cho nhau và giữ lời.",
        "foundedDate": "2024-03-12",
        "postApproval": "none",
        "joinPolicy": "request",
        "isListed": true,
    });
    let group = admin.send(Method::POST, "/group", &body).await?;
    let group = format!("/group/{}", text(&group, "/id")?);
    let mut members = Vec::new();
    for (person, post) in &MEMBERS {
        members.push((Caller::sign_up(server, person).await?, *post));
    }
    let ids: Vec<_> = members.iter().map(|(member, _)| &member.id).collect();
    let joining = json!({ "userIds": ids, "role": "member" });
    // Only an administrator makes members of people who share no group with the caller.
    admin
        .send(Method::POST, &format!("{group}/member"), &joining)
        .await?;
    for (member, text_of_post) in &members {
        let body = json!({ "text": text_of_post });
        let post = member
            .send(Method::POST, &format!("{group}/post"), &body)
            .await?;
        let comment = json!({ "text": "Cảm ơn bạn đã chia sẻ!" });
        let path = format!("{group}/post/{}/comment", text(&post, "/id")?);
        owner.send(Method::POST, &path, &comment).await?;
    }
    let today = Timestamp(server.app.clock.now().0 + 7 * 3_600_000);
    let day = |days: i64| {
        let moment = jiff::Timestamp::from_millisecond(today.0 + days * 86_400_000);
        Ok::<_, anyhow::Error>(jiff::tz::Offset::UTC.to_datetime(moment?).date())
    };
    // Each thanks the one before. The first three are approved, one waits for its other party, one for a leader.
    for (at, (seller, _)) in members.iter().enumerate() {
        let (buyer, _) = members.iter().cycle().nth(at + 1).context("a member")?;
        let value = 12_000_000 * (i64::try_from(at)? + 1);
        let deal = json!({ "sellerId": seller.id, "counterpartyId": buyer.id, "roleType": "buyer", "value": value, "dealDate": day(0)?.to_string() });
        let deal = seller
            .send(Method::POST, &format!("{group}/point"), &deal)
            .await?;
        let deal = format!("{group}/point/{}", text(&deal, "/id")?);
        if at < 4 {
            let answer = json!({ "answer": "confirmed", "version": 1 });
            buyer
                .send(Method::PUT, &format!("{deal}/answer"), &answer)
                .await?;
        }
        if at < 3 {
            // The answer has changed the version.
            let seen = json!({ "version": 2 });
            owner
                .send(Method::PUT, &format!("{deal}/approve"), &seen)
                .await?;
        }
    }
    let to_tuesday = i64::from((2 - day(0)?.weekday().to_monday_one_offset()).rem_euclid(7));
    let mut days = Vec::new();
    for week in 1..=4 {
        days.push(day(to_tuesday + 7 * week)?.to_string());
    }
    let meetings = json!({
        "title": "Họp sáng thứ Ba",
        "days": days,
        "startTime": "06:45",
        "endTime": "08:30",
        "venueAddress": "Khách sạn Bông Sen, 117 Đồng Khởi, TP. Hồ Chí Minh",
    });
    owner
        .send(Method::POST, &format!("{group}/series"), &meetings)
        .await?;
    Ok(())
}

impl Caller {
    /// Returns a client that is not logged in.
    fn stranger(server: &AppWithDesk) -> Self {
        Self {
            router: router::router(server.clone()),
            token: String::new(),
            id: String::new(),
        }
    }

    /// Creates an account and logs it in. The address is marked as verified directly, because it receives no mail.
    async fn sign_up(server: &AppWithDesk, person: &Person) -> Result<Self> {
        let app = &server.app;
        let mut caller = Self::stranger(server);
        let organiser = json!({ "fullName": person.name, "email": person.email, "phone": "0912 345 678", "company": person.company, "password": PASSWORD });
        caller
            .send(Method::POST, "/auth/register", &organiser)
            .await?;
        let tx = app.db.write().await?;
        user::Entity::update_many()
            .col_expr(user::Column::EmailVerifiedAt, Expr::value(app.clock.now()))
            // The demo's tickets exceed a new account's allowance.
            .col_expr(user::Column::DailyMails, Expr::value(20_000_i64))
            .filter(user::Column::EmailKey.eq(person.email))
            .exec(&tx)
            .await?;
        tx.commit().await?;
        caller.log_in(person.email).await?;
        Ok(caller)
    }

    async fn log_in(&mut self, email: &str) -> Result<()> {
        let login = json!({ "email": email, "password": PASSWORD });
        let answer = self.send(Method::POST, "/auth/login", &login).await?;
        self.token = text(&answer, "/token/accessToken")?;
        self.id = text(&answer, "/user/id")?;
        Ok(())
    }

    async fn make_event(&self, app: &App) -> Result<Value> {
        // Midnight UTC is seven in the morning in Vietnam: the event begins at nine.
        let now = Timestamp(app.clock.now().0.div_euclid(86_400_000) * 86_400_000);
        let logo = self.upload("eventLogo", &picture(512, 512)?).await?;
        let cover = self.upload("eventCover", &picture(1600, 800)?).await?;
        let body = json!({
            "title": "Ngày hội Khởi nghiệp Việt 2026",
            "description": "<p>Một ngày gặp gỡ của những người làm sản phẩm Việt: câu chuyện thật, bài học thật và những cái bắt tay đầu tiên.</p>",
            "totalParticipants": 500,
            "openRegistrationDate": now.minus(7 * DAY),
            "closeRegistrationDate": now.plus(21 * DAY),
            "eventStartDate": now.plus(22 * DAY + Duration::from_hours(2)),
            "endDate": now.plus(22 * DAY + Duration::from_hours(10)),
            "venueAddress": "Nhà Văn hoá Thanh Niên, 4 Phạm Ngọc Thạch, Quận 1, TP. Hồ Chí Minh",
            "logo": logo,
            "coverImage": cover,
            "backgroundColor": "#0e7c66",
            "turnOffPayment": false,
            "accountNumber": "0123456789",
            "accountHolderName": "NGUYEN NGOC LAN",
            "bankName": "Vietcombank",
            "bankBin": "970436",
            "paymentEmailContent": "<p>Chào {{fullName}},</p><p>Bạn vui lòng chuyển khoản {{amount}} tới tài khoản {{accountNumber}} ({{bankName}}, {{accountHolderName}}) để giữ chỗ nhé.</p>",
            "sendEmailAfterRegister": true,
            "registerEmailContent": "<p>Chào {{fullName}},</p><p>Hẹn gặp bạn tại <strong>{{eventTitle}}</strong>, {{eventStartDate}}, {{venueAddress}}.</p>",
            "eventForm": { "scheme": [
                { "question": "Bạn làm trong ngành nào?", "required": "true", "type": "ONE_CHOICE", "choices": ["Công nghệ", "Nông nghiệp", "Thủ công mỹ nghệ", "Dịch vụ", "Khác"], "id": "" },
                { "question": "Bạn quan tâm đến phiên nào?", "required": "", "type": "MULTIPLE_CHOICE", "choices": ["Gọi vốn", "Thương hiệu", "Xuất khẩu"], "id": "" },
                { "question": "Bạn muốn hỏi diễn giả điều gì?", "required": "", "type": "TEXT", "choices": [], "id": "" },
            ] },
            "tickets": [
                { "name": "Vé thường", "description": "Vào cửa và tài liệu", "price": 250_000, "quantity": 400 },
                { "name": "Vé VIP", "description": "Hàng ghế đầu và bữa trưa cùng diễn giả", "price": 1_250_000, "quantity": 50 },
                { "name": "Sinh viên", "description": "Miễn phí, mang theo thẻ sinh viên", "price": 0, "quantity": -1 },
            ],
        });
        self.send(Method::POST, "/event", &body).await
    }

    /// Gives the event's page its programme, speakers, questions and sponsors.
    async fn add_blocks(&self, event: &Value) -> Result<()> {
        let id = |at: u128| uuid::Uuid::from_u128(0x0198_c5a1_7c00_7000_8000_0000_0000_0000 + at);
        let speaker = |at, name: &str, role: &str, bio: &str| json!({ "id": id(at), "name": name, "role": role, "bio": bio });
        let item = |start: &str, end: &str, title: &str, note: &str, speakers: &[u128]| {
            let speakers: Vec<_> = speakers.iter().map(|at| id(*at)).collect();
            json!({ "start": start, "end": end, "title": title, "note": note, "speakers": speakers })
        };
        let asked =
            |question: &str, answer: &str| json!({ "question": question, "answer": answer });
        let body = json!({
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
        });
        let path = format!("/event/{}/page", text(event, "/id")?);
        self.send(Method::PUT, &path, &body).await?;
        Ok(())
    }

    async fn add_participants(&self, event: &Value) -> Result<()> {
        let id = text(event, "/id")?;
        for at in 0..PARTICIPANTS {
            let (family, middle, given) = (
                pick(&FAMILY, at * 7),
                pick(&MIDDLE, at * 3 + at / 8),
                pick(&GIVEN, at),
            );
            let (ticket, kind) = match at % 10 {
                0 => (1, "VIP"),
                1..=3 => (2, "ORDINARY"),
                _ => (0, "ORDINARY"),
            };
            let paid = at % 3 != 0;
            let body = json!({
                "fullName": format!("{family} {middle} {given}"),
                "email": format!("{}.{}{at}@khach.example", fold_for_search(given), fold_for_search(family)),
                "phone": format!("09{:08}", 12_345_678 + at * 8_191),
                "company": pick(&COMPANIES, at * 5 + at / 8),
                "participationType": kind,
                "ticketId": text(event, &format!("/tickets/{ticket}/id"))?,
                "paymentMethod": if at % 4 == 0 { "CASH_AT_VENUE" } else { "BANK_TRANSFER" },
                "paymentStatus": if paid { "paid" } else { "unpaid" },
            });
            let participant = self
                .send(Method::POST, &format!("/event/{id}/attendances"), &body)
                .await?;
            if at % 8 == 0 {
                let body = json!({ "eventId": id, "attendanceId": text(&participant, "/id")?, "checkedIn": true });
                // Weeks before the event no participant has arrived. A few are checked in so that the check-in screens
                // show something.
                self.send(Method::POST, "/event/checkin", &body).await?;
            }
        }
        Ok(())
    }

    async fn upload(&self, purpose: &str, png: &[u8]) -> Result<String> {
        const BOUNDARY: &str = "hoi-demo-boundary";
        let mut body = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"purpose\"\r\n\r\n{purpose}\r\n\
             --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(png);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        text(
            &self.call(Method::POST, "/upload", &kind, body).await?,
            "/url",
        )
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Result<Value> {
        self.call(
            method,
            path,
            "application/json",
            body.to_string().into_bytes(),
        )
        .await
    }

    /// Returns the `data` of the answer.
    async fn call(&self, method: Method, path: &str, kind: &str, body: Vec<u8>) -> Result<Value> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api{path}"))
            .header(header::CONTENT_TYPE, kind);
        if !self.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        }
        let mut request = request.body(Body::from(body))?;
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))));
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
}

fn text(answer: &Value, pointer: &str) -> Result<String> {
    let found = answer.pointer(pointer).and_then(Value::as_str);
    found
        .map(ToOwned::to_owned)
        .with_context(|| format!("the answer has no {pointer}"))
}

fn pick<'a>(from: &[&'a str], at: usize) -> &'a str {
    from.get(at % from.len()).copied().unwrap_or_default()
}

/// Draws a picture in the product's colours: jade turning into marigold, with a sun.
fn picture(width: u32, height: u32) -> Result<Vec<u8>> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let (across, down) = (
            f64::from(x) / f64::from(width),
            f64::from(y) / f64::from(height),
        );
        let (dx, dy) = (
            (across - 0.72) * f64::from(width) / f64::from(height),
            down - 0.42,
        );
        if dx.hypot(dy) < 0.18 {
            return Rgb([242, 165, 22]);
        }
        let wave = ((across * 6.0).sin() * 0.06 + down).clamp(0.0, 1.0);
        let blend = |from: f64, to: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to a byte"
            )]
            let byte = (from + (to - from) * wave).clamp(0.0, 255.0) as u8;
            byte
        };
        Rgb([blend(22.0, 6.0), blend(148.0, 74.0), blend(122.0, 62.0)])
    });
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png)?;
    Ok(png.into_inner())
}
