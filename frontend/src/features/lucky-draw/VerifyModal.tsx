import { Alert, List, Modal, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconShieldOff, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { formatNumber } from '~/lib/numbers'
import type { Winner } from './drawState'
import { Fingerprint } from './Fingerprint'
import { roundQuery, verdictQuery } from './queries'
import { canVerify, METHOD, type Round, type Verdict } from './verification'

interface VerifyModalProps {
  eventId: string
  winner: Winner
  onClose: () => void
}

/** Draws a round once more in this browser, from the data published before and after it. */
export function VerifyModal({ eventId, winner, onClose }: VerifyModalProps) {
  const { t } = useTranslation()
  const round = useQuery(roundQuery(eventId, winner.roundId))
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('luckyDraw.verify.title', { number: winner.round, name: winner.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {round.data ? (
        <Stack>
          {canVerify() ? (
            <Recomputed round={round.data} winner={winner} />
          ) : (
            <Alert color="marigold" icon={<IconShieldOff />} title={t('luckyDraw.verify.unable')}>
              {t('luckyDraw.verify.unableHint')}
            </Alert>
          )}
          <Published round={round.data} />
          <Meaning />
        </Stack>
      ) : round.error ? (
        <ErrorState error={round.error} onRetry={() => void round.refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label={t('luckyDraw.loading')} />
      )}
    </Modal>
  )
}

function Recomputed({ round, winner }: { round: Round; winner: Winner }) {
  const { t } = useTranslation()
  const verdict = useQuery(verdictQuery(round))
  if (verdict.error) return <ErrorState error={verdict.error} onRetry={() => void verdict.refetch()} />
  if (!verdict.data) {
    return (
      <Text role="status">
        {t(verdict.isPending ? 'luckyDraw.verify.working' : 'luckyDraw.verify.tooEarly')}
      </Text>
    )
  }
  const { data } = verdict
  const holds = data.seed && data.pool && data.winner
  return (
    <Alert
      role="status"
      color={holds ? 'jade' : 'red'}
      icon={holds ? <IconCheck /> : <IconX />}
      title={t(holds ? 'luckyDraw.verify.holds' : 'luckyDraw.verify.fails')}
    >
      <List spacing={4} size="sm">
        {(['seed', 'pool', 'winner'] as const).map((part) => (
          <Check key={part} part={part} verdict={data} winner={winner} />
        ))}
      </List>
    </Alert>
  )
}

interface CheckProps {
  part: 'seed' | 'pool' | 'winner'
  verdict: Verdict
  winner: Winner
}

function Check({ part, verdict, winner }: CheckProps) {
  const { t } = useTranslation()
  const right = verdict[part]
  const values = { place: formatNumber(verdict.place), name: winner.name }
  return (
    <List.Item
      icon={
        <ThemeIcon size={20} radius="xl" color={right ? 'jade' : 'red'} aria-hidden>
          {right ? <IconCheck size={14} /> : <IconX size={14} />}
        </ThemeIcon>
      }
    >
      {t(`luckyDraw.verify.${right ? 'right' : 'wrong'}.${part}`, values)}
    </List.Item>
  )
}

/** Everything that the result follows from. */
function Published({ round }: { round: Round }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Title order={3}>{t('luckyDraw.verify.before')}</Title>
      <Fingerprint label={t('luckyDraw.verify.seedHash')} value={round.seedHash} />
      <Fingerprint label={t('luckyDraw.verify.poolHash')} value={round.poolHash} />
      <Title order={3}>{t('luckyDraw.verify.after')}</Title>
      {round.seed && <Fingerprint label={t('luckyDraw.verify.seed')} value={round.seed} />}
      <Text size="sm">
        {t('luckyDraw.verify.facts', {
          number: round.number,
          count: round.poolSize,
          people: formatNumber(round.poolSize),
          word: round.word || '—',
        })}
      </Text>
      <Text size="sm">{t('luckyDraw.verify.method', { method: METHOD })}</Text>
    </Stack>
  )
}

function Meaning() {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Title order={3}>{t('luckyDraw.verify.proves')}</Title>
      <Text size="sm">{t('luckyDraw.verify.provesText')}</Text>
      <Title order={3}>{t('luckyDraw.verify.provesNot')}</Title>
      <Text size="sm">{t('luckyDraw.verify.provesNotText')}</Text>
    </Stack>
  )
}
