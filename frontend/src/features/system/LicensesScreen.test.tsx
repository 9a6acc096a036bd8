import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '~/test/renderApp'
import { server } from '~/test/server'

const FILE = `Hội contains the components below.

Rust crates

axum 0.8.9 (MIT)
    Copyright (c) 2019 axum Contributors
    Texts: 1

npm packages

react 19.2.0 (MIT)
    Texts: 1

Texts

[1]

Permission is hereby granted
`

test('a stranger finds a component, reads its licence and has a way back', async () => {
  server.use(http.get(`${location.origin}/licenses.txt`, () => HttpResponse.text(FILE)))
  const { user } = await renderApp('/licenses')
  expect(await screen.findByRole('heading', { level: 1, name: 'Components and licenses' })).toBeVisible()
  expect(await screen.findByText('2 components')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Hội: To the start page' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('button', { name: 'Tiếng Việt' })).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: /^Search/ }), 'react')
  await waitFor(() => expect(screen.queryByText('axum')).toBeNull())
  expect(screen.getByText('1 component')).toBeVisible()
  expect(screen.queryByText('Permission is hereby granted')).toBeNull()
  await user.click(screen.getByText('react'))
  expect(await screen.findByText('Permission is hereby granted')).toBeVisible()
})
