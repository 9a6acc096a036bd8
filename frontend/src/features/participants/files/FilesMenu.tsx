import { Button, Menu } from '@mantine/core'
import { IconFileExport, IconFileImport, IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import type { ListSearch } from '../listSearch'
import { ExportModal } from './ExportModal'
import { ImportModal } from './ImportModal'

interface FilesMenuProps {
  eventId: string
  search: ListSearch
  /** Why nobody may be brought in; absent when they may. */
  disabledReason: string | undefined
}

/** Import and export of participants. */
export function FilesMenu({ eventId, search, disabledReason }: FilesMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'import' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconTableImport size={18} />}>
            {t('participants.files.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <DisabledWithReason reason={disabledReason}>
            <Menu.Item leftSection={<IconFileImport size={18} />} onClick={() => setOpen('import')}>
              {t('participants.files.import')}
            </Menu.Item>
          </DisabledWithReason>
          <Menu.Item leftSection={<IconFileExport size={18} />} onClick={() => setOpen('export')}>
            {t('participants.files.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'import' && <ImportModal eventId={eventId} onClose={close} />}
      {open === 'export' && <ExportModal eventId={eventId} search={search} onClose={close} />}
    </>
  )
}
