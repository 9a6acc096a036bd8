declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Request {
    headers: Record<string, string>
    /** Whether it asks for the description itself. */
    loadSpec?: boolean
  }

  /** Those of the viewer's settings that the page uses. */
  interface Settings {
    url: string
    domNode: HTMLElement | null
    deepLinking: boolean
    docExpansion: 'none'
    defaultModelsExpandDepth: number
    filter: boolean
    tryItOutEnabled: boolean
    validatorUrl: null
    requestInterceptor: (request: Request) => Promise<Request>
  }

  export default function SwaggerUI(settings: Settings): void
}
