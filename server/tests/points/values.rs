//! The visibility of points and values, and the leaderboard.

use std::collections::BTreeMap;

use hoi_community::groups::{GroupRole, PointValueVisibility};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{bought, introduced, with};
use crate::support::{TestGroup, TestUser};

/// Too long to be in an identifier by chance.
const VALUE: i64 = 987_654_321;

#[tokio::test]
async fn others_see_values_only_where_the_group_says_so() {
    for (visibility, is_shown) in [
        (PointValueVisibility::Leaders, false),
        (PointValueVisibility::Members, true),
    ] {
        let group = TestGroup::with(|row| row.point_value_visibility = Set(visibility)).await;
        let (lan, minh) = (&group.lan, &group.minh);
        let hoa = group.app.committee("hoa").await;
        group
            .app
            .join_group(group.id, &hoa, GroupRole::Member)
            .await;
        let deal = with(
            introduced(lan, minh, VALUE),
            json!({ "note": format!("{VALUE} đồng") }),
        );
        group.approved(lan, deal).await;
        for (reader, sees) in [
            (lan, true),
            (minh, true),
            (&group.manager, true),
            (&group.owner, true),
            (&group.admin, true),
            (&hoa, is_shown),
        ] {
            let points = group.read(reader, "/point").await;
            let point = &points["items"][0];
            let shown = (!point["value"].is_null(), !point["note"].is_null());
            assert_eq!(shown, (sees, sees));
            assert_eq!(!point["buyerName"].is_null(), sees);
            let all = [
                points.to_string(),
                group.read(reader, "/leaderboard").await.to_string(),
                group.read(reader, "/statistic").await.to_string(),
                group.read(reader, "/front").await.to_string(),
            ]
            .concat();
            assert_eq!(all.contains(&VALUE.to_string()), sees, "{all}");
            // The numbers of deals are shown to every member.
            let [(sold, value), ..] = group.tally(reader, lan).await;
            let knows = sees && (reader.id == lan.id || reader.id != minh.id || is_shown);
            assert_eq!((sold, value), (1, knows.then_some(VALUE)));
        }
    }
}

#[tokio::test]
async fn members_know_of_approved_points_and_of_their_own() {
    let group = TestGroup::new().await;
    let (lan, minh, owner) = (&group.lan, &group.minh, &group.owner);
    group.approved(lan, bought(lan, owner, 1)).await;
    group.submitted(lan, bought(lan, owner, 2)).await;
    let rejected = group.submitted(lan, bought(lan, minh, 3)).await;
    let reason = json!({ "reason": "x" });
    group
        .decide(owner, &rejected, "reject", reason)
        .await
        .data();
    let hoa = group.app.committee("hoa").await;
    group
        .app
        .join_group(group.id, &hoa, GroupRole::Member)
        .await;
    for (reader, query, total) in [
        (owner, "", 3),
        (&group.admin, "", 3),
        (lan, "", 3),
        (minh, "", 2),
        (&hoa, "", 1),
        (&hoa, "?status=pending", 0),
        (lan, "?status=pending", 1),
        (owner, "?status=rejected", 1),
        (minh, "?memberId=me", 1),
        (lan, "?memberId=me&by=sold", 3),
        (lan, "?memberId=me&by=buy", 0),
        (owner, "?by=referral", 0),
        (owner, "?month=2026-03", 3),
        (owner, "?month=2026-02", 0),
        (owner, "?from=2026-03-01&to=2026-03-01", 3),
        (owner, "?from=2026-03-02", 0),
        (owner, "?to=2026-02-28", 0),
    ] {
        let points = group.read(reader, &format!("/point{query}")).await;
        assert_eq!(points["total"], total, "{query}");
    }
    for wrong in [
        "month=3",
        "month=2026-13",
        "from=1",
        "memberId=lan",
        "status=voided",
        "by=all",
    ] {
        let path = format!("/api/group/{}/point?{wrong}", group.id);
        assert_eq!(group.app.get_as(owner, &path).await.code(), 5002, "{wrong}");
    }
    for wrong in ["period=week", "day=1", "by=value"] {
        let path = format!("/api/group/{}/leaderboard?{wrong}", group.id);
        assert_eq!(group.app.get_as(owner, &path).await.code(), 5002, "{wrong}");
    }
}

/// A deal whose parties are indexes into the list of members.
#[derive(Debug, Clone)]
struct Deal {
    seller: usize,
    counterparty: usize,
    is_buyer: bool,
    value: i64,
    day: &'static str,
    is_approved: bool,
}

