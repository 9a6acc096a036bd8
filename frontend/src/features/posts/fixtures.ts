import type { Group, MyGroup } from '~/features/groups/queries'
import { http, ok, server } from '~/test/server'
import type { Comment, Post, PostStatus } from './queries'

const NAME = { id: 'g1', name: 'Hội Doanh nhân', avatar: '/api/upload/a' }

export const GROUP: Group = {
  ...NAME,
  description: '',
  foundedDate: null,
  memberCount: 12,
  joinPolicy: 'request',
  validationInfo: { requireMembershipCertificate: false, requireBusinessLicense: false },
  onePerBusinessField: false,
  archivedAt: null,
  myState: 'member',
  requestId: null,
  details: {
    myRole: 'member',
    ownerId: 'u9',
    ownerName: 'Trần Hoa',
    postApproval: 'all',
    firstN: 3,
    isListed: true,
    pointValueVisibility: 'leaders',
    memberLimit: -1,
    pendingRequests: null,
    version: 1,
    createdAt: '2026-11-01T02:00:00Z',
  },
}

export const MINE: MyGroup = {
  ...NAME,
  description: '',
  memberCount: 12,
  myRole: 'member',
  pendingRequests: 0,
  pendingPosts: 0,
  archivedAt: null,
}

const AUTHOR = { id: 'u2', fullName: 'Đỗ Minh', avatar: null }

export const POST: Post = {
  id: 'p1',
  group: NAME,
  author: AUTHOR,
  text: 'Chào cả nhà',
  images: [],
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
  version: 1,
  createdAt: '2026-11-20T01:00:00Z',
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

/** What the server has; tests change it. */
export interface State {
  group: Group
  posts: Record<PostStatus, Post[]>
  comments: Comment[]
}

export const emptyState = (): State => ({
  group: GROUP,
  posts: { approved: [], pending: [], rejected: [] },
  comments: [],
})

export function serverHasGroup(state: State) {
  const waits = () => state.posts.pending.filter(({ rights }) => rights.canReview).length
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([{ ...MINE, pendingPosts: waits() }]))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(state.group))),
    http.get('/group/{groupId}/post', ({ query, response }) => {
      const status = (query.get('status') ?? 'approved') as PostStatus
      const limit = Number(query.get('limit') ?? 20)
      return response(200).json(ok({ items: state.posts[status].slice(0, limit), nextCursor: null }))
    }),
    http.get('/group/{groupId}/report', ({ response }) => response(200).json(ok([]))),
    http.get('/group/{groupId}/post/{postId}/comment', ({ response }) =>
      response(200).json(ok({ items: state.comments, nextCursor: null })),
    ),
  )
}
