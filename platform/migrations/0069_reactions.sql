-- A reaction to a post has a kind; the likes until now are hearts. Comments take hearts only.
alter table post_like add column kind text not null default 'heart'
    check (kind in ('heart', 'agree', 'applause', 'congratulation', 'thanks', 'laugh'));
-- The list of those who reacted to a post, the last first; with the kind, so that counting reads no rows.
create index post_like_newest on post_like (target_id, created_at, user_id, kind);
