import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { answer, api } from '~/lib/api'
import { type Post, type ReactionKind, refreshPosts, refreshReactions, showPost } from './queries'
import { withReaction } from './reactions'

/** Returns a function that sets the caller's reaction to a post, or takes it back. It shows at once. */
export function useReaction(post: Post): (own: ReactionKind | null) => void {
  const queryClient = useQueryClient()
  const groupId = post.group.id
  const params = { path: { groupId, postId: post.id } }
  const show = (change: (post: Post) => Post) => showPost(queryClient, groupId, post.id, change)
  const presses = useRef(0)
  const { mutate } = useMutation({
    // One after the other, so that the last press counts.
    scope: { id: `reaction ${post.id}` },
    mutationFn: (own: ReactionKind | null) =>
      answer(
        own
          ? api.PUT('/group/{groupId}/post/{postId}/reaction', { params, body: { kind: own } })
          : api.DELETE('/group/{groupId}/post/{postId}/reaction', { params }),
      ),
    onMutate: (own) => {
      presses.current += 1
      show((before) => withReaction(before, own))
      return { press: presses.current, before: post.reactions.own }
    },
    onSettled: (answered, failure, _, shown) => {
      // The answer to an earlier press would take back what a later one shows.
      const isLast = shown?.press === presses.current
      if (answered && isLast) show(() => answered.data)
      if (failure && isLast) show((now) => withReaction(now, shown.before))
      if (failure) void refreshPosts(queryClient, groupId)
      else void refreshReactions(queryClient, groupId, post.id)
    },
  })
  return mutate
}
