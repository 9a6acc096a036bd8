import { ActionIcon, Anchor, Group, Loader, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import classes from './Money.module.css'
import { outcomeQuery, REVIEW, refreshMoney, type TakenStatement } from './queries'

interface StatementResultProps {
  taken: TakenStatement
  /** The event on whose page it is shown. */
  eventId?: string
  onClose: () => void
}

/** The outcome of a statement: the numbers of paid and of open transfers. It stays until it is closed. */
export function StatementResult({ taken, eventId, onClose }: StatementResultProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const outcome = useQuery(outcomeQuery(taken, eventId))
  const { matching, paid, waiting, elsewhere } = outcome.data ?? {}
  // The figures and lists of the page follow the transfers matched since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are the reason to look again.
  useEffect(() => {
    void refreshMoney(queryClient, eventId)
  }, [queryClient, eventId, taken, matching, paid, waiting])
  const isMatching = taken.new > 0 && matching !== 0
  const here = (waiting ?? 0) - (elsewhere ?? 0)
  const number = (count: number) => ({ count, number: formatNumber(count) })
  return (
    <Group className={classes.done} gap="sm" wrap="nowrap">
      <Group gap="sm" role="status" className={classes.words} flex={1}>
        {isMatching ? <Loader size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
        {taken.new === 0 ? (
          <Text size="sm">{t('money.result.known', { file: taken.file })}</Text>
        ) : isMatching ? (
          <Text size="sm">{t('money.result.matching', number(taken.new))}</Text>
        ) : (
          <>
            <Text size="sm">{t('money.result.paid', number(paid ?? 0))}</Text>
            {here > 0 && (
              <Anchor
                size="sm"
                c="inherit"
                underline="always"
                renderRoot={(props) =>
                  eventId ? (
                    <Link
                      to="/event-management/$eventId/money"
                      params={{ eventId }}
                      hash={REVIEW}
                      {...props}
                    />
                  ) : (
                    <Link to="/money" hash={REVIEW} {...props} />
                  )
                }
              >
                {t('money.result.waiting', number(here))}
              </Anchor>
            )}
            {(elsewhere ?? 0) > 0 && (
              <Anchor
                size="sm"
                c="inherit"
                underline="always"
                renderRoot={(props) => <Link to="/money" hash={REVIEW} {...props} />}
              >
                {t('money.result.elsewhere', number(elsewhere ?? 0))}
              </Anchor>
            )}
          </>
        )}
      </Group>
      <ActionIcon variant="subtle" size={36} aria-label={t('common.close')} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
    </Group>
  )
}