/// Days within the month, within the quarter, within the year, and before the year.
const DAYS: [&str; 5] = [
    "2026-03-01",
    "2026-02-28",
    "2026-01-01",
    "2025-12-31",
    "2025-10-01",
];

fn deals() -> impl Strategy<Value = Vec<Deal>> {
    let deal = (
        0..4_usize,
        1..4_usize,
        any::<bool>(),
        1..5_i64,
        0..DAYS.len(),
        0..5_u8,
    );
    let deal = deal.prop_map(|(seller, further, is_buyer, value, day, dice)| Deal {
        seller,
        counterparty: (seller + further) % 4,
        is_buyer,
        value: value * 1000,
        day: DAYS[day],
        is_approved: dice > 0,
    });
    proptest::collection::vec(deal, 20..30)
}

/// The expected rows of a leaderboard, computed deal by deal: number, value and rank of each member.
fn expected(
    deals: &[Deal],
    members: &[&TestUser],
    by: &str,
    first: &str,
    last: &str,
) -> Vec<(String, i64, i64, u64)> {
    let mut sums: BTreeMap<usize, (i64, i64, &str)> = BTreeMap::new();
    for deal in deals {
        let who = match by {
            "sold" => Some(deal.seller),
            "buy" => deal.is_buyer.then_some(deal.counterparty),
            _ => (!deal.is_buyer).then_some(deal.counterparty),
        };
        if let Some(who) = who
            && deal.is_approved
            && (first..=last).contains(&deal.day)
        {
            let sum = sums.entry(who).or_insert((0, 0, deal.day));
            *sum = (sum.0 + 1, sum.1 + deal.value, sum.2.max(deal.day));
        }
    }
    let mut rows: Vec<_> = sums.into_iter().collect();
    rows.sort_by_key(|(who, (count, value, day))| (-value, -count, *day, members[*who].id));
    let row = |(who, sum): &(usize, (i64, i64, &str))| {
        // Those without a difference stand beside each other, at the place of the first.
        let first = rows.iter().position(|(_, other)| other == sum).unwrap();
        let rank = first as u64 + 1;
        (members[*who].id.to_string(), sum.0, sum.1, rank)
    };
    rows.iter().map(row).collect()
}

#[tokio::test]
async fn the_leaderboard_is_what_adding_up_one_by_one_gives() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..3 {
        let deals = deals().new_tree(&mut runner).unwrap().current();
        let group = TestGroup::new().await;
        let members = [&group.owner, &group.manager, &group.lan, &group.minh];
        for deal in &deals {
            let (seller, other) = (members[deal.seller], members[deal.counterparty]);
            let of = if deal.is_buyer { bought } else { introduced };
            let more = json!({ "dealDate": deal.day, "force": true });
            let path = group
                .submitted(seller, with(of(seller, other, deal.value), more))
                .await;
            if deal.is_approved {
                group
                    .decide(&group.admin, &path, "approve", json!({}))
                    .await
                    .data();
            }
        }
        let mut sums = BTreeMap::new();
        for (period, first, last) in [
            ("month", "2026-03-01", "2026-03-31"),
            ("quarter", "2026-01-01", "2026-03-31"),
            ("year&day=2025-06-01", "2025-01-01", "2025-12-31"),
            ("all", "", "9"),
        ] {
            for by in ["sold", "buy", "referral"] {
                let path = format!("/leaderboard?period={period}&by={by}");
                let board = group.read(&group.owner, &path).await;
                let items = board["items"].as_array().unwrap();
                let row = |row: &Value| {
                    let (count, value) = (&row[by]["count"], &row[by]["value"]);
                    let id = row["userId"].as_str().unwrap().to_owned();
                    let rank = row["rank"].as_u64().unwrap();
                    (id, count.as_i64().unwrap(), value.as_i64().unwrap(), rank)
                };
                let rows: Vec<_> = items.iter().map(row).collect();
                assert_eq!(
                    rows,
                    expected(&deals, &members, by, first, last),
                    "{period} {by}"
                );
                let waits = deals.iter().filter(|deal| !deal.is_approved);
                let waits = waits.filter(|deal| (first..=last).contains(&deal.day));
                assert_eq!(board["pending"], waits.count());
                let sum: (i64, i64) = rows
                    .iter()
                    .fold((0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2));
                sums.insert((period, by), sum);
            }
            let [sold, buy, referral] = ["sold", "buy", "referral"].map(|by| sums[&(period, by)]);
            assert_eq!(sold, (buy.0 + referral.0, buy.1 + referral.1));
        }
        // The second page continues the first.
        let page = group
            .read(&group.owner, "/leaderboard?period=all&limit=1&page=2")
            .await;
        let all = group.read(&group.owner, "/leaderboard?period=all").await;
        assert_eq!(page["items"][0], all["items"][1]);
        assert_eq!(page["total"], all["total"]);
    }
}

