//! The schema, step by step: plain SQL that runs on both engines. A landed file never changes.

use hoi_db::Migration;

macro_rules! steps {
    ($($name:literal),* $(,)?) => {
        &[$(Migration { name: $name, sql: include_str!(concat!("../migrations/", $name, ".sql")) }),*]
    };
}

/// All steps in order.
pub const MIGRATIONS: &[Migration] = steps![
    "0001_jobs",
    "0002_accounts",
    "0003_events",
    "0004_papers",
    "0005_lucky_draw",
    "0006_export",
    "0007_people",
    "0008_visitor_changes",
    "0009_messages",
    "0010_activity_actors",
    "0011_commit_check",
    "0012_mail",
    "0013_files",
    "0014_event_end",
    "0015_accounts",
    "0016_registration",
];

#[cfg(test)]
mod tests {
    use super::MIGRATIONS;

    #[test]
    fn every_file_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                entry
                    .unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        files.sort();
        assert_eq!(
            files,
            MIGRATIONS.iter().map(|step| step.name).collect::<Vec<_>>()
        );
    }
}
