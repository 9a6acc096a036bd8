//! The people of the demo, all invented: accounts, members of the group with their posts, and guests.

use hoi_i18n::fold_for_search;
use serde_json::{Value, json};

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

const TRADES: [&str; 10] = [
    "In ấn",
    "Kế toán",
    "Nội thất",
    "Quà tặng",
    "Pháp lý",
    "Du lịch",
    "Nhà hàng",
    "Phần mềm",
    "Bảo hiểm",
    "Vận tải",
];

/// An account.
#[derive(Clone)]
pub struct Person {
    pub name: String,
    pub email: String,
    pub company: String,
    pub trade: Option<String>,
}

/// How many members the group gets besides its owner.
pub const MEMBERS: u32 = 24;

/// The first members, the most active in the group.
const KNOWN: [(&str, &str, &str); 5] = [
    ("Trần Quang Dũng", "dung@hoi.example", "In ấn Minh Khai"),
    ("Lê Thị Hương", "huong@hoi.example", "Kế toán Hương Giang"),
    ("Phạm Đức Sơn", "son@hoi.example", "Nội thất Sơn Mộc"),
    ("Vũ Hồng Nhung", "nhung@hoi.example", "Quà tặng Hoa Sen"),
    ("Đỗ Minh Khánh", "khanh@hoi.example", "Luật Khánh & Cộng sự"),
];

/// The posts in the group, the oldest first. The first member posts the first text, and so on.
pub const POSTS: [&str; 10] = [
    "Xưởng mình vừa lắp máy in UV khổ lớn. Anh chị nào cần biển hiệu cho Tết thì nhắn mình trước ngày 15 nhé.",
    "Nhắc cả nhà: hạn nộp tờ khai thuế quý này là cuối tháng. Ai cần mình xem giúp hồ sơ thì mang theo buổi họp tới.",
    "Cảm ơn chị Hương đã giới thiệu khách sạn ở Đà Lạt. Hợp đồng 40 phòng đã ký chiều nay!",
    "Mình tìm đối tác giao hàng lạnh ở miền Tây, mỗi tuần khoảng 200 thùng. Có anh chị nào quen không ạ?",
    "Tuần tới mình chia sẻ 10 phút về hợp đồng nguyên tắc. Mọi người gửi câu hỏi trước để mình chuẩn bị nhé.",
    "Chào cả nhà, mình mới vào nhóm, làm tour trải nghiệm làng nghề. Rất mong được ghé thăm xưởng của mọi người.",
    "Quán mình mở thêm phòng họp 20 chỗ, thành viên nhóm dùng miễn phí buổi sáng các ngày trong tuần.",
    "Khách của mình cần phần mềm quản lý kho cho ba chi nhánh. Mình đã gửi thông tin cho anh nào làm phần mềm trong nhóm.",
    "Ai đi hội chợ Cần Thơ cuối tuần này thì cho mình biết, mình gom xe đi chung cho vui.",
    "Ảnh buổi họp sáng nay mình để ở thư mục chung. Cảm ơn mọi người đã đến đúng giờ!",
];

/// Kinds of reactions to posts, as often as members choose them.
pub const REACTIONS: [&str; 7] = [
    "heart",
    "applause",
    "heart",
    "congratulation",
    "thanks",
    "agree",
    "heart",
];

/// The comments of other members.
pub const COMMENTS: [&str; 6] = [
    "Cảm ơn bạn đã chia sẻ!",
    "Mình quan tâm, chiều nay mình gọi nhé.",
    "Hay quá, chúc mừng hai bên!",
    "Mình biết một chỗ, để mình nhắn riêng.",
    "Sáng thứ Ba gặp nhau mình trao đổi thêm nhé.",
    "Cho mình xin báo giá với ạ.",
];

/// Returns the member with this number.
pub fn member(number: u32) -> Person {
    let trade = Some(pick(&TRADES, number).to_owned());
    let known = usize::try_from(number).ok().and_then(|at| KNOWN.get(at));
    match known {
        Some((name, email, company)) => Person {
            name: (*name).to_owned(),
            email: (*email).to_owned(),
            company: (*company).to_owned(),
            trade,
        },
        None => Person {
            name: name(number + 500),
            email: format!("thanhvien{number}@hoi.example"),
            company: format!("{} {}", pick(&TRADES, number), pick(&GIVEN, number * 3)),
            trade,
        },
    }
}

/// Returns an account that is not yet in the group.
pub fn applicant(number: u32) -> Person {
    Person {
        name: name(number + 600),
        email: format!("ungvien{number}@hoi.example"),
        company: pick(&COMPANIES, number).to_owned(),
        trade: Some(pick(&TRADES, number + 5).to_owned()),
    }
}

/// Returns the fields by which a guest is known, as forms and organisers send them.
pub fn guest(number: u32) -> Value {
    json!({
        "fullName": name(number),
        "email": format!("{}.{}{number}@khach.example", fold_for_search(pick(&GIVEN, number)), fold_for_search(pick(&FAMILY, number * 7))),
        "phone": format!("09{:08}", 12_345_678 + number * 8_191),
        "company": pick(&COMPANIES, number * 5 + number / 8),
    })
}

/// Returns the name of the guest with this number.
pub fn name(number: u32) -> String {
    let (family, middle, given) = (
        pick(&FAMILY, number * 7),
        pick(&MIDDLE, number * 3 + number / 8),
        pick(&GIVEN, number),
    );
    format!("{family} {middle} {given}")
}

pub fn pick<'a>(from: &[&'a str], at: u32) -> &'a str {
    let at = usize::try_from(at).unwrap_or_default();
    from.get(at % from.len()).copied().unwrap_or_default()
}
