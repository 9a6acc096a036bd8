import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { meQuery, secondFactorQuery } from './queries'
import { SecondFactorRemoval } from './SecondFactorRemoval'
import { SecondFactorSetup } from './SecondFactorSetup'

/** Shows whether the account has a second factor, and turns it on or off. */
export function SecondFactor() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const factor = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'setup' | 'removal'>()
  const title = useRef<HTMLHeadingElement>(null)
  const close = () => {
    setOpen(undefined)
    title.current?.focus()
  }
  const done = () => {
    // The cached state is outdated now; showing it until the new answer arrives would be wrong.
    void queryClient.resetQueries(secondFactorQuery)
    void queryClient.invalidateQueries(meQuery)
    close()
  }
  if (factor.error && !factor.data) {
    return <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
  }
  return (
    <Stack maw={560}>
      <Title order={2} ref={title} tabIndex={-1}>
        {t('profile.security.title')}
      </Title>
      <Text>{t('profile.security.intro')}</Text>
      {!factor.data && <Skeleton height={48} radius="md" />}
      {open === 'setup' && <SecondFactorSetup onDone={done} onCancel={close} />}
      {open === 'removal' && <SecondFactorRemoval onDone={done} onCancel={close} />}
      {factor.data && !open && (
        <>
          <Text fw={500}>
            {factor.data.isOn
              ? t('profile.security.on', { left: factor.data.recoveryCodesLeft })
              : t('profile.security.off')}
          </Text>
          {factor.data.isOn && factor.data.isRequired ? (
            <Text>{t('profile.security.required')}</Text>
          ) : (
            <Group>
              <Button
                variant={factor.data.isOn ? 'default' : 'filled'}
                onClick={() => setOpen(factor.data.isOn ? 'removal' : 'setup')}
              >
                {t(factor.data.isOn ? 'profile.security.turnOff' : 'profile.security.setUp')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Stack>
  )
}
