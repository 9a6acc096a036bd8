import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Disc, Faces, PersonAvatar } from '~/components/PersonAvatar'
import { numberOfDeals } from '~/features/posts/standing'
import { dateTile, formatTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { registrationPath } from '~/lib/paths'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { ConsentNote } from './ConsentNote'
import { type CallersGroup, plansEvents, useRegistrant } from './caller'
import classes from './GroupFront.module.css'
import {
  type GroupFront as Front,
  frontQuery,
  type GroupEvent,
  type Registrant,
  useOneStepRegistration,
  useTakingBack,
} from './queries'
import { Registering } from './Registering'

/** The beginning of a group's page: the next event, the members who come, and this month's deals. */
export function GroupFront(group: CallersGroup) {
  const { t } = useTranslation()
  const { data: front, isPending } = useQuery(frontQuery(group.groupId))
  if (isPending) return <Skeleton height={320} radius="md" data-waiting />
  if (!front) return null
  return (
    <section className={classes.front} aria-label={t('groupEvents.front.label')}>
      <div className={classes.part}>
        {front.next ? <Next event={front.next} front={front} group={group} /> : <Nothing group={group} />}
      </div>
      <div className={classes.part}>
        <Deals groupId={group.groupId} deals={front.deals} />
      </div>
    </section>
  )
}

function Next({ event, front, group }: { event: GroupEvent; front: Front; group: CallersGroup }) {
  const registrant = useRegistrant(group)
  const { id, title, eventStartDate, endDate, venueAddress, registration } = event
  const { weekday, day, month } = dateTile(eventStartDate)
  const times = [formatTime(eventStartDate), endDate && formatTime(endDate)].filter(Boolean).join(' – ')
  const comes = registration && !registration.confirmBy && event.oneStep && registrant
  return (
    <>
      <div className={classes.next}>
        <div className={classes.tile}>
          <span>{weekday}</span>
          <span className={classes.day}>{day}</span>
          <span>{month}</span>
        </div>
        <div className={classes.facts}>
          <Title order={2} fz="lg">
            <a href={registrationPath(id)} {...LOGGED_IN_TAB} className={classes.link}>
              {title}
            </a>
          </Title>
          <Text size="sm">{[times, venueAddress].join(' · ')}</Text>
          {front.coming && front.coming.count > 0 && <ComingFaces coming={front.coming} />}
        </div>
        <Group gap="xs">
          {comes && <Coming event={event} registrant={registrant} />}
          {!comes && <Registering event={event} group={group} registrant={registrant} words="come" />}
        </Group>
      </div>
      <ConsentNote group={group} events={[event]} consent={front.consent.text} words="come" />
    </>
  )
}

/** Says that the caller comes, with the way to take it back. */
function Coming({ event, registrant }: { event: GroupEvent; registrant: Registrant }) {
  const { t } = useTranslation()
  const again = useOneStepRegistration()
  const { mutate, isPending } = useTakingBack(event, () => again.mutate({ event, registrant }))
  return (
    <>
      <Text fw={600} c="var(--mantine-primary-color-light-color)">
        {t('groupEvents.front.coming')}
      </Text>
      <Button
        variant="subtle"
        color="gray"
        loading={isPending}
        aria-label={t('groupEvents.front.takeBackNamed', { title: event.title })}
        onClick={() => mutate()}
      >
        {t('groupEvents.front.takeBack')}
      </Button>
    </>
  )
}

function ComingFaces({ coming: { count, faces } }: { coming: NonNullable<Front['coming']> }) {
  const { t } = useTranslation()
  const others = count - faces.length
  return (
    <Group gap="xs" mt={8}>
      <Faces>
        {faces.map(({ fullName, avatar }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the faces have no other identity.
          <PersonAvatar key={at} fullName={fullName} src={avatar} size={32} />
        ))}
        {others > 0 && (
          <Disc size={32} isNumber>
            {t('groupEvents.front.more', { number: formatNumber(others) })}
          </Disc>
        )}
      </Faces>
      <Text size="sm" c="dimmed">
        {t('groupEvents.front.faces', { count })}
      </Text>
    </Group>
  )
}

function Nothing({ group }: { group: CallersGroup }) {
  const { t } = useTranslation()
  const plans = plansEvents(group)
  return (
    <Group justify="space-between" gap="sm">
      <Text flex="1 1 240px">{t(plans ? 'groupEvents.front.planHint' : 'groupEvents.front.none')}</Text>
      {plans && (
        <Button
          leftSection={<IconCalendarRepeat size={16} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/my-group/$groupId"
              params={{ groupId: group.groupId }}
              search={{ tab: 'events', plan: true }}
            />
          )}
        >
          {t('groupEvents.front.plan')}
        </Button>
      )}
    </Group>
  )
}

/** The approved deals of this month, with their sum for those who may see it; leads to the report. */
function Deals({ groupId, deals: { count, value } }: { groupId: string; deals: Front['deals'] }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm" c="dimmed">
        <Link
          to="/my-group/$groupId"
          params={{ groupId }}
          search={{ tab: 'statistics' }}
          className={classes.link}
        >
          {t('groupEvents.front.deals')}
        </Link>
      </Text>
      <Text fz="xl" fw={600}>
        {numberOfDeals(count)}
      </Text>
      {value !== null && <Text>{formatMoney(value)}</Text>}
    </>
  )
}
