import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ErrorState } from '~/components/ErrorState'
import { pageQuery } from './queries'

/** Apart, because the editor is heavy and most who open these screens do not come for it. */
const PageForm = lazy(() => import('./PageForm').then(({ PageForm }) => ({ default: PageForm })))

interface PublicPageProps {
  /** The group whose page it is; without one the caller's own. */
  groupId?: string
  /** Nothing can be changed: the group is archived. */
  isReadOnly?: boolean
}

/** The settings of the page at `/o/{slug}`, which is off by default. */
export function PublicPage({ groupId, isReadOnly = false }: PublicPageProps) {
  const page = useQuery(pageQuery(groupId))
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  const loading = <Skeleton height={320} maw={880} radius="md" />
  if (!page.data) return loading
  return (
    <Suspense fallback={loading}>
      <PageForm stored={page.data} groupId={groupId} isReadOnly={isReadOnly} />
    </Suspense>
  )
}
