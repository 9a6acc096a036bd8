//! The caller's own account.

use axum::http::{Method, StatusCode};
use hoi_platform::files::Visibility;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

async fn edit(app: &TestApp, user: &TestUser, body: Value) -> Answer {
    app.put_as("/api/users/profile", &user.token, body).await
}

#[tokio::test]
async fn my_account_comes_with_plan_and_counters() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    app.open_event(&lan, 5).await;
    let answer = app.me(&lan.token).await;
    let me = answer.data();
    for field in [
        "fullName",
        "role",
        "avatar",
        "appLogo",
        "phone",
        "country",
        "company",
        "gender",
        "dateOfBirth",
        "identificationNumber",
        "taxNumber",
        "businessLicense",
        "businessField",
        "position",
        "userCode",
        "lang",
        "mustChangePassword",
    ] {
        assert!(me.get(field).is_some(), "{field}");
    }
    assert_eq!(
        me["planSummary"],
        json!({
            "eventLimit": -1, "maxAttendeesPerEvent": -1, "groupLimit": 0, "maxMembersPerGroup": -1,
            "reportFeature": false, "eventsUsed": 1, "groupsUsed": 0,
        })
    );
    assert_eq!(
        (&me["personalPlans"], &me["unreadCount"]),
        (&json!([]), &json!(0))
    );
    assert!(!answer.json.to_string().contains("argon2"));
}

#[tokio::test]
async fn everything_personal_can_be_changed_and_cleared() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    let avatar = app.file(&lan, "avatar", Visibility::Public).await.0;
    let license = app.file(&lan, "avatar", Visibility::Private).await.0;
    let full = json!({
        "fullName": " Nguyễn Thị Lan ", "phone": "+84 912 345 678", "country": "Việt Nam", "company": "Hoa Sen",
        "avatar": avatar.to_string(), "appLogo": format!("/api/upload/{avatar}"), "businessLicense": license.to_string(),
        "gender": "FEMALE", "dateOfBirth": "1990-05-31", "identificationNumber": "012345678901", "taxNumber": "0101234567",
        "businessField": "Sự kiện", "position": "Trưởng ban", "lang": "en",
    });
    let answer = edit(&app, &lan, full.clone()).await;
    let me = answer.data();
    assert_eq!(me["fullName"], "Nguyễn Thị Lan");
    assert_eq!(me["avatar"], format!("/api/upload/{avatar}"));
    assert_eq!(me["businessLicense"], format!("/api/upload/{license}"));
    for field in [
        "phone",
        "country",
        "company",
        "gender",
        "dateOfBirth",
        "identificationNumber",
        "taxNumber",
        "businessField",
        "position",
        "lang",
    ] {
        assert_eq!(me[field], full[field], "{field}");
    }
    // Absent fields stay unchanged; each change raises the version.
    let unchanged = edit(&app, &lan, json!({})).await;
    let mut expected = me.clone();
    expected["version"] = json!(3);
    assert_eq!(unchanged.data(), &expected);
    let fields = [
        "country",
        "avatar",
        "appLogo",
        "businessLicense",
        "businessField",
        "position",
    ];
    for field in fields {
        let cleared = edit(&app, &lan, json!({ field: null })).await;
        assert_eq!(cleared.data()[field], Value::Null, "{field}");
    }
    let blank = edit(&app, &lan, json!({ "country": " ", "position": "" })).await;
    assert_eq!(blank.data()["position"], Value::Null);
}

