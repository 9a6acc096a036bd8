import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './page.css'
import { bearer, sessionToken } from '~/public-form/accountSession'

SwaggerUI({
  url: '/api/openapi.json',
  domNode: document.getElementById('root'),
  deepLinking: true,
  docExpansion: 'none',
  // Hundreds of types below the calls; each stands in the calls that need it.
  defaultModelsExpandDepth: -1,
  filter: true,
  tryItOutEnabled: true,
  // Otherwise the address of the description is sent to a service of the viewer's makers.
  validatorUrl: null,
  // The session of this browser, unless the reader has given a token of their own.
  requestInterceptor: async (request) => {
    if (!request.loadSpec && !request.headers.Authorization) {
      Object.assign(request.headers, bearer(await sessionToken('en')))
    }
    return request
  },
})
