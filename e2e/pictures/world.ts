import { PNG } from 'pngjs'
import { get, logInAsAdmin, makeEvent, makeOrganiser, type MadeEvent, type Person, picture, post, put } from '../support/api.ts'
import { today } from '../support/days.ts'
import { serverUrl } from '../support/places.ts'

// The data of the pictures: an organiser with an event on sale, an active group, and an administrator's platform.

const GUESTS = [
  ['Phạm Minh Hà', 'Gốm Bát Tràng'],
  ['Ngô Hữu Quỳnh', 'Trà Tân Cương'],
  ['Đặng Thuỳ Linh', 'Cà phê Cầu Đất'],
  ['Lê Quốc Đạt', 'Mây tre Phú Vinh'],
  ['Vũ Thị Kim Ngân', 'Lụa Vạn Phúc'],
  ['Hoàng Anh Tuấn', 'Nước mắm Phú Quốc'],
  ['Bùi Thanh Mai', 'Sơn mài Hạ Thái'],
  ['Trịnh Công Đức', 'Đồng Đại Bái'],
  ['Phan Thị Hồng Nhung', 'Nón Chuông'],
  ['Đỗ Gia Bảo', 'Hội Doanh nhân trẻ'],
  ['Nguyễn Hoàng Long', 'Tranh Đông Hồ'],
  ['Trần Khánh Vy', 'Sao Mai'],
] as const

/** A cover with some life: two colours that run into one another behind a few lights. */
function cover(width: number, height: number): Buffer {
  const png = new PNG({ width, height })
  const lights = [0.12, 0.34, 0.55, 0.71, 0.9].map((x, at) => ({ x: x * width, y: (0.25 + ((at * 37) % 50) / 100) * height, r: (0.08 + at * 0.02) * width }))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x / width + y / height) / 2
      const light = lights.reduce((sum, one) => sum + Math.max(0, 1 - Math.hypot(x - one.x, y - one.y) / one.r) * 0.5, 0)
      const channel = (from: number, to: number) => Math.min(255, from + (to - from) * along + light * 110)
      png.data.set([channel(20, 196), channel(62, 96), channel(92, 52), 255], (y * width + x) * 4)
    }
  }
  return PNG.sync.write(png)
}

async function upload(by: Person, purpose: string, file: Buffer): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'picture.png')
  const answer = await fetch(`${serverUrl}/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${by.token}` }, body: form })
  return ((await answer.json()) as { data: { url: string } }).data.url
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
/** An hour of the day as the clocks of Vietnam show it, some days from now. */
const evening = (days: number, hour: number) => `${hours(days * 24).slice(0, 10)}T${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 ? '30' : '00'}:00+07:00`
const idOf = async (person: Person) => (await get<{ id: string }>('/users/me', person)).id

const QUESTION = 'Bạn có ăn chay không?'

interface Registered {
  attendanceId: string
  ownKey: string
}

export interface World {
  admin: Person
  organiser: Person
  event: MadeEvent
  /** Keys of two registrations' own pages: one that still has to be paid, one that is paid. */
  due: string
  paid: string
  /** The key of a device at the door. */
  door: string
  /** A guest of honour who has not come yet. */
  vip: string
  /** An event in whose line visitors wait. */
  queued: MadeEvent
  group: string
  post: string
  meeting: string
}

