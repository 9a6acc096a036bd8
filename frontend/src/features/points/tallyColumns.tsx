import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '~/components/DataTable'
import { t } from '~/lib/language'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { talliesQuery } from './queries'
import { CREDITS, type Credit } from './search'

/** Columns with the tallies of members, for a list of these members. All tallies come from one request. */
export const tallyColumns = (
  groupId: string,
  userIds: readonly string[],
): Column<{ userId: string }, never>[] =>
  CREDITS.map((by) => ({
    key: by,
    header: t(`points.credit.${by}`),
    align: 'right',
    cell: ({ userId }) => <TallyCell groupId={groupId} userIds={userIds} userId={userId} by={by} />,
  }))

interface TallyCellProps {
  groupId: string
  userIds: readonly string[]
  userId: string
  by: Credit
}

function TallyCell({ groupId, userIds, userId, by }: TallyCellProps) {
  const { data } = useQuery(talliesQuery(groupId, userIds))
  const figure = data?.find((tally) => tally.userId === userId)?.[by]
  if (!figure) return null
  return (
    <>
      {formatNumber(figure.count)}
      {figure.value !== null && figure.count > 0 && (
        <Text component="span" display="block" size="sm" c="dimmed">
          {formatMoney(figure.value)}
        </Text>
      )}
    </>
  )
}