/// The caller's own place on a leaderboard.
fn own(rank: u64, next: Option<u64>, missing: i64) -> Value {
    json!({ "rank": rank, "nextRank": next, "missing": missing })
}

#[tokio::test]
async fn equal_members_share_a_place_and_everybody_sees_how_it_has_changed() {
    let group = TestGroup::with(|row| {
        row.point_value_visibility = Set(PointValueVisibility::Members);
    })
    .await;
    let (lan, minh, owner) = (&group.lan, &group.minh, &group.owner);
    let hoa = group.app.committee("hoa").await;
    group
        .app
        .join_group(group.id, &hoa, GroupRole::Member)
        .await;
    group.set_first_day(&hoa, "2026-01-01").await;
    let on = |day: &str, deal| with(deal, json!({ "dealDate": day }));
    // In February Lan led before the owner.
    group
        .approved(lan, on("2026-02-28", bought(lan, minh, 9)))
        .await;
    group
        .approved(owner, on("2026-02-01", bought(owner, minh, 5)))
        .await;
    // In March Hoa is new, and nothing tells her and Minh apart.
    group.approved(owner, bought(owner, lan, 100)).await;
    group.approved(&hoa, bought(&hoa, lan, 70)).await;
    group.approved(minh, bought(minh, lan, 70)).await;
    group.approved(lan, bought(lan, minh, 30)).await;
    let board = group.read(lan, "/leaderboard").await;
    let places = |board: &Value| {
        let items = board["items"].as_array().unwrap().iter();
        let mut places: Vec<_> = items
            .map(|row| {
                let id = row["userId"].as_str().unwrap().to_owned();
                (row["rank"].as_u64(), row["previousRank"].as_u64(), id)
            })
            .collect();
        places.sort();
        places
    };
    let place = |rank, before, who: &TestUser| (Some(rank), before, who.id.to_string());
    let mut march = vec![
        place(1, Some(2), owner),
        place(2, None, minh),
        place(2, None, &hoa),
        place(4, Some(1), lan),
    ];
    march.sort();
    assert_eq!(places(&board), march);
    assert_eq!(board["hasPrevious"], true);
    assert_eq!(board["own"], own(4, Some(2), 40));
    for (reader, expected) in [(owner, own(1, None, 0)), (minh, own(2, Some(1), 30))] {
        assert_eq!(group.read(reader, "/leaderboard").await["own"], expected);
    }
    // Of equal sums the larger number of deals comes first.
    group
        .approved(lan, on("2026-03-01", bought(lan, owner, 40)))
        .await;
    let board = group.read(lan, "/leaderboard").await;
    assert_eq!(board["own"], own(2, Some(1), 30));
    group.approved(&hoa, bought(&hoa, owner, 30)).await;
    let board = group.read(&hoa, "/leaderboard").await;
    assert_eq!(board["own"], own(1, None, 0));
    let board = group.read(owner, "/leaderboard").await;
    assert_eq!(board["own"], own(2, Some(1), 0));
    // Without a deal, and without a time before.
    let board = group.read(owner, "/leaderboard?by=referral").await;
    assert_eq!(
        (&board["own"], &board["hasPrevious"]),
        (&Value::Null, &json!(false))
    );
    for path in ["/leaderboard?period=all", "/leaderboard?period=year"] {
        let board = group.read(lan, path).await;
        assert_eq!(board["hasPrevious"], false, "{path}");
        assert!(
            places(&board).iter().all(|place| place.1.is_none()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn readers_without_values_are_told_how_many_deals_are_missing() {
    let group = TestGroup::new().await;
    let (lan, minh, owner) = (&group.lan, &group.minh, &group.owner);
    for value in [1, 2, 3] {
        group.approved(owner, bought(owner, lan, value)).await;
    }
    group.approved(minh, bought(minh, lan, VALUE)).await;
    let board = group.read(minh, "/leaderboard").await;
    assert_eq!(board["own"], own(2, Some(1), 2));
    let board = group.read(owner, "/leaderboard").await;
    assert_eq!(board["own"], own(2, Some(1), VALUE - 6));
}
