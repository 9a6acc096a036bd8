import { Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { myGroupsQuery } from '~/features/groups/queries'
import { useField, useWizardContext } from './fields'

/** The group to which the event belongs, and whether it is for its members only; shown to leaders of a group. */
export function GroupFields() {
  const { t } = useTranslation()
  const { state, change } = useWizardContext()
  const { onChange: _, ...group } = useField('groupId')
  const members = useField('membersOnly')
  const { data: groups = [], isPending } = useQuery(myGroupsQuery)
  const led = groups.filter(({ myRole, archivedAt }) => myRole !== 'member' && archivedAt === null)
  const choices = led.map(({ id, name }) => ({ value: id, label: name }))
  // An event keeps a group that its owner no longer leads.
  if (group.value !== null && !led.some(({ id }) => id === group.value))
    choices.push({ value: group.value, label: state.groupName ?? t('events.group.former') })
  if (isPending || choices.length === 0) return null
  return (
    <Stack gap="md">
      <Select
        label={t('events.group.label')}
        description={t('events.group.hint')}
        placeholder={t('events.group.none')}
        data={choices}
        clearable
        searchable={choices.length > 10}
        maw={480}
        {...group}
        onChange={(groupId) => change(groupId === null ? { groupId, membersOnly: false } : { groupId })}
      />
      {group.value !== null && (
        <Switch
          label={t('events.group.membersOnly')}
          description={t('events.group.membersOnlyHint')}
          checked={members.value}
          onChange={(event) => members.onChange(event.currentTarget.checked)}
          data-path="membersOnly"
          error={members.error}
        />
      )}
    </Stack>
  )
}
