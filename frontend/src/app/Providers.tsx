import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Above } from '~/components/above'
import { Toasts } from '~/components/Toasts'
import { cspNonce } from '~/lib/cspNonce'
import { language } from '~/lib/language'
import { LANGUAGES } from '~/lib/languages'
import { cssVariables, theme } from './theme'

interface ProvidersProps {
  queryClient: QueryClient
  /** `test` switches transitions and style sheets off. */
  env?: 'default' | 'test'
  children: ReactNode
}

export function Providers({ queryClient, env, children }: ProvidersProps) {
  useTranslation() // so that the pickers below follow a change of language
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => cspNonce() ?? ''}
        env={env}
        withCssVariables={env !== 'test'}
        withGlobalClasses={env !== 'test'}
      >
        <DatesProvider settings={{ locale: language(), firstDayOfWeek: LANGUAGES[language()].weekBegins }}>
          {children}
          <Toasts />
          <Above />
        </DatesProvider>
      </MantineProvider>
    </QueryClientProvider>
  )
}
