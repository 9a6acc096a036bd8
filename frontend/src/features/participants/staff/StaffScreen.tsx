import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft, IconPrinter, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { eventQuery } from '~/features/events/queries'
import { formatDateTime, formatTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { formatPhone } from '~/lib/phone'
import { type Participant, staffQuery } from '../queries'
import classes from './StaffScreen.module.css'

/** A printable list of the event's staff with tasks, phone numbers and presence. */
export function StaffScreen({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  const staff = useQuery(staffQuery(eventId))
  const error = event.error ?? staff.error
  // Browsers print the page title above the list and use it as the file name of a PDF.
  useDocumentTitle([t('participants.staff.title'), event.data?.title].filter(Boolean).join(' · '))
  if (!event.data || !staff.data) {
    const retry = () => {
      void event.refetch()
      void staff.refetch()
    }
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <div role="status" aria-label={t('common.table.loading')}>
        <Skeleton height={400} radius="md" />
      </div>
    )
  }
  const present = staff.data.filter(({ isCheckedIn }) => isCheckedIn).length
  const { title, eventStartDate, venueAddress } = event.data
  return (
    <div className={classes.sheet}>
      <Group justify="space-between" mb="lg" className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/participant-management/$eventId/$"
              params={{ eventId, _splat: '' }}
              search={{ type: 'COMMITTEE' }}
            />
          )}
        >
          {t('participants.staff.back')}
        </Button>
        {staff.data.length > 0 && (
          <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
            {t('participants.staff.print')}
          </Button>
        )}
      </Group>
      <Title order={1} fz="xl">
        {t('participants.staff.title')}
      </Title>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" mb="md" className={classes.small}>
        {[formatDateTime(eventStartDate), venueAddress].join(' · ')}
      </Text>
      {staff.data.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t('participants.staff.empty')}
          description={t('participants.staff.emptyHint')}
        />
      ) : (
        <>
          <StaffTable people={staff.data} />
          <Text c="dimmed" mt="sm" className={classes.small}>
            {t('participants.staff.counts', {
              count: staff.data.length,
              total: formatNumber(staff.data.length),
              present: formatNumber(present),
              time: formatDateTime(new Date(staff.dataUpdatedAt).toISOString()),
            })}
          </Text>
        </>
      )}
    </div>
  )
}

function StaffTable({ people }: { people: Participant[] }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={t('participants.staff.title')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('participants.staff.number')}</th>
            <th scope="col">{t('participants.field.fullName')}</th>
            <th scope="col">{t('participants.field.role')}</th>
            <th scope="col">{t('participants.field.phone')}</th>
            <th scope="col">{t('participants.field.company')}</th>
            <th scope="col">{t('participants.field.checkedInTime')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, fullName, role, phone, company, checkedInTime }, at) => (
            <tr key={id}>
              <td>{formatNumber(at + 1)}</td>
              <th scope="row">{fullName}</th>
              <td>{role ?? '–'}</td>
              <td className={classes.phone}>{formatPhone(phone)}</td>
              <td>{company}</td>
              <td>
                {checkedInTime
                  ? t('participants.checkedInAt', { time: formatTime(checkedInTime) })
                  : t('participants.notCheckedIn')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
