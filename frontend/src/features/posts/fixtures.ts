import { groupOf, MY_GROUP } from '~/features/groups/fixtures'
import type { Group } from '~/features/groups/queries'
import { http, ok, server } from '~/test/server'
import type { Comment, Post, PostStatus } from './queries'

const { id, name, avatar } = MY_GROUP

const AUTHOR = { id: 'u2', fullName: 'Đỗ Minh', avatar: null }

export const POST: Post = {
  id: 'p1',
  group: { id, name, avatar },
  author: AUTHOR,
  text: 'Chào cả nhà',
  images: [],
  previews: [],
  image: null,
  status: 'approved',
  isClosed: false,
  isPinned: false,
  approvedAt: '2026-11-20T02:00:00Z',
  submittedAt: '2026-11-20T01:00:00Z',
  reason: null,
  editedAt: null,
  commentCount: 0,
  likeCount: 0,
  isLiked: false,
  reactions: { counts: [], own: null, people: [] },
  version: 1,
  createdAt: '2026-11-20T01:00:00Z',
  recap: null,
  rights: {
    canEdit: false,
    canRemove: false,
    canClose: false,
    canPin: false,
    canReview: false,
    canAnswer: true,
    canReport: true,
  },
}

/** As leaders see a post that waits for them. */
export const waiting = (id: string, text: string): Post => ({
  ...POST,
  id,
  text,
  status: 'pending',
  approvedAt: null,
  version: 3,
  rights: { ...POST.rights, canReview: true, canAnswer: false, canReport: false },
})

export const COMMENT: Comment = {
  id: 'c1',
  parentId: null,
  author: AUTHOR,
  text: 'Chào bạn',
  isRemoved: false,
  likeCount: 0,
  isLiked: false,
  editedAt: null,
  createdAt: '2026-11-20T03:00:00Z',
  rights: { canEdit: false, canRemove: false },
}

/** The state of the server; tests change it. */
export interface State {
  group: Group
  posts: Record<PostStatus, Post[]>
  comments: Comment[]
}

export const emptyState = (): State => ({
  group: groupOf({ myRole: 'member' }),
  posts: { approved: [], pending: [], rejected: [] },
  comments: [],
})

export function serverHasGroup(state: State) {
  const waits = () => state.posts.pending.filter(({ rights }) => rights.canReview).length
  server.use(
    http.get('/group/mine', ({ response }) =>
      response(200).json(ok([{ ...MY_GROUP, pendingPosts: waits() }])),
    ),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(state.group))),
    http.get('/group/{groupId}/post', ({ query, response }) => {
      const status = (query.get('status') ?? 'approved') as PostStatus
      const limit = Number(query.get('limit') ?? 20)
      return response(200).json(ok({ items: state.posts[status].slice(0, limit), nextCursor: null }))
    }),
    http.get('/group/{groupId}/report', ({ response }) => response(200).json(ok([]))),
    // The tab of points queries this for its count.
    http.get('/group/{groupId}/point', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group/{groupId}/post/{postId}/comment', ({ response }) =>
      response(200).json(ok({ items: state.comments, nextCursor: null, previousCursor: null })),
    ),
  )
}
