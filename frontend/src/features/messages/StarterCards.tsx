import { Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { type Icon, IconCash, IconClock, IconFile, IconHeart, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { letterQuery } from '~/features/events/queries'
import { formatNumber } from '~/lib/numbers'
import classes from './Messages.module.css'
import { startersQuery } from './queries'
import type { Start } from './search'

const ICONS: Record<Start, Icon> = {
  payment: IconCash,
  soon: IconClock,
  changed: IconMailForward,
  thanks: IconHeart,
  blank: IconFile,
}

interface StarterCardsProps {
  eventId: string
  onChoose: (start: Start) => void
}

/** The starts of a new message to choose from: the finished messages that fit this moment, or a blank sheet. */
export function StarterCards({ eventId, onChoose }: StarterCardsProps) {
  const { t } = useTranslation()
  const { data: starters, error, refetch } = useQuery(startersQuery(eventId))
  // A changed time or place has a letter of its own, which shows the former ones too.
  const letter = useQuery(letterQuery(eventId)).data
  if (error && !starters) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!starters) return <Skeleton height={240} radius="md" />
  const face = (start: Start, note: string) => {
    const Glyph = ICONS[start]
    return (
      <>
        <Glyph size={24} stroke={1.5} aria-hidden />
        <span>
          <Text component="span" display="block" fw={600}>
            {t(`messages.start.kind.${start}`)}
          </Text>
          <Text component="span" display="block" size="sm" c="dimmed">
            {note}
          </Text>
        </span>
      </>
    )
  }
  return (
    <section aria-labelledby="starters">
      <Title order={3} fz="lg" id="starters">
        {t('messages.start.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('messages.start.hint')}
      </Text>
      <ul className={classes.cards}>
        {starters.map(({ kind, recipients }) => (
          <li key={kind}>
            {kind === 'changed' && letter ? (
              <Link
                to="/event-management/$eventId"
                params={{ eventId }}
                search={{ letter: true }}
                className={classes.card}
              >
                {face(kind, t('messages.start.letter'))}
              </Link>
            ) : (
              <UnstyledButton
                className={classes.card}
                disabled={recipients === 0}
                onClick={() => onChoose(kind)}
              >
                {face(
                  kind,
                  recipients === 0
                    ? t(`messages.start.nobody.${kind}`)
                    : `${t(`messages.start.text.${kind}`)} ${t('messages.start.recipients', { count: recipients, number: formatNumber(recipients) })}.`,
                )}
              </UnstyledButton>
            )}
          </li>
        ))}
        <li>
          <UnstyledButton className={classes.card} onClick={() => onChoose('blank')}>
            {face('blank', t('messages.start.text.blank'))}
          </UnstyledButton>
        </li>
      </ul>
    </section>
  )
}