export async function makeWorld(): Promise<World> {
  const admin = await logInAsAdmin()
  const organiser = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const event = await makeEvent(organiser, {
    title: 'Đêm nhạc mùa thu bên hồ Tây',
    description: '<p>Một đêm nhạc acoustic dưới hàng sấu, với những người bạn cũ và mới.</p>',
    totalParticipants: 300,
    closeRegistrationDate: evening(20, 17),
    eventStartDate: evening(22, 18.5),
    endDate: evening(22, 22),
    venueAddress: 'Nhà hát Hồ Tây, 1 Thanh Niên, Tây Hồ, Hà Nội',
    logo: await upload(organiser, 'eventLogo', cover(256, 256)),
    coverImage: await upload(organiser, 'eventCover', cover(1200, 600)),
    backgroundColor: '#7a3b2e',
    turnOffPayment: false,
    accountNumber: '0123456789',
    accountHolderName: 'NGUYEN NGOC LAN',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>Chào {{fullName}}, bạn chuyển {{amount}} giúp mình nhé.</p>',
    eventForm: { scheme: [{ question: QUESTION, required: 'true', type: 'ONE_CHOICE', choices: ['Có', 'Không'], id: '' }] },
    tickets: [
      { name: 'Vé thường', description: 'Ghế tự do, một phần nước', price: 250_000, quantity: 200 },
      { name: 'Vé VIP', description: 'Hai hàng đầu và tiệc trà', price: 1_250_000, quantity: 40 },
    ],
  })
  const account = { bankName: 'Vietcombank', bankBin: '970436', accountNumber: '0123456789', holderName: 'NGUYEN NGOC LAN' }
  await post('/bank-accounts', account, organiser)
  const singer = '0198c5a1-7c00-7000-8000-000000000001'
  const blocks = {
    programme: [
      { start: '18:30', end: '19:15', title: 'Đón khách', note: 'Trà sen và ô mai ở sảnh' },
      { start: '19:30', end: '21:00', title: 'Nhạc sống', speakers: [singer] },
      { start: '21:00', title: 'Quay số may mắn' },
    ],
    speakers: [
      { id: singer, name: 'Hà Trang', role: 'Ca sĩ', bio: 'Lớn lên bên hồ Tây, hát từ năm mười sáu tuổi.', photo: await upload(organiser, 'avatar', cover(400, 400)) },
      { id: singer.replace(/1$/, '2'), name: 'Trần Quang Dũng', role: 'Guitar' },
    ],
    questions: [
      { question: 'Có chỗ gửi xe không?', answer: 'Có, trong sân nhà hát.\n5.000 ₫ một lượt.' },
      { question: 'Trẻ em có cần vé không?', answer: 'Trẻ dưới sáu tuổi ngồi cùng bố mẹ thì không.' },
    ],
    sponsors: [
      { name: 'Gốm Bát Tràng', logo: await upload(organiser, 'sponsorLogo', cover(320, 160)), website: 'https://gom.example' },
      { name: 'Ngân hàng Hợp tác Xã Tây Hồ' },
      { name: 'Trà sen Quảng An', website: 'https://tra.example' },
    ],
  }
  await put(`/event/${event.id}/page`, { ...blocks, version: 0 }, organiser)
  const [ordinary, first] = event.tickets
  let vip = ''
  for (const [at, [fullName, company]] of GUESTS.entries()) {
    const isPaid = at % 3 !== 0
    const body = {
      fullName,
      company,
      email: `khach${at}@khach.example`,
      phone: `09${String(12_345_678 + at * 8191)}`,
      ticketId: at % 5 === 0 ? first?.id : ordinary?.id,
      participationType: at % 5 === 0 ? 'VIP' : 'ORDINARY',
      paymentMethod: 'BANK_TRANSFER',
      paymentStatus: isPaid ? 'paid' : 'unpaid',
      sendMail: false,
    }
    const { id } = await post<{ id: string }>(`/event/${event.id}/attendances`, body, organiser)
    const hasCome = isPaid && at % 2 === 0
    if (isPaid && !hasCome && body.participationType === 'VIP') vip = id
    if (hasCome) await post('/event/checkin', { eventId: event.id, attendanceId: id, checkedIn: true }, organiser)
  }
  const { eventForm } = await get<{ eventForm: { scheme: { id: string; question: string }[] } }>(`/event/${event.id}/public`)
  const registered = async (fullName: string, ticketId: string | undefined) =>
    post<Registered>(`/event/${event.id}/register`, {
      fullName,
      email: `${fullName.length}@khach.example`,
      phone: '0912345678',
      company: 'Sao Mai',
      ticketId,
      paymentMethod: 'BANK_TRANSFER',
      answers: [{ questionId: eventForm.scheme.find((one) => one.question === QUESTION)?.id, answer: 'Có' }],
      consent: true,
    })
  const due = await registered('Trần Thị Hoa', ordinary?.id)
  const paid = await registered('Lê Văn Minh', first?.id)
  await post(`/event/${event.id}/attendances/bulk`, { action: 'markPaid', ids: [paid.attendanceId] }, organiser)
  await post(`/event/${event.id}/invitation-codes`, { code: 'KHACHQUY', maxUses: 20, participationType: 'INVITED' }, organiser)
  const door = await post<{ key: string }>(`/event/${event.id}/checkin-keys`, { label: 'Cửa chính', servesGuests: true }, organiser)
  const prizes = [
    { name: 'Chuyến nghỉ hai người ở Sa Pa', quantity: 2, image: await upload(organiser, 'attachment', cover(800, 600)) },
    { name: 'Ấm trà Bát Tràng', quantity: 5 },
  ]
  await put(`/event/${event.id}/lucky-draw`, { source: 'all', nameForm: 'full', isOpen: true, prizes }, organiser)
  const queued = await makeEvent(admin, { title: 'Ngày hội sách phố Đinh Lễ', tickets: [{ name: 'Chỗ ngồi', price: 0, quantity: -1, isHidden: false }] })

  const members = [await makeOrganiser('Trần Văn Minh', 'minh@hoi.example'), await makeOrganiser('Đỗ Thị Hồng', 'hong@hoi.example')]
  const [sellerId, counterpartyId] = await Promise.all(members.map(idOf))
  const group = await post<{ id: string }>(
    '/group',
    { name: 'Hội Doanh nhân Sông Hàn', description: 'Họp mỗi sáng thứ Năm.', avatar: await upload(admin, 'groupAvatar', picture(256, 256)), ownerId: await idOf(organiser) },
    admin,
  )
  await post(`/group/${group.id}/member`, { userIds: [sellerId, counterpartyId], role: 'member' }, admin)
  const made = await post<{ id: string }>(`/group/${group.id}/post`, { text: 'Tuần này ai có nhà cung cấp bao bì giấy tốt thì giới thiệu giúp mình với nhé.' }, members[0])
  await put(`/group/${group.id}/post/${made.id}/approve`, {}, organiser)
  const dealDate = today()
  await post(`/group/${group.id}/point`, { sellerId, counterpartyId, roleType: 'buyer', value: 15_000_000, dealDate }, members[0]).catch(() => undefined)
  const meeting = await makeEvent(organiser, { title: 'Họp chapter', groupId: group.id, openRegistrationDate: hours(-48), eventStartDate: hours(-1), closeRegistrationDate: hours(-2) }).catch(() => event)
  return { admin, organiser, event, due: due.ownKey, paid: paid.ownKey, door: door.key, vip, queued, group: group.id, post: made.id, meeting: meeting.id }
}