/// The server too requires the fields of "My information".
#[tokio::test]
async fn my_information_is_refused_while_something_is_blank() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    let required = ["gender", "dateOfBirth", "identificationNumber", "taxNumber"];
    // Sent by the form when nothing was typed.
    let blank = json!({
        "dateOfBirth": null, "gender": null, "identificationNumber": "", "taxNumber": " ",
        "businessField": "", "position": "", "businessLicense": null,
    });
    for (lang, message) in [
        ("vi", "Vui lòng không để trống"),
        ("en", "This field is required"),
    ] {
        let request = app.request(Method::PUT, "/api/users/profile").lang(lang);
        let answer = request.bearer(&lan.token).json(blank.clone()).send().await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002)
        );
        let fields = answer.json["fields"].as_object().unwrap();
        assert_eq!(fields.len(), 4, "{fields:?}");
        for field in required {
            assert_eq!(fields[field], json!([message]), "{field}");
        }
    }
    let mine = json!({
        "gender": "FEMALE", "dateOfBirth": "1990-05-31", "identificationNumber": "012345678901",
        "taxNumber": "0101234567",
    });
    assert_eq!(edit(&app, &lan, mine.clone()).await.code(), 2000);
    for field in required {
        let answer = edit(&app, &lan, json!({ field: null })).await;
        assert_eq!(answer.code(), 5002, "{field}");
        assert!(answer.json["fields"][field][0].is_string(), "{field}");
    }
    // The general information is saved without them, and leaves them unchanged.
    let general = json!({ "fullName": "Lan", "phone": "0912345678", "country": "", "company": "Sen", "avatar": null });
    let answer = edit(&app, &lan, general.clone()).await;
    for field in required {
        assert_eq!(answer.data()[field], mine[field], "{field}");
    }
    let new = app.committee("moi").await;
    assert_eq!(edit(&app, &new, general).await.code(), 2000);
}

#[tokio::test]
async fn an_account_cannot_raise_its_own_role() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    let mut before = app.me(&lan.token).await.data().clone();
    let raised = json!({ "role": "ADMIN", "eventLimit": 1000, "isActive": true, "email": "sep@hoi.example" });
    let answer = edit(&app, &lan, raised).await;
    before["version"] = json!(2);
    assert_eq!(answer.data(), &before);
    let others = json!({
        "userCode": "X", "id": "x", "emailVerifiedAt": null, "mustChangePassword": true, "passwordHash": "x",
        "planSummary": { "eventLimit": 9 },
    });
    let answer = edit(&app, &lan, others.clone()).await;
    assert_eq!(answer.code(), 5002);
    for name in others.as_object().unwrap().keys() {
        assert!(
            answer.json["fields"][name].is_array(),
            "{name}: {}",
            answer.json
        );
    }
    assert_eq!(app.me(&lan.token).await.data(), &before);
}

#[tokio::test]
async fn fields_keep_their_rules() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    let other = app.committee("khac").await;
    let foreign = app.file(&other, "avatar", Visibility::Public).await.0;
    let private = app.file(&lan, "avatar", Visibility::Private).await.0;
    let long = "x".repeat(1000);
    for (field, value) in [
        ("fullName", json!("  ")),
        ("fullName", json!(long)),
        ("phone", json!("1".repeat(100))),
        ("phone", json!("")),
        ("company", json!("")),
        ("country", json!(long)),
        ("position", json!("x".repeat(256))),
        ("gender", json!("X")),
        ("gender", json!("male")),
        ("lang", json!("fr")),
        ("dateOfBirth", json!("31/05/1990")),
        ("dateOfBirth", json!("1990-02-30")),
        ("dateOfBirth", json!("1990-05-31T00:00")),
        ("avatar", json!(foreign.to_string())),
        ("avatar", json!(private.to_string())),
        ("avatar", json!("https://elsewhere.example/x.png")),
        ("avatar", json!("0198c5a1-7c00-7000-8000-000000000000")),
        ("appLogo", json!(7)),
        ("businessLicense", json!(foreign.to_string())),
    ] {
        let answer = edit(&app, &lan, json!({ field: value })).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{field} {value}"
        );
        assert!(
            answer.json["fields"][field][0].is_string(),
            "{field}: {}",
            answer.json
        );
    }
}

#[tokio::test]
async fn my_code_is_an_image_that_says_my_code() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    let request = app.request(Method::GET, "/api/users/me/qr-code");
    let answer = request.bearer(&lan.token).send().await;
    assert_eq!(
        (answer.status, answer.header("content-type").as_str()),
        (StatusCode::OK, "image/png")
    );
    let picture = image::load_from_memory(&answer.bytes).unwrap().to_luma8();
    assert!(picture.width() >= 512 && picture.width() == picture.height());
    let code = app.me(&lan.token).await.data()["userCode"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut grid = rqrr::PreparedImage::prepare(picture);
    let (_, content) = grid.detect_grids()[0].decode().unwrap();
    assert_eq!(content, code);
}
