import {
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Skeleton,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { RemovableChip } from '~/components/FilterChip'
import { FoldedTools } from '~/components/FoldedTools'
import { Paging } from '~/components/Paging'
import type { useDecisions } from '~/components/useDecisions'
import { formatNumber } from '~/lib/numbers'
import classes from './Money.module.css'
import { PAGE } from './queries'

interface DecisionListProps<Item, State extends string> {
  id?: string
  title: string
  intro?: string
  tools?: ReactNode
  /** Of a phone's screen that begins with this list. */
  folded?: Folded
  /** The name of the choice of states. */
  which: string
  states: readonly State[]
  nameOf: (state: State) => string
  state: State
  onState: (state: State) => void
  query: UseQueryResult<{ total: number }>
  list: ReturnType<typeof useDecisions<Item, { action: 'undo'; ids: string[] }, string, never>>
  /** Says the last decision. */
  done: (counted: { count: number; number: string }) => string
  /** Buttons for the chosen items; undefined: none can be chosen. */
  bulk?: ReactNode
  row: (item: Item, props: RowProps) => ReactNode
  empty: ReactNode
  /** Below the items. */
  hint?: ReactNode
  page: number
  onPage: (page: number) => void
  /** Dialogs. */
  children: ReactNode
}

/** The part above a list, in `FoldedTools`. */
export interface Folded {
  label: string
  summary: ReactNode
  tools: ReactNode
}

export interface RowProps {
  isSelected: boolean
  isDeciding: boolean
  onToggle: () => void
}

/** The state and the page that a list shows whose address says nothing of them; another state begins with its first page. */
export function useShownState<State extends string>(first: State) {
  const [{ state, page }, show] = useState({ state: first, page: 1 })
  return {
    state,
    onState: (next: State) => show({ state: next, page: 1 }),
    page,
    onPage: (next: number) => show((now) => ({ ...now, page: next })),
  }
}

/** Things that an organiser decides about, one by one or several at once, in the state that is looked at. */
export function DecisionList<Item, State extends string>(props: DecisionListProps<Item, State>) {
  const { t } = useTranslation()
  const heading = useId()
  const { intro, folded, query, list } = props
  const { items, chosen, undoable, isDeciding } = list
  const count = undoable.length
  const [usual] = props.states
  const show = (state: State) => {
    list.clear()
    props.onState(state)
  }
  const states = (
    <SegmentedControl
      size="sm"
      aria-label={props.which}
      value={props.state}
      data={props.states.map((value) => ({ value, label: props.nameOf(value) }))}
      onChange={show}
    />
  )
  const bulk = props.bulk !== undefined && (
    <Group className={classes.bulk} justify="space-between" gap="sm">
      <Checkbox label={t('money.review.all')} {...list.all} />
      {props.bulk}
    </Group>
  )
  return (
    <section
      id={props.id}
      className={folded ? undefined : classes.review}
      aria-labelledby={heading}
      data-waiting={query.isPending || undefined}
    >
      {folded ? (
        <>
          <Title id={heading} order={2}>
            <VisuallyHidden>{props.title}</VisuallyHidden>
          </Title>
          <FoldedTools
            label={folded.label}
            filters={props.state === usual ? 0 : 1}
            summary={
              <>
                {usual !== undefined && props.state !== usual && (
                  <RemovableChip
                    label={`${props.nameOf(props.state)} – ${t('common.clearFilters')}`}
                    onRemove={() => show(usual)}
                  >
                    {props.nameOf(props.state)}
                  </RemovableChip>
                )}
                {folded.summary}
              </>
            }
          >
            {states}
            {folded.tools}
          </FoldedTools>
        </>
      ) : (
        <Group justify="space-between" gap="sm" mb={intro ? 4 : 'sm'}>
          <Title id={heading} order={2} fz="lg">
            {props.title}
          </Title>
          <Group gap="sm">
            {states}
            {props.tools}
          </Group>
        </Group>
      )}
      <div className={folded && classes.begun}>
        {intro && (
          <Text size="sm" c="dimmed" mb="sm">
            {intro}
          </Text>
        )}
        {count > 0 && (
          <Group className={classes.done} gap="sm" role="status">
            <IconCheck size={18} aria-hidden />
            <Text size="sm">{props.done({ count, number: formatNumber(count) })}</Text>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconArrowBackUp size={16} />}
              loading={isDeciding}
              onClick={() => list.decide({ action: 'undo', ids: undoable })}
            >
              {t('money.action.undo')}
            </Button>
          </Group>
        )}
        {!query.data && query.error && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <Skeleton height={120} radius="md" />}
        {query.data && items.length === 0 && props.empty}
        {query.data && items.length > 0 && (
          <>
            {!folded && bulk}
            <ul className={classes.transfers}>
              {items.map((item) =>
                props.row(item, {
                  isSelected: chosen.includes(item),
                  isDeciding,
                  onToggle: () => list.toggle(item),
                }),
              )}
            </ul>
            {folded && bulk}
            {props.hint}
            <Paging page={props.page} size={PAGE} total={query.data.total} onChange={props.onPage} />
          </>
        )}
      </div>
      {props.children}
    </section>
  )
}
