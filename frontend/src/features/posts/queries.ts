import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { components, operations } from '~/api/schema'
import { groupKey, myGroupsQuery, refreshGroups, SHARED_LIST } from '~/features/groups/queries'
import { api, call } from '~/lib/api'
import type { FeedSort } from './search'

type Schemas = components['schemas']

export type Post = Schemas['Post']
export type PostDetail = Schemas['PostDetail']
export type PostAuthor = Schemas['PostAuthor']
export type PostStatus = Schemas['PostStatus']
export type Comment = Schemas['Comment']
export type ReactionKind = Schemas['ReactionKind']
export type Reported = Schemas['Reported']
export type PostList = Schemas['PostList']
type CommentList = Schemas['CommentList']

const FEED = ['feed']
const PART = 20

const postsKey = (groupId: string) => [...groupKey(groupId), 'posts']
const postKey = (groupId: string, postId: string) => [...groupKey(groupId), 'post', postId]

/** Refetches all lists of posts of a group, its reports, and the numbers of waiting ones. */
export const refreshPosts = (client: QueryClient, groupId: string) =>
  Promise.all([
    refreshGroups(client),
    client.invalidateQueries({ queryKey: postsKey(groupId) }),
    client.invalidateQueries({ queryKey: [...groupKey(groupId), 'post'] }),
    client.invalidateQueries({ queryKey: reportsQuery(groupId).queryKey }),
    client.invalidateQueries({ queryKey: FEED }),
  ])

/** Replaces a changed post in all lists and pages that show it, without moving it. */
export function showPost(client: QueryClient, groupId: string, postId: string, change: (post: Post) => Post) {
  const inList = (data: InfiniteData<PostList> | undefined) =>
    data && {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((post) => (post.id === postId ? change(post) : post)),
      })),
    }
  client.setQueriesData<InfiniteData<PostList>>({ queryKey: [...postsKey(groupId), 'list'] }, inList)
  client.setQueriesData<InfiniteData<PostList>>({ queryKey: [...FEED, 'list'] }, inList)
  client.setQueryData(
    postQuery(groupId, postId).queryKey,
    (detail) => detail && { ...detail, ...change(detail) },
  )
}

/** The posts of a group; of those that are not approved, members get their own and leaders all. */
export const postsQuery = (groupId: string, status: PostStatus) =>
  infiniteQueryOptions({
    queryKey: [...postsKey(groupId), 'list', status],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/group/{groupId}/post', {
          params: { path: { groupId }, query: { status, cursor: pageParam, limit: PART } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // A refetch would move the posts under the reader. A button says that there are new ones instead.
    refetchOnWindowFocus: false,
  })

export const feedQuery = (sort: FeedSort) =>
  infiniteQueryOptions({
    queryKey: [...FEED, 'list', sort],
    queryFn: ({ signal, pageParam }) =>
      call(api.GET('/group/feed', { params: { query: { sort, cursor: pageParam, limit: PART } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnWindowFocus: false,
  })

/** Milliseconds between two requests for the newest post. */
const LOOK = 45_000

/** The newest post of a group, from which `PostStream` knows that there are new ones. */
export const newestOfGroupQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...postsKey(groupId), 'newest'],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/post', { params: { path: { groupId }, query: { limit: 1 } }, signal })),
    select: ({ items }) => items.findLast(({ isPinned }) => !isPinned),
    refetchInterval: LOOK,
    staleTime: LOOK,
  })

/** The first post of the feed, for the same purpose. */
export const newestOfFeedQuery = (sort: FeedSort) =>
  queryOptions({
    queryKey: [...FEED, 'newest', sort],
    queryFn: ({ signal }) => call(api.GET('/group/feed', { params: { query: { sort, limit: 1 } }, signal })),
    select: ({ items }) => items[0],
    refetchInterval: LOOK,
    staleTime: LOOK,
  })

/** The number of posts of a group that wait for review or were reported; 0 for members who do not lead it. */
export function useToReview(groupId: string): number {
  const { data: groups } = useQuery(myGroupsQuery)
  const group = groups?.find(({ id }) => id === groupId)
  return group ? group.pendingPosts + group.reported : 0
}

export const postQuery = (groupId: string, postId: string) =>
  queryOptions({
    queryKey: [...postKey(groupId, postId), 'detail'],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/post/{postId}', { params: { path: { groupId, postId } }, signal })),
  })

const commentsKey = (groupId: string, postId: string) => [...postKey(groupId, postId), 'comments']

type CommentPart = Pick<
  NonNullable<operations['list_comments']['parameters']['query']>,
  'around' | 'before' | 'cursor'
>

/** The comments on a post, from the first one on, or with the comment `around` and some before and after it. */
export const commentsQuery = (groupId: string, postId: string, around?: string) =>
  infiniteQueryOptions({
    queryKey: [...commentsKey(groupId, postId), { around }],
    queryFn: ({ signal, pageParam }): Promise<CommentList> =>
      call(
        api.GET('/group/{groupId}/post/{postId}/comment', {
          params: { path: { groupId, postId }, query: pageParam },
          signal,
        }),
      ),
    initialPageParam: { around } as CommentPart,
    getNextPageParam: ({ nextCursor }): CommentPart | undefined =>
      nextCursor ? { cursor: nextCursor } : undefined,
    getPreviousPageParam: ({ previousCursor }): CommentPart | undefined =>
      previousCursor ? { before: previousCursor } : undefined,
  })

/** Replaces a changed comment in the list, without moving it. */
export function showComment(
  client: QueryClient,
  groupId: string,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
) {
  client.setQueriesData<InfiniteData<CommentList>>(
    { queryKey: commentsKey(groupId, postId) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((comment) => (comment.id === commentId ? change(comment) : comment)),
        })),
      },
  )
}

/** Refetches the comments on a post. */
export const refreshComments = (client: QueryClient, groupId: string, postId: string) =>
  client.invalidateQueries({ queryKey: commentsKey(groupId, postId) })

const reactionsKey = (groupId: string, postId: string) => [...postKey(groupId, postId), 'reactions']

/** Those who reacted to a post, the last first; all, or those with one kind of reaction. */
export const reactionsQuery = (groupId: string, postId: string, kind?: ReactionKind) =>
  infiniteQueryOptions({
    queryKey: [...reactionsKey(groupId, postId), { kind }],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/group/{groupId}/post/{postId}/reaction', {
          params: { path: { groupId, postId }, query: { kind, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Refetches those who reacted to a post. */
export const refreshReactions = (client: QueryClient, groupId: string, postId: string) =>
  client.invalidateQueries({ queryKey: reactionsKey(groupId, postId) })

/** The reported posts and comments of a group, for its leaders. */
export const reportsQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'reports'],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/report', { params: { path: { groupId } }, signal })),
    ...SHARED_LIST,
  })
