//! Creating administrators by configuration and command.

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use sea_orm::EntityTrait;

use crate::support::TestApp;

#[tokio::test]
async fn the_configuration_names_the_first_administrator() {
    let app = TestApp::configured(|config| {
        config.admin_email = Some("sep@hoi.example".to_owned());
        config.admin_password = Some("mật khẩu của sếp".to_owned());
    })
    .await;
    for _ in 0..2 {
        accounts::ensure_first_admin(&app.app).await.unwrap();
    }
    let users = user::Entity::find().all(app.app.db.read()).await.unwrap();
    assert_eq!(users.len(), 1);
    let login = app.log_in("sep@hoi.example", "mật khẩu của sếp").await;
    assert_eq!(login.data()["user"]["role"], "ADMIN");
    assert_eq!(login.data()["user"]["mustChangePassword"], false);
}

#[tokio::test]
async fn no_administrator_is_made_without_configuration_or_beside_another() {
    let app = TestApp::new().await;
    accounts::ensure_first_admin(&app.app).await.unwrap();
    let users = user::Entity::find().all(app.app.db.read()).await.unwrap();
    assert!(users.is_empty());

    let app = TestApp::configured(|config| {
        config.admin_email = Some("sep@hoi.example".to_owned());
        config.admin_password = Some("mật khẩu của sếp".to_owned());
    })
    .await;
    app.admin().await;
    accounts::ensure_first_admin(&app.app).await.unwrap();
    assert_eq!(
        app.log_in("sep@hoi.example", "mật khẩu của sếp")
            .await
            .code(),
        5019
    );
}

#[tokio::test]
async fn the_command_makes_one_and_says_what_is_wrong() {
    let app = TestApp::new().await;
    let make = |email: &'static str, password: Option<&'static str>| {
        accounts::create_admin(&app.app, email, Some("Bà Năm"), password)
    };
    assert_eq!(
        make("nam@hoi.example", Some("mật khẩu dài")).await.unwrap(),
        None
    );
    let login = app.log_in("nam@hoi.example", "mật khẩu dài").await;
    assert_eq!(login.data()["user"]["fullName"], "Bà Năm");

    let generated = make("sau@hoi.example", None).await.unwrap().unwrap();
    let login = app.log_in("sau@hoi.example", &generated).await;
    assert_eq!(login.data()["user"]["mustChangePassword"], true);

    for (email, password, reason) in [
        (
            "NAM@hoi.example",
            Some("mật khẩu dài"),
            "has an account already",
        ),
        ("bay", Some("mật khẩu dài"), "not an e-mail address"),
        ("bay@hoi.example", Some("ngắn"), "8 to 128 characters"),
    ] {
        let error = make(email, password).await.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
