import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { Fingerprint } from './Fingerprint'
import classes from './PromiseLine.module.css'
import type { Draw } from './queries'

/** The hash of list and seed, published before the draw so that neither can be changed afterwards. */
export function PromiseLine({ round }: { round: Draw['round'] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!round) return null
  return (
    <div className={classes.line} role="status">
      <IconLock size={18} aria-hidden />
      <span>
        {t('luckyDraw.promise.locked', {
          count: round.poolSize,
          people: formatNumber(round.poolSize),
          number: round.number,
        })}
      </span>
      <code>{round.seedHash.slice(0, 12)}…</code>
      <Button variant="white" size="compact-sm" data-control onClick={() => setOpen(true)}>
        {t('luckyDraw.promise.details')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        size="lg"
        title={t('luckyDraw.promise.title', { number: round.number })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack>
          <Text>{t('luckyDraw.promise.explanation')}</Text>
          <Fingerprint label={t('luckyDraw.verify.seedHash')} value={round.seedHash} />
          <Fingerprint label={t('luckyDraw.verify.poolHash')} value={round.poolHash} />
          <Text size="sm" c="dimmed">
            {t('luckyDraw.promise.since', { time: formatDateTime(round.openedAt) })}
          </Text>
        </Stack>
      </Modal>
    </div>
  )
}
