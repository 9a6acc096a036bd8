//! Fills a database with a small and a large group and measures both: how long members wait must not depend on the size
//! of their group.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::{group, group_member};
use hoi_community::groups::{GroupId, GroupRole, JoinPolicy, PointValueVisibility, PostApproval};
use hoi_community::posts::PostStatus;
use hoi_community::posts::entity::{comment, post};
use hoi_db::{Db, Timestamp, Tx};
use hoi_platform::clock::{Clock, new_id};
use hoi_platform::files::{FileId, FileUrl};
use hoi_platform::ids::{CommentId, GroupMemberId, PostId, UserId};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::json;

use crate::generate::{ROWS, TWO_YEARS, insert_accounts, insert_logo, moment, open};
use crate::program::{ADMIN, Program, text};
use crate::timing::times;

/// The size of the large group.
#[derive(Args)]
pub struct Size {
    #[arg(long, default_value_t = 5_000)]
    members: usize,
    #[arg(long, default_value_t = 20_000)]
    posts: usize,
    #[arg(long, default_value_t = 100_000)]
    comments: usize,
}

const SMALL: Size = Size {
    members: 60,
    posts: 200,
    comments: 1_000,
};
/// How long to wait until the last member is told of a new post.
const PATIENCE: Duration = Duration::from_mins(2);

/// A group and the account that owns it.
struct Group {
    id: GroupId,
    owner: String,
    /// The member who is told last.
    last: String,
    /// A post in the middle of the group's history.
    post: PostId,
    size: Size,
}

/// Fills the database and prints how long the calls of both groups take.
pub async fn measure(url: &str, size: Size) -> Result<()> {
    let db = open(Some(url)).await?;
    let groups = [generate(&db, SMALL).await?, generate(&db, size).await?];
    db.close().await;
    drop(db);
    // The first start makes the administrator; the database belongs to one process at a time.
    Program::start(Some(url)).await?.stop().await?;
    let db = open(Some(url)).await?;
    let_in(&db, &groups).await?;
    db.close().await;
    drop(db);
    let program = Program::start(Some(url)).await?;
    for Group {
        id,
        owner,
        last,
        post,
        size,
    } in groups
    {
        println!(
            "{} members, {} posts, {} comments",
            size.members, size.posts, size.comments
        );
        let token = program.log_in(&owner).await?;
        let group = format!("/api/group/{id}");
        let middle = program
            .get(&token, &format!("{group}/post?limit=20"))
            .await?;
        let second = text(&middle, "/nextCursor")?;
        for (name, path) in [
            ("feed, newest", "/api/group/feed?limit=20".to_owned()),
            (
                "feed, active",
                "/api/group/feed?limit=20&sort=active".to_owned(),
            ),
            ("group", group.clone()),
            ("posts", format!("{group}/post?limit=20")),
            (
                "posts, second part",
                format!("{group}/post?limit=20&cursor={second}"),
            ),
            ("post", format!("{group}/post/{post}")),
            (
                "comments of a post",
                format!("{group}/post/{post}/comment?limit=20"),
            ),
            ("members", format!("{group}/member?limit=10")),
            (
                "members, search",
                format!("{group}/member?limit=10&search=ngoc%20lan%204"),
            ),
            (
                "leaderboard",
                format!("{group}/leaderboard?by=sold&period=month"),
            ),
            ("statistics", format!("{group}/statistic")),
            ("notifications", "/api/notification?limit=20".to_owned()),
            ("suggestions", "/api/group/suggestion".to_owned()),
        ] {
            let took = times(async || program.get(&token, &path).await.map(drop));
            println!("  {name}: {}", took.await?);
        }
        let began = Instant::now();
        let sent = json!({ "text": "Mời các anh chị dự buổi họp tuần này." });
        program
            .post(&token, &format!("{group}/post"), &sent)
            .await?;
        let answered = began.elapsed();
        let told = wait_until_told(&program, &last, began).await?;
        println!(
            "  a new post: answered after {:.0} ms; {} members told after {:.2} s",
            answered.as_secs_f64() * 1000.0,
            size.members - 1,
            told.as_secs_f64()
        );
    }
    program.stop().await
}

/// Gives owners and last members the administrator's password.
async fn let_in(db: &Db, groups: &[Group]) -> Result<()> {
    let admin = user::live().filter(user::Column::EmailKey.eq(ADMIN));
    let admin = admin.one(db.read()).await?.context("no administrator")?;
    let accounts = groups
        .iter()
        .flat_map(|group| [group.owner.as_str(), &group.last]);
    let tx = db.write().await?;
    user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(admin.password_hash))
        .filter(user::Column::EmailKey.is_in(accounts))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns how long after `began` the account has a notification.
