import { cleanNotifications } from '@mantine/notifications'
import { afterEach } from 'vitest'

// Runs last, because this file comes first: the end of a session is told.
afterEach(() => cleanNotifications())
