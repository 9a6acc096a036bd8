import { Menu } from '@mantine/core'
import { IconCalendarX, IconEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { CancelSeriesModal } from './CancelSeriesModal'
import { ChangeSeriesModal } from './ChangeSeriesModal'
import type { Series } from './queries'

/** For leaders: the common data of all coming meetings is changed here, and they are cancelled together. */
export function SeriesMenu({ groupId, series }: { groupId: string; series: Series }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'change' | 'cancel' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <ActionsMenu label={t('groupEvents.series.actionsOf', { title: series.title })} width={280}>
        <Menu.Item leftSection={<IconEdit size={18} />} onClick={() => setOpened('change')}>
          {t('groupEvents.series.change')}
        </Menu.Item>
        <DangerItem leftSection={<IconCalendarX size={18} />} onClick={() => setOpened('cancel')}>
          {t('groupEvents.series.cancel')}
        </DangerItem>
      </ActionsMenu>
      {opened === 'change' && <ChangeSeriesModal groupId={groupId} series={series} onClose={close} />}
      {opened === 'cancel' && <CancelSeriesModal groupId={groupId} series={series} onClose={close} />}
    </>
  )
}
