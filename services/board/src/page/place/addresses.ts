/**
 * Where each view is, below the root: patterns that URLPattern and express read alike. A view's module has the name of its
 * address, by which the server tells a browser to fetch it beside the rest.
 */
export const addresses = {
  start: '/',
  tasks: '/tasks',
  releases: '/releases',
  release: '/releases/:id',
  templates: '/templates',
  template: '/templates/:id',
  calendar: '/calendar',
  create: '/templates/:id/create',
  folders: '/folders',
  folder: '/folders/:id',
  why: '/why',
  triggers: '/automation',
  trigger: '/automation/triggers/:id',
  webhooks: '/automation/webhooks',
  webhook: '/automation/webhooks/:id',
  scripts: '/automation/scripts',
  'as-code': '/as-code',
  people: '/people',
  audit: '/audit',
  me: '/me',
  system: '/system',
} as const;

/** The view that is shown at the start. */
export const first = 'tasks' satisfies keyof typeof addresses;
