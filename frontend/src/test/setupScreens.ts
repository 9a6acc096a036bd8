import { cleanNotifications } from '@mantine/notifications'
import * as React from 'react'
import { afterEach } from 'vitest'

// React would record a stack for each element that it makes, which is a sixth of the tests' time.
const KEPT = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals = (React as unknown as Record<string, object | undefined>)[KEPT]
if (!internals) throw new Error('this version of React counts its stacks elsewhere')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })

// Runs last, because this file comes first: the end of a session is told.
afterEach(() => cleanNotifications())
