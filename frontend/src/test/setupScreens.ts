import { act } from '@testing-library/react'
import { afterEach } from 'vitest'
import { forgetNotes } from '~/components/notes'

// Runs last, because this file comes first: the end of a session is told.
afterEach(() => act(forgetNotes))
