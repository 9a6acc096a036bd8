import { Kbd, Modal, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '~/components/useFocusBack'

const KEYS = [
  ['move', ['↑', '↓']],
  ['open', ['Enter']],
  ['search', ['/']],
  ['select', ['x']],
  ['pay', ['p']],
  ['checkIn', ['c']],
  ['undo', ['z']],
  ['command', ['Ctrl', 'K']],
  ['help', ['?']],
] as const

/** Explains the keys of the list. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('participants.keys.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Table>
        <Table.Tbody>
          {KEYS.map(([name, keys]) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`participants.keys.${name}`)}</Table.Td>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
