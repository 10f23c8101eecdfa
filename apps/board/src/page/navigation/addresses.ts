/**
 * The addresses of the views, below the root: patterns for both URLPattern and express. The module of a view has the
 * name of its address, so that the server can preload it.
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
export const startView = 'tasks' satisfies keyof typeof addresses;
