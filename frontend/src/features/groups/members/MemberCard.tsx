import { Anchor, Modal, Group as Row, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Cell, type Column } from '~/components/DataTable'
import { Facts } from '~/components/Facts'
import { PersonAvatar } from '~/components/PersonAvatar'
import { useFocusBack } from '~/components/useFocusBack'
import { formatDate } from '~/lib/dates'
import { formatPhone } from '~/lib/phone'
import { useSession } from '~/lib/session'
import type { GroupMember } from '../queries'
import { RoleBadge } from '../RoleBadge'

interface MemberCardProps {
  member: GroupMember
  /** Figures of later features. */
  figures?: Column<GroupMember, never>[]
  onClose: () => void
}

/** A member with the contacts that the reader may see; a tap on the number calls. */
export function MemberCard({ member, figures = [], onClose }: MemberCardProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { profile } = useSession()
  const { userId, fullName, avatar, company, role, businessField, position, attendDate, phone, email } =
    member
  const facts = [
    [
      t('auth.phone'),
      phone && (
        <Anchor key="phone" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {formatPhone(phone)}
        </Anchor>
      ),
    ],
    [
      t('auth.email'),
      email && (
        <Anchor key="email" href={`mailto:${email}`} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Anchor>
      ),
    ],
    [t('groups.field.businessField'), businessField],
    [t('groups.field.position'), position],
    [t('groups.field.attendDate'), formatDate(attendDate)],
  ] as const
  const isHidden = !phone && !email
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groups.card.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Row wrap="nowrap" gap="md">
          <PersonAvatar src={avatar} fullName={fullName} size={64} />
          <div style={{ minWidth: 0 }}>
            <Title order={3}>{fullName}</Title>
            <Text c="dimmed">{company}</Text>
            <RoleBadge role={role} />
          </div>
        </Row>
        <Facts
          facts={[
            ...facts.filter(([, value]) => value),
            ...figures.map(
              ({ key, header, cell }) => [header, <Cell key={key} cell={cell} row={member} />] as const,
            ),
          ]}
        />
        {isHidden && (
          <Text size="sm" c="dimmed">
            {t(userId === profile?.id ? 'groups.card.ownHidden' : 'groups.card.hidden')}
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
