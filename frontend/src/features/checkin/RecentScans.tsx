import { Button, Text, Title } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '~/lib/numbers'
import classes from './DoorScreen.module.css'
import { GLYPH, TONE } from './ResultPanel'
import type { ScanOutcome } from './useDoor'
import type { Payer } from './useMarkPaid'

interface RecentScansProps {
  outcomes: ScanOutcome[]
  /** Records that the amount due was handed over; absent in practice and without the right. */
  onPaid?: (guest: Payer) => void
}

/** The latest results of this screen. */
export function RecentScans({ outcomes, onPaid }: RecentScansProps) {
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
              {kind === 'unpaid' && person && amountDue && onPaid && (
                <Button
                  variant="default"
                  h={44}
                  leftSection={<IconCash size={18} />}
                  aria-label={`${t('checkin.markPaid')}: ${person.fullName}, ${formatMoney(amountDue)}`}
                  onClick={() => onPaid({ ...person, amount: amountDue })}
                >
                  {t('checkin.markPaid')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
