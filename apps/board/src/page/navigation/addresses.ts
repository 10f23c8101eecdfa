/**
 * The paths of the views, below the root. The patterns are valid for URLPattern and express. The module of a view has
 * the key of its path, so that the server can preload the module.
 */
export const addresses = {
  home: '/',
  tasks: '/tasks',
  releases: '/releases',
  release: '/releases/:id',
  compare: '/releases/:id/compare',
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
  connections: '/automation/connections',
  scripts: '/automation/scripts',
  'as-code': '/as-code',
  risk: '/risk',
  people: '/people',
  audit: '/audit',
  me: '/me',
  inbox: '/inbox',
  'notification-settings': '/me/notifications',
  system: '/system',
  notifications: '/system/notifications',
  help: '/help',
} as const;
