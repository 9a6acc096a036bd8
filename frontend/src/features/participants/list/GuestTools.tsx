import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconKeyboard,
  IconPrinter,
  IconUserPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'

/** The tools that open beside the list. */
export type Tool = 'add' | 'import' | 'export' | 'log' | 'shortcuts'

interface GuestToolsProps {
  eventId: string
  /** Why no participant can be added; absent when they can. */
  disabledReason: string | undefined
  /** On a phone, which has no shortcuts. */
  isPhone: boolean
  onTool: (tool: Tool) => void
}

/** Buttons to add a participant or a whole list, and a menu with rarely used tools. */
export function GuestTools({ eventId, disabledReason, isPhone, onTool }: GuestToolsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('participants.tools')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileExport size={18} />} onClick={() => onTool('export')}>
            {t('participants.files.export')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPrinter size={18} />}
            renderRoot={(props) => (
              <Link {...props} to="/participant-management/$eventId/staff" params={{ eventId }} />
            )}
          >
            {t('participants.staff.list')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconHistory size={18} />} onClick={() => onTool('log')}>
            {t('events.log.title')}
          </Menu.Item>
          {!isPhone && (
            <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={() => onTool('shortcuts')}>
              {t('participants.keys.title')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DisabledWithReason reason={disabledReason}>
        <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={() => onTool('import')}>
          {t('participants.files.import')}
        </Button>
      </DisabledWithReason>
      <DisabledWithReason reason={disabledReason}>
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => onTool('add')}>
          {t('participants.add')}
        </Button>
      </DisabledWithReason>
    </>
  )
}
