import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import type { useConflict } from '~/components/useConflict'
import { shows } from '~/lib/apiError'
import { useProfileUpdate } from './queries'

type Schemas = components['schemas']
type Me = Schemas['Me']
type Values = Omit<Schemas['UpdateProfile'], 'version'>
type Conflict<Fields extends Values> = ReturnType<typeof useConflict<Me, Fields>>

/**
 * Saves a form with a part of the account's details, which stays open. It continues with what is stored by now: another
 * form of the screen may have saved its part.
 */
export function useProfileSaving<Fields extends Values>(
  me: Me,
  form: UseFormReturnType<Fields>,
  conflict: Conflict<Fields>,
) {
  const { t } = useTranslation()
  const { mutate, isPending } = useProfileUpdate()
  const follow = useEffectEvent((now: Me) => {
    if (conflict.read && now.version > conflict.read.version) conflict.follow(now)
  })
  useEffect(() => follow(me), [me])
  const save = whenValid(form, (values) =>
    mutate(
      { ...values, version: conflict.version },
      {
        onSuccess: (now) => {
          form.resetDirty(values)
          conflict.saved(now)
          toast.success(t('profile.updated'))
        },
        onError: shows(conflict.refuse),
      },
    ),
  )
  return { save, isSaving: isPending }
}