async fn wait_until_told(program: &Program, last: &str, began: Instant) -> Result<Duration> {
    let token = program.log_in(last).await?;
    loop {
        let heard = program.get(&token, "/api/notification?limit=1").await?;
        if heard.pointer("/items/0").is_some() {
            return Ok(began.elapsed());
        }
        ensure!(began.elapsed() < PATIENCE, "the last member was not told");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn generate(db: &Db, size: Size) -> Result<Group> {
    let mut random = StdRng::seed_from_u64(7);
    let now = u64::try_from(Clock::system().now().0)?;
    let tx = db.write().await?;
    let prefix = format!("member{}x", size.members);
    let members = insert_accounts(&tx, &mut random, &prefix, size.members, now).await?;
    let owner = *members.first().context("a group needs an owner")?;
    let logo = insert_logo(&tx).await?;
    let id = insert_group(&tx, owner, logo, moment(now - TWO_YEARS)?).await?;
    let rows = members.iter().map(|member| group_member::ActiveModel {
        id: Set(new_id::<GroupMemberId>()),
        group_id: Set(id),
        user_id: Set(*member),
        role: Set(if *member == owner {
            GroupRole::Owner
        } else {
            GroupRole::Member
        }),
        attend_date: Set("2025-01-01".to_owned()),
        joined_at: Set(Timestamp(0)),
        ..Default::default()
    });
    for rows in rows.collect::<Vec<_>>().chunks(ROWS) {
        let insert = group_member::Entity::insert_many(rows.to_vec());
        insert.exec_without_returning(&tx).await?;
    }
    let mut any =
        move |members: &[UserId]| members.get(random.random_range(0..members.len())).copied();
    let mut posts = Vec::with_capacity(size.posts);
    let mut comments = Vec::with_capacity(size.comments);
    for at in 0..size.posts {
        let time = now - TWO_YEARS + TWO_YEARS / u64::try_from(size.posts)? * u64::try_from(at)?;
        let id_of_post: PostId = new_id();
        let of_post = size.comments * (at + 1) / size.posts - size.comments * at / size.posts;
        for _ in 0..of_post {
            let author = any(&members).context("no members")?;
            comments.push(comment_row(id_of_post, author, moment(time)?));
        }
        let author = any(&members).context("no members")?;
        posts.push(post_row(
            id,
            id_of_post,
            author,
            moment(time)?,
            i64::try_from(of_post)?,
        ));
    }
    let middle = posts.get(posts.len() / 2).context("no posts")?;
    let post = middle.id.clone().unwrap();
    for rows in posts.chunks(ROWS) {
        let insert = post::Entity::insert_many(rows.to_vec());
        insert.exec_without_returning(&tx).await?;
    }
    for rows in comments.chunks(ROWS) {
        let insert = comment::Entity::insert_many(rows.to_vec());
        insert.exec_without_returning(&tx).await?;
    }
    tx.commit().await?;
    Ok(Group {
        id,
        owner: format!("{prefix}0@example.vn"),
        last: format!("{prefix}{}@example.vn", size.members - 1),
        post,
        size,
    })
}

async fn insert_group(tx: &Tx, owner: UserId, logo: FileId, created: Timestamp) -> Result<GroupId> {
    let id: GroupId = new_id();
    let row = group::ActiveModel {
        id: Set(id),
        name: Set("Hội Doanh nhân Sao Mai".to_owned()),
        description: Set("Gặp nhau mỗi thứ Ba".to_owned()),
        avatar: Set(FileUrl(logo)),
        require_membership_certificate: Set(false),
        require_business_license: Set(false),
        post_approval: Set(PostApproval::None),
        first_n: Set(3),
        join_policy: Set(JoinPolicy::Request),
        is_listed: Set(true),
        one_per_business_field: Set(false),
        point_value_visibility: Set(PointValueVisibility::Leaders),
        search_text: Set("hoi doanh nhan sao mai".to_owned()),
        version: Set(1),
        created_by: Set(owner),
        created_at: Set(created),
        updated_at: Set(created),
        ..Default::default()
    };
    group::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(id)
}

fn post_row(
    group: GroupId,
    id: PostId,
    author: UserId,
    at: Timestamp,
    comments: i64,
) -> post::ActiveModel {
    post::ActiveModel {
        id: Set(id),
        group_id: Set(group),
        author_id: Set(author),
        text: Set(
            "Công ty tôi vừa mở thêm xưởng in ở Bình Dương, mời anh chị ghé thăm. ".repeat(4),
        ),
        status: Set(PostStatus::Approved),
        is_closed: Set(false),
        pinned_at: Set(None),
        submitted_at: Set(at),
        approved_at: Set(Some(at)),
        active_at: Set(Some(at)),
        decided_by: Set(None),
        reason: Set(None),
        edited_at: Set(None),
        version: Set(1),
        comment_count: Set(comments),
        like_count: Set(0),
        created_at: Set(at),
        deleted_at: Set(None),
    }
}

fn comment_row(post: PostId, author: UserId, at: Timestamp) -> comment::ActiveModel {
    let id: CommentId = new_id();
    comment::ActiveModel {
        id: Set(id),
        post_id: Set(post),
        author_id: Set(author),
        thread_id: Set(id),
        text: Set("Chúc mừng anh, em sẽ ghé xưởng tuần sau.".to_owned()),
        like_count: Set(0),
        created_at: Set(at),
        edited_at: Set(None),
        deleted_at: Set(None),
    }
}
