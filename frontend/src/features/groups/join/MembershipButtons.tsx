import { Button, Group as Row, Stack, Text } from '@mantine/core'
import { IconCircleX, IconClock, IconLock, IconMail, IconUserCheck, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { formatDateTime } from '~/lib/dates'
import { isTypedHere } from '~/lib/typed'
import type { GroupCard } from '../queries'
import { JoinModal } from './JoinModal'
import { useAnswers } from './useAnswers'

interface MembershipButtonsProps {
  group: GroupCard
  /** The secret part of the leaders' link by which the caller has come, and can ask where only invited people join. */
  linkKey?: string
  onChange?: () => void
}

/** The caller's relation to a group, with the buttons to ask, withdraw, accept or decline. */
export function MembershipButtons({ group, linkKey, onChange }: MembershipButtonsProps) {
  const { t } = useTranslation()
  const [isJoining, setJoining] = useState(() => isTypedHere(`join ${group.id}`))
  const { withdraw, accept, decline, isBusy } = useAnswers(group, onChange)
  const { name, myState, requestId, joinPolicy, archivedAt, rejection, wasRemoved } = group
  // Its leaders decide first, also where only the invited and those with the link join.
  const asks = joinPolicy !== 'open'
  switch (myState) {
    case 'member':
      return (
        <Pill color="jade" icon={IconUserCheck}>
          {t('groups.mine.member')}
        </Pill>
      )
    case 'requested':
      return (
        <Row gap="xs">
          <Pill color="marigold" icon={IconClock}>
            {t('groups.mine.requested')}
          </Pill>
          <Button
            variant="default"
            disabled={isBusy || !requestId}
            onClick={() => requestId && withdraw(requestId)}
            aria-label={t('groups.mine.withdrawFrom', { name })}
          >
            {t('groups.mine.withdraw')}
          </Button>
        </Row>
      )
    case 'invited':
      return (
        <Row gap="xs">
          <Pill color="blue" icon={IconMail}>
            {t('groups.mine.invited')}
          </Pill>
          <Button
            disabled={isBusy || !requestId}
            onClick={() => requestId && accept(requestId)}
            aria-label={t('groups.mine.acceptOf', { name })}
          >
            {t('groups.mine.accept')}
          </Button>
          <Button
            variant="default"
            disabled={isBusy || !requestId}
            onClick={() => requestId && decline(requestId)}
            aria-label={t('groups.mine.declineOf', { name })}
          >
            {t('groups.mine.decline')}
          </Button>
        </Row>
      )
    case 'none':
      if (wasRemoved && !archivedAt)
        return (
          <Stack gap={4} align="flex-start">
            <Pill color="gray" icon={IconLock}>
              {t('groups.mine.removed')}
            </Pill>
            <Text size="sm" c="dimmed">
              {t('groups.mine.removedHint')}
            </Text>
          </Stack>
        )
      if (rejection) return <Rejected {...rejection} />
      if ((joinPolicy === 'invite' && !linkKey) || archivedAt)
        return (
          <Pill color="gray" icon={IconLock}>
            {t(archivedAt ? 'groups.state.archived' : 'groups.mine.onlyInvited')}
          </Pill>
        )
      return (
        <>
          <Button
            leftSection={<IconUserPlus size={16} />}
            onClick={() => setJoining(true)}
            aria-label={t(asks ? 'groups.mine.askNamed' : 'groups.mine.joinNamed', { name })}
          >
            {t(asks ? 'groups.mine.ask' : 'groups.mine.join')}
          </Button>
          {isJoining && (
            <JoinModal
              group={group}
              linkKey={linkKey}
              onClose={() => {
                setJoining(false)
                onChange?.()
              }}
            />
          )}
        </>
      )
  }
}

/** A rejection of the caller's request, after which asking again has to wait. */
function Rejected({ reason, askAgainAt }: NonNullable<GroupCard['rejection']>) {
  const { t } = useTranslation()
  return (
    <Stack gap={4} align="flex-start">
      <Pill color="red" icon={IconCircleX}>
        {t('groups.requestStatus.rejected')}
      </Pill>
      {reason && <Text size="sm">{t('groups.mine.rejectedBecause', { reason })}</Text>}
      <Text size="sm" c="dimmed">
        {t('groups.mine.askAgain', { date: formatDateTime(askAgainAt) })}
      </Text>
    </Stack>
  )
}
