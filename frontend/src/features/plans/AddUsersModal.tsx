import { MultiSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import { organisersQuery, type Plan, planQuery, refreshPlans } from './queries'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250
/** The most accounts that one call adds. */
const MOST = 500

type Account = components['schemas']['Account']

interface AddUsersModalProps {
  plan: Plan
  onClose: () => void
}

/** Gives the plan to organisers, who are found by typing. */
export function AddUsersModal({ plan, onClose }: AddUsersModalProps) {
  const { t } = useTranslation()
  const { form, save, isSaving } = useAddition({ plan, onClose })
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const found = useQuery(organisersQuery(search))
  const known = useQuery(planQuery(plan.id))
  const [chosen, setChosen] = useState<readonly Account[]>([])
  // The list closes after each choice and does not open on focus, because it covers the button below.
  const [isListOpen, setListOpen] = useState(false)
  const have = new Set(known.data?.users.map(({ userId }) => userId))
  const isLimited = plan.numberOfPackages !== -1
  const left = plan.numberOfPackages - plan.soldPackages

  const others = found.data?.items.filter(({ id }) => !chosen.some((account) => account.id === id)) ?? []
  const accounts = [...chosen, ...others]
  const input = form.getInputProps('userIds')
  return (
    <FormModal opened onClose={onClose} title={t('plans.users.addTo', { name: plan.baseName })}>
      <form noValidate onSubmit={save}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('plans.users.addHint', { count: plan.duration })}{' '}
            {isLimited && t('plans.users.left', { count: left, number: formatNumber(left) })}
          </Text>
          <MultiSelect
            label={t('plans.users.committees')}
            placeholder={t('plans.users.search')}
            data-autofocus
            withAsterisk
            data={accounts.map(({ id, fullName, email }) => ({
              value: id,
              label: have.has(id)
                ? t('plans.users.hasIt', { name: `${fullName} · ${email}` })
                : `${fullName} · ${email}`,
              disabled: have.has(id),
            }))}
            // The server has filtered already, also by data that the options do not show.
            filter={({ options }) => options}
            searchable
            hidePickedOptions
            openOnFocus={false}
            dropdownOpened={isListOpen}
            onDropdownOpen={() => setListOpen(true)}
            onDropdownClose={() => setListOpen(false)}
            onOptionSubmit={() => setListOpen(false)}
            maxValues={isLimited ? Math.min(left, MOST) : MOST}
            searchValue={typed}
            onSearchChange={setTyped}
            nothingFoundMessage={t('plans.users.nobodyFound')}
            {...input}
            onChange={(ids) => {
              setChosen(accounts.filter(({ id }) => ids.includes(id)))
              input.onChange(ids)
            }}
          />
          <FormButtons onCancel={onClose} isPending={isSaving} label={t('plans.users.add')} />
        </Stack>
      </form>
    </FormModal>
  )
}

function useAddition({ plan, onClose }: AddUsersModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { userIds: [] as string[] },
    validate: { userIds: (ids) => (ids.length === 0 ? t('plans.users.chooseOne') : null) },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (body: typeof form.values) =>
      answer(api.POST('/plan/{planId}/users', { params: { path: { planId: plan.id } }, body })),
    onSuccess: (_, { userIds: { length: count } }) => {
      toast.done(t('plans.done.usersAdded', { count, number: formatNumber(count), name: plan.baseName }))
      onClose()
    },
    onError: showFormError(form),
    // Also after a refusal, which may mean that others were added meanwhile.
    onSettled: () => void refreshPlans(queryClient),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending }
}
