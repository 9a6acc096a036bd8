import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { isMissingPart } from '~/lib/newProgram'
import { mayReload } from '~/lib/reload'
import { leaveBehind, stay } from '~/lib/typed'

/** Shown instead of a screen that threw while loading or rendering. */
export function CrashPage({ error, reset }: ErrorComponentProps): ReactNode {
  return isMissingPart(error) ? <NewProgram /> : <ErrorState error={error} onRetry={reset} />
}

/** Loads the page anew once by itself, then by a button. */
function NewProgram() {
  const { t } = useTranslation()
  const [isReloading] = useState(() => {
    // Before the forms go away in whose place this stands.
    leaveBehind('program')
    return mayReload()
  })
  useEffect(() => {
    leaveBehind('program')
    if (isReloading) location.reload()
    // Another screen may have been opened instead.
    return stay
  }, [isReloading])
  if (isReloading) return null
  return (
    <div role="alert">
      <EmptyState
        icon={IconRefresh}
        title={t('common.newProgram.title')}
        description={t('common.newProgram.description')}
      >
        <Button leftSection={<IconRefresh size={16} />} onClick={() => location.reload()}>
          {t('common.newProgram.load')}
        </Button>
      </EmptyState>
    </div>
  )
}
