//! The addresses at which the application has a screen. Everything else is answered with 404, so that no search engine
//! keeps an address that was mistyped, and no program takes a page for the file that it asked for.

/// The routes of the application, written as `frontend/src/routes` names them: `$name` stands for any one part of the
/// path, and a last `$` for whatever follows, if anything does.
const SCREENS: [&str; 49] = [
    "/",
    "/auth/forgot-password",
    "/auth/login",
    "/auth/login/$",
    "/auth/reset-password/$token",
    "/auth/sign-up",
    "/auth/sign-up/$",
    "/committee-management",
    "/dashboard",
    "/discovery",
    "/event-management",
    "/event-management/$",
    "/event-management/$eventId",
    "/event-management/$eventId/data-requests",
    "/event-management/$eventId/integrations",
    "/event-management/$eventId/money",
    "/event-management/$eventId/page",
    "/event-management/add-new",
    "/event-management/checkin/$eventId",
    "/event-management/edit/$eventId",
    "/group-management",
    "/group-management/$groupId",
    "/group-management/add-new",
    "/guides",
    "/guides/$guide",
    "/invitation/$token",
    "/join/$key",
    "/licenses",
    "/lucky-draw",
    "/lucky-draw/$eventId",
    "/money",
    "/my-feed",
    "/my-group",
    "/my-group/$groupId",
    "/my-group/$groupId/$postId",
    "/my-group/$groupId/roll-call/$eventId",
    "/notifications",
    "/participant-management",
    "/participant-management/$eventId/$",
    "/participant-management/$eventId/door",
    "/participant-management/$eventId/messages",
    "/participant-management/$eventId/staff",
    "/plan-management",
    "/plan/$planId",
    "/profile",
    "/stop-messages/$token",
    "/system",
    "/unsubscribe/$token",
    "/verify-email/$token",
];

/// Whether the application has a screen at this path. Like its router, it heeds no case and no slash at the end.
pub fn is_screen(path: &str) -> bool {
    SCREENS.iter().any(|screen| leads_to(path, screen))
}

fn leads_to(path: &str, screen: &str) -> bool {
    let mut given = path.split('/').filter(|part| !part.is_empty());
    for part in screen.split('/').filter(|part| !part.is_empty()) {
        if part == "$" {
            return true;
        }
        let Some(given) = given.next() else {
            return false;
        };
        if !part.starts_with('$') && !part.eq_ignore_ascii_case(given) {
            return false;
        }
    }
    given.next().is_none()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_route_of_the_application_is_a_screen_and_nothing_else_is() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/routes");
        let mut routes = Vec::new();
        read_routes(Path::new(folder), "", &mut routes);
        routes.sort();
        assert_eq!(routes, SCREENS);
    }

    /// Adds the path of each file below the folder, as the router's generator makes it of the name. Parts of a screen have
    /// names that begin with a dash.
    fn read_routes(folder: &Path, above: &str, routes: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                let part = name.trim_end_matches('_');
                read_routes(&entry.path(), &format!("{above}/{part}"), routes);
                continue;
            }
            if name.starts_with('-') {
                continue;
            }
            match name.strip_suffix(".tsx").unwrap() {
                "__root" => {}
                "index" if above.is_empty() => routes.push("/".to_owned()),
                "index" => routes.push(above.to_owned()),
                part => routes.push(format!("{above}/{part}")),
            }
        }
    }

    #[test]
    fn an_address_is_known_as_the_router_knows_it() {
        for known in [
            "/",
            "/dashboard",
            "/Dashboard/",
            "/auth/login",
            "/auth/login/anything/below",
            "/event-management/old/bookmark",
            "/participant-management/1/list",
            "/my-group/1/2",
            "/join/a%20b",
            "/guides",
            "/guides/door",
        ] {
            assert!(is_screen(known), "{known}");
        }
        for unknown in [
            "/nope",
            "/favicon.ico",
            "/.well-known/anything",
            "/wp-login.php",
            "/dashboard/more",
            "/join",
            "/plan/1/2",
            "/profile.json",
            "/form",
        ] {
            assert!(!is_screen(unknown), "{unknown}");
        }
    }
}
