/** Milliseconds after which a page may be loaded anew by itself once more. */
const LOOP = 60_000

/** Whether this page did not just come by a reload: those would follow upon each other for ever. */
export function mayReload() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit !== undefined && (visit.type !== 'reload' || performance.now() > LOOP)
}
