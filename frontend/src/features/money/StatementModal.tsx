import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '~/components/FileDrop'
import { AccountModal } from './AccountModal'
import { BLANK_ACCOUNT, STATEMENT_FILES, type TakenStatement } from './queries'
import { type NamedAccount, StatementAccount } from './StatementAccount'
import { StatementPreview } from './StatementPreview'

interface StatementModalProps {
  /** Whose statement it is; asked without one. */
  account: NamedAccount | null
  /** The number of the account that the event names, though it was not added. */
  namedNumber?: string | null
  /** The file that was dropped or chosen before. */
  initial?: File
  onClose: () => void
  onTaken: (taken: TakenStatement) => void
}

/** A statement of an account: dropped, shown as it was understood, and only then taken in. */
export function StatementModal({ account, namedNumber, initial, onClose, onTaken }: StatementModalProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState(initial ?? null)
  const [chosen, setChosen] = useState<NamedAccount | null>(null)
  const [isAdding, setAdding] = useState(false)
  const of = account ?? chosen
  // In place of this dialog, which keeps the file meanwhile.
  if (isAdding) return <AccountModal initial={BLANK_ACCOUNT} onClose={() => setAdding(false)} />
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={of ? t('money.statement.title', { number: of.accountNumber }) : t('money.statement.action')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {!account && (
          <StatementAccount
            chosen={chosen}
            namedNumber={namedNumber}
            onChoose={setChosen}
            onAdd={() => setAdding(true)}
          />
        )}
        {account === null && file && !chosen && (
          <Text size="sm" c="dimmed">
            {t('money.statement.fileKept', { file: file.name })}
          </Text>
        )}
        {!initial && (
          <FileDrop
            label={t('money.statement.file')}
            description={t('money.statement.hint')}
            accept={STATEMENT_FILES}
            onFile={setFile}
          />
        )}
        {file && of && (
          <StatementPreview
            key={`${of.id} ${file.name} ${file.size} ${file.lastModified}`}
            account={of}
            file={file}
            onClose={onClose}
            onTaken={onTaken}
          />
        )}
      </Stack>
    </Modal>
  )
}
