import { Button, Modal, Group as Row, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type GroupMember, membersQuery, refreshGroup } from './queries'
import type { ManagedGroup } from './useOwnerActions'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250

/** Makes another member the owner of the group. */
export function TransferModal({ group, onClose }: { group: ManagedGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const [chosen, setChosen] = useState<GroupMember | null>(null)
  // The field shows the name of the chosen member, which must not start a search.
  const sought = search === chosen?.fullName ? undefined : search || undefined
  const found = useQuery(membersQuery(group.id, { search: sought }))
  const others = found.data?.items.filter(({ userId }) => userId !== chosen?.userId) ?? []
  const members = chosen ? [chosen, ...others] : others
  const form = useForm({
    initialValues: { userId: null as string | null },
    validate: { userId: (id) => (id ? null : t('groups.transfer.chooseOne')) },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (userId: string) =>
      answer(
        api.POST('/group/{groupId}/transfer', { params: { path: { groupId: group.id } }, body: { userId } }),
      ),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onClose()
    },
    onError: showFormError(form),
    onSettled: () => void refreshGroup(queryClient, group.id),
  })
  const input = form.getInputProps('userId')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groups.transfer.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ userId }) => void (userId && mutate(userId)),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack>
          <Text>{t('groups.transfer.message', { name: group.name })}</Text>
          <Select
            label={t('groups.transfer.newOwner')}
            placeholder={t('groups.members.search')}
            withAsterisk
            data={members
              .filter(({ role }) => role !== 'owner')
              .map(({ userId, fullName }) => ({ value: userId, label: fullName }))}
            // The server has filtered already, also by company and business field.
            filter={({ options }) => options}
            renderOption={({ option }) => {
              const member = members.find(({ userId }) => userId === option.value)
              return [option.label, member?.company].filter(Boolean).join(' · ')
            }}
            searchable
            searchValue={typed}
            onSearchChange={setTyped}
            nothingFoundMessage={t('groups.transfer.nobody')}
            {...input}
            onChange={(id) => {
              setChosen(members.find(({ userId }) => userId === id) ?? null)
              input.onChange(id)
            }}
          />
          <Row justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('groups.transfer.action')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}
