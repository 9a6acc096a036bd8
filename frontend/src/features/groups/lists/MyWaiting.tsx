import { Avatar, Button, Group as Row, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScrolledTo } from '~/components/useScrolledTo'
import { formatDate } from '~/lib/dates'
import { smallest } from '~/lib/pictureSizes'
import { useAnswers } from '../join/useAnswers'
import { type JoinRequest, myRequestsQuery } from '../queries'
import classes from './GroupCards.module.css'

export interface MyWaitingProps {
  /** The invitation to which a notification leads: it is scrolled to and marked. */
  invitation?: string
}

/** The caller's invitations and pending requests; nothing if there are none. */
export function MyWaiting({ invitation }: MyWaitingProps) {
  const { t } = useTranslation()
  const { data } = useQuery(myRequestsQuery)
  if (!data) return null
  const isOver = invitation !== undefined && data.items.every(({ id }) => id !== invitation)
  const over = isOver && (
    <Text c="dimmed" mb="md">
      {t('groups.mine.invitationOver')}
    </Text>
  )
  if (data.items.length === 0) return over
  // Invitations come first: the caller has to answer them.
  const items = [...data.items].sort((a, b) => Number(a.kind === 'request') - Number(b.kind === 'request'))
  return (
    <section aria-labelledby="my-waiting">
      <Title order={2} id="my-waiting" mb="md">
        {t('groups.mine.waiting')}
      </Title>
      {over}
      <ul className={classes.grid} style={{ marginBottom: 32 }} aria-labelledby="my-waiting">
        {items.map((request) => (
          <WaitingCard key={request.id} request={request} isMarked={request.id === invitation} />
        ))}
      </ul>
    </section>
  )
}

function WaitingCard({ request, isMarked }: { request: JoinRequest; isMarked: boolean }) {
  const { t } = useTranslation()
  const card = useScrolledTo<HTMLLIElement>(isMarked)
  const { id, group, kind, role, createdByName, createdAt } = request
  const { name } = group
  const { withdraw, accept, decline, isBusy } = useAnswers(group)
  const isInvitation = kind === 'invitation'
  return (
    <li
      className={classes.card}
      ref={card}
      data-marked={isMarked || undefined}
      aria-current={isMarked || undefined}
    >
      <div className={classes.head}>
        <Avatar src={smallest(group.avatar)} alt="" name={name} color="jade" size={40} radius="md" />
        <div>
          <h3 className={classes.title}>{name}</h3>
          <Text size="sm" c="dimmed">
            {isInvitation
              ? t('groups.mine.invitedBy', {
                  name: createdByName,
                  role: t(`groups.role.${role}`),
                  date: formatDate(createdAt),
                })
              : t('groups.mine.requestedOn', { date: formatDate(createdAt) })}
          </Text>
        </div>
      </div>
      <Row gap="xs" className={classes.foot}>
        {isInvitation ? (
          <>
            <Button
              disabled={isBusy}
              onClick={() => accept(id)}
              aria-label={t('groups.mine.acceptOf', { name })}
            >
              {t('groups.mine.accept')}
            </Button>
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => decline(id)}
              aria-label={t('groups.mine.declineOf', { name })}
            >
              {t('groups.mine.decline')}
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => withdraw(id)}
            aria-label={t('groups.mine.withdrawFrom', { name })}
          >
            {t('groups.mine.withdraw')}
          </Button>
        )}
      </Row>
    </li>
  )
}
