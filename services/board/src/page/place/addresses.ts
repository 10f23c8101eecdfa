/** Where each view is, below the root: patterns that URLPattern and express read alike. */
export const addresses = {
  start: '/',
  tasks: '/tasks',
  releases: '/releases',
  release: '/releases/:id',
} as const;
