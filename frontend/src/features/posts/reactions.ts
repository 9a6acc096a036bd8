import type { Post, ReactionKind } from './queries'

/** The signs, in the order in which they are offered. */
export const EMOJI: Record<ReactionKind, string> = {
  heart: '❤️',
  agree: '👍',
  applause: '👏',
  congratulation: '🎉',
  thanks: '🙏',
  laugh: '😂',
}

export const KINDS = Object.keys(EMOJI) as ReactionKind[]

/** Returns the post as it is when the caller's reaction is `own`; null is none. */
export function withReaction(post: Post, own: ReactionKind | null): Post {
  const { reactions, likeCount } = post
  const change = (kind: ReactionKind) => Number(kind === own) - Number(kind === reactions.own)
  const countOf = (kind: ReactionKind) =>
    reactions.counts.find((counted) => counted.kind === kind)?.count ?? 0
  const counts = KINDS.map((kind) => ({ kind, count: countOf(kind) + change(kind) }))
  return {
    ...post,
    likeCount: likeCount + change('heart'),
    isLiked: own === 'heart',
    reactions: {
      ...reactions,
      own,
      counts: counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count),
    },
  }
}
