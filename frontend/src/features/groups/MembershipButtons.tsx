import { Button, Group as Row } from '@mantine/core'
import { IconClock, IconLock, IconMail, IconUserCheck, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { JoinModal } from './JoinModal'
import type { GroupCard } from './queries'
import { useAnswers } from './useAnswers'

/** The caller's relation to a group, with the buttons to ask, withdraw, accept or decline. */
export function MembershipButtons({ group }: { group: GroupCard }) {
  const { t } = useTranslation()
  const [isJoining, setJoining] = useState(false)
  const { withdraw, accept, decline, isBusy } = useAnswers(group.id)
  const { name, myState, requestId, joinPolicy, archivedAt } = group
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
      if (joinPolicy === 'invite' || archivedAt)
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
            aria-label={t('groups.mine.joinNamed', { name })}
          >
            {t('groups.mine.join')}
          </Button>
          {isJoining && <JoinModal group={group} onClose={() => setJoining(false)} />}
        </>
      )
  }
}
