import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import tileClasses from '~/components/tiles.module.css'
import { formatMoney } from '~/lib/numbers'
import classes from './Points.module.css'
import { talliesQuery } from './queries'
import { CREDITS, type OnSearch, type PointSearch } from './search'
import { Tile } from './Tile'

interface OwnTalliesProps {
  groupId: string
  userId: string
  search: PointSearch
  onSearch: OnSearch
}

/** The deals that count for the reader in the chosen time, as figures; a press on one shows its deals. */
export function OwnTallies({ groupId, userId, search, onSearch }: OwnTalliesProps) {
  const { t } = useTranslation()
  const { from, to } = search
  const { data, error } = useQuery(talliesQuery(groupId, [userId], { from, to }))
  const own = data?.[0]
  if (!own) return data || error ? null : <LoadingTiles />
  return (
    <ul className={`${tileClasses.tiles} ${classes.figures}`} aria-label={t('points.own')}>
      {CREDITS.map((by) => (
        <Tile
          key={by}
          label={t(`points.mine.${by}`)}
          value={own[by].count}
          notes={[formatMoney(own[by].value ?? 0)]}
          onOpen={() => onSearch({ points: 'approved', of: userId, by, from, to })}
        />
      ))}
    </ul>
  )
}

/** As large as the tiles, so that nothing below moves when they come. */
const LoadingTiles = () => (
  <div className={`${tileClasses.tiles} ${classes.figures}`} aria-hidden>
    {CREDITS.map((by) => (
      <Skeleton key={by} height={112} radius="md" />
    ))}
  </div>
)
