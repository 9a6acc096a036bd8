import { Alert, Anchor, Button, Progress, Group as Row, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { FileDrop } from '~/components/FileDrop'
import { FormModal } from '~/components/FormModal'
import { ImportErrors } from '~/components/ImportErrors'
import { toast } from '~/components/toast'
import { ApiError, markShown, rowErrorsOf } from '~/lib/apiError'
import { downloadFile } from '~/lib/download'
import { sendForm } from '~/lib/upload'
import { type Group, refreshGroup } from '../queries'

/** The most bytes of a file; the server refuses larger ones. */
const MAX_BYTES = 5 * 1024 * 1024
/** The timeout of the answer, in milliseconds: a file may name five thousand people. */
const PATIENCE = 120_000

/**
 * Invites the people of a file, all of them or none; an import by an administrator adds people with an account
 * directly.
 */
export function ImportMembersModal({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const { run, progress } = useMemberImport(group.id, onClose)
  const errors = rowErrorsOf(run.error)
  const choose = (chosen: File) => {
    run.reset()
    setTooLarge(chosen.size > MAX_BYTES)
    setFile(chosen.size > MAX_BYTES ? null : chosen)
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      size="lg"
      isChanged={file !== null}
      title={t('groups.import.title', { name: group.name })}
    >
      <Stack>
        <Text>
          {t(group.details?.myRole ? 'groups.import.intro' : 'groups.import.adminIntro', {
            columns: t('groups.import.columns'),
          })}
        </Text>
        <FileDrop
          label={t('groups.import.file')}
          description={t('groups.import.fileHint')}
          accept=".csv,.xlsx,.xls"
          onFile={choose}
          disabled={run.isPending}
          error={isTooLarge ? t('groups.import.tooLarge') : undefined}
        />
        <TemplateLink groupId={group.id} />
        {file && (
          <Text size="sm" role="status">
            {t('groups.import.chosen', { name: file.name })}
          </Text>
        )}
        {errors.total > 0 && <ImportErrors advice={t('groups.import.advice')} {...errors} />}
        {run.error && errors.total === 0 && (
          <Alert color="red" icon={<IconAlertTriangle />} title={t('common.import.failed')} role="alert">
            {run.error instanceof ApiError ? run.error.messages.join(' ') : t('common.toast.error')}
          </Alert>
        )}
        {run.isPending && <Progress value={progress * 100} animated aria-label={t('groups.import.action')} />}
        <Row justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={!file || run.isError}
            loading={run.isPending}
            onClick={() => file && run.mutate(file)}
          >
            {t('groups.import.run')}
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}

function TemplateLink({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile(`/group/${groupId}/member/import/template`),
  })
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      underline="always"
      disabled={isPending}
      onClick={() => mutate()}
      style={{ alignSelf: 'flex-start' }}
    >
      {t('groups.import.template')}
    </Anchor>
  )
}

function useMemberImport(groupId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const run = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return sendForm<components['schemas']['ImportedMembers']>(`/group/${groupId}/member/import`, form, {
        onProgress: setProgress,
        patience: PATIENCE,
      })
    },
    onSuccess: ({ messages }) => {
      toast.success(messages)
      void refreshGroup(queryClient, groupId)
      onDone()
    },
    // The errors are shown below the file instead of in a toast.
    onError: markShown,
  })
  return { run, progress }
}
