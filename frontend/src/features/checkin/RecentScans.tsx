import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '~/lib/numbers'
import classes from './DoorScreen.module.css'
import { GLYPH, TONE } from './ResultPanel'
import type { ScanOutcome } from './useDoor'

/** The latest results of this screen. */
export function RecentScans({ outcomes }: { outcomes: ScanOutcome[] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="recent-scans">
      <Title order={2} id="recent-scans" fz="md" mb="xs">
        {t('checkin.recent')}
      </Title>
      {outcomes.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('checkin.noneYet')}
        </Text>
      )}
      <ul className={classes.recent}>
        {outcomes.map(({ id, code, isPractice, result: { kind, person, amountDue } }) => {
          const Glyph = GLYPH[kind]
          const facts = [
            isPractice && t('checkin.practice.word'),
            t(`checkin.word.${kind}`),
            person?.ticketName,
            amountDue !== null && t('checkin.amountDue', { amount: formatMoney(amountDue) }),
          ]
          return (
            <li key={id} data-tone={TONE[kind]}>
              <span className={classes.dot}>
                <Glyph size={16} aria-hidden stroke={2.5} />
              </span>
              <span className={classes.who}>
                <strong>{person?.fullName ?? code}</strong>
                <small>{facts.filter(Boolean).join(' · ')}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
