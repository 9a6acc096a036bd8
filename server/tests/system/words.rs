//! Administrators read words in place of internal names of the server.

use std::path::Path;

use hoi_i18n::Lang;
use hoi_platform::audit::AuditAction;
use hoi_server::background;
use sea_orm::Iterable as _;
use serde_json::Value;

use crate::support::TestApp;

#[tokio::test]
async fn every_job_mail_and_action_has_words_in_every_language() {
    let app = TestApp::new().await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let templates = std::fs::read_dir(root.join("../platform/templates/mail")).unwrap();
    let templates = templates
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir());
    let mut names = Vec::new();
    names.extend(
        background::runner(&app.app)
            .kinds()
            .map(|kind| format!("kind.{kind}")),
    );
    names.extend(
        templates.map(|folder| format!("template.{}", folder.file_name().to_str().unwrap())),
    );
    names.extend(AuditAction::iter().map(|action| format!("action.{}", action.name())));
    assert!(names.len() > 50, "{names:?}");
    for lang in Lang::ALL {
        let file = root.join(format!("../frontend/src/locales/{lang}/system.json"));
        let texts: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let missing: Vec<_> = names
            .iter()
            .filter(|name| {
                let text = name.split('.').fold(&texts, |texts, part| &texts[part]);
                text.as_str().is_none_or(str::is_empty)
            })
            .collect();
        assert!(missing.is_empty(), "{lang}: {missing:?}");
    }
}
