import type { Group, GroupCard, GroupDetails, GroupMember, JoinRequest, MyGroup } from './queries'

export const CARD: GroupCard = {
  id: 'g1',
  name: 'Doanh nhân Trẻ Hà Nội',
  description: 'Gặp nhau sáng thứ Tư hằng tuần.',
  avatar: '/api/upload/photo1',
  foundedDate: '2015-03-26',
  memberCount: 12,
  joinPolicy: 'request',
  validationInfo: { requireMembershipCertificate: true, requireBusinessLicense: false },
  onePerBusinessField: false,
  archivedAt: null,
  myState: 'none',
  requestId: null,
  wasRemoved: false,
  rejection: null,
}

const DETAILS: GroupDetails = {
  myRole: 'owner',
  ownerId: '01',
  ownerName: 'Nguyễn Thị Lan',
  postApproval: 'all',
  firstN: 3,
  isListed: true,
  pointValueVisibility: 'leaders',
  writesRecap: true,
  memberLimit: 20,
  pendingRequests: 0,
  pendingInvitations: 0,
  version: 4,
  createdAt: '2026-10-01T02:00:00Z',
}

/** The group with these details, which include the reader's role; by default as its owner sees it. */
export const groupOf = (details: Partial<GroupDetails> = {}, card: Partial<GroupCard> = {}): Group => ({
  ...CARD,
  myState: 'member',
  ...card,
  details: { ...DETAILS, ...details },
})

export const MY_GROUP: MyGroup = {
  id: CARD.id,
  name: CARD.name,
  description: CARD.description,
  avatar: CARD.avatar,
  memberCount: 12,
  myRole: 'owner',
  pendingRequests: 2,
  pendingPoints: 0,
  pendingPosts: 1,
  reported: 0,
  archivedAt: null,
}

export const LAN: GroupMember = {
  userId: '01',
  fullName: 'Nguyễn Thị Lan',
  avatar: null,
  company: 'Công ty Hoa Sen',
  email: 'lan@congty.vn',
  phone: null,
  showsEmail: false,
  showsPhone: false,
  role: 'owner',
  businessField: 'Du lịch',
  position: 'Giám đốc',
  attendDate: '2026-10-01',
  joinedAt: '2026-10-01T02:00:00Z',
  version: 1,
}

export const MINH: GroupMember = {
  ...LAN,
  userId: 'u2',
  fullName: 'Đỗ Minh',
  company: 'Minh Long',
  email: 'minh@congty.vn',
  role: 'member',
  businessField: 'Xây dựng',
  position: 'Trưởng phòng',
}

export const REQUEST: JoinRequest = {
  id: 'r1',
  group: { id: CARD.id, name: CARD.name, avatar: CARD.avatar },
  user: { id: 'u3', fullName: 'Trần Hoa', avatar: null, company: 'Sen Vàng' },
  email: null,
  sentAt: null,
  expiresAt: null,
  kind: 'request',
  role: 'member',
  status: 'pending',
  message: 'Tôi muốn giao lưu.',
  membershipCertificate: '/api/upload/certificate1',
  businessLicense: null,
  businessField: 'Ẩm thực',
  position: 'Chủ quán',
  createdByName: 'Trần Hoa',
  decidedByName: null,
  decidedAt: null,
  reason: null,
  createdAt: '2026-11-20T02:00:00Z',
}

export const INVITATION: JoinRequest = {
  ...REQUEST,
  id: 'r2',
  kind: 'invitation',
  message: null,
  membershipCertificate: null,
  createdByName: 'Đỗ Minh',
}
