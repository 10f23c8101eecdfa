// The import rules. `test/architecture` enforces them.

type Lists = Readonly<Record<string, readonly string[]>>;

/**
 * The workspace packages that each package may import. It may also import the third-party packages of its own
 * package.json and the modules of Node. ARCHITECTURE.md describes the packages.
 */
export const packages: Lists = {
  'libs/domain': [],
  'libs/concurrency': [],
  'libs/tracing': [],
  'libs/server-addresses': [],
  'libs/persistence': ['domain', 'server-addresses', 'tracing'],
  'libs/process': ['concurrency', 'server-addresses', 'tracing'],
  'integrations/ssh/host': ['outbound-http'],
  'libs/startup': [
    'ssh-host',
    'domain',
    'outbound-http',
    'engine',
    'persistence',
    'plugins',
    'process',
    'script-protocol',
    'server-addresses',
  ],
  'libs/engine': ['concurrency', 'domain', 'persistence', 'queue', 'tracing'],
  'libs/queue': ['server-addresses'],
  'libs/api-schema': ['domain'],
  'libs/application': [
    'api-schema',
    'engine',
    'domain',
    'persistence',
    'formats',
    'script-protocol',
    'outbound-http',
    'plugins',
  ],
  'libs/script-protocol': ['tracing'],
  'libs/outbound-http': ['concurrency', 'script-protocol', 'tracing'],
  'libs/formats': ['domain'],
  'libs/notifications': ['concurrency', 'domain', 'outbound-http', 'persistence'],
  'libs/plugins': ['formats', 'domain'],
  'apps/board': ['api-schema', 'concurrency', 'domain'],
  'services/api': [
    ...['board', 'startup', 'application', 'api-schema', 'concurrency', 'engine', 'domain'],
    ...['persistence', 'script-protocol', 'outbound-http', 'plugins', 'formats', 'process', 'tracing'],
    'notifications',
  ],
  'services/scheduler': [
    ...['startup', 'application', 'api-schema', 'concurrency', 'engine', 'domain', 'persistence'],
    ...['notifications', 'queue', 'script-protocol', 'outbound-http', 'plugins', 'process', 'tracing'],
  ],
  'services/script-runner': ['concurrency', 'script-protocol', 'process', 'tracing'],
  'services/agent': ['api-schema', 'domain', 'process'],
  'services/migrate': ['api', 'startup', 'engine', 'persistence', 'queue', 'process'],
  'services/standalone': [
    ...['startup', 'api', 'domain', 'migrate', 'scheduler', 'engine', 'persistence'],
    ...['script-protocol', 'process'],
  ],
};

/** Packages that may import neither a third-party package nor a module of Node. */
export const purePackages: readonly string[] = ['libs/concurrency', 'libs/domain'];

/** Third-party packages with the only paths that may import them. */
export const restricted: Readonly<Record<string, string>> = {
  express: '^services/api/src/(?:http/|app\\.ts)',
  knex: '^libs/persistence/',
  pg: '^libs/(?:persistence|queue|server-addresses)/',
  bullmq: '^libs/queue/',
  ioredis: '^libs/queue/',
  'isolated-vm': '^services/script-runner/',
  croner: '^libs/engine/src/triggers/timetable',
  nodemailer: '^libs/notifications/',
  ssh2: '^integrations/ssh/host/',
};

/** The folders of the domain. A folder may import only the folders before it. */
export const domainFolders: readonly string[] = [
  ...[
    'mentions',
    'messages',
    'notification-choices',
    'model',
    'ids',
    'decision',
    'people',
    'permission-presets',
    'event-paths',
    'plans',
    'attachments',
    'variables',
    'mails',
    'containers',
    'configurations',
    'calendar',
    'risk',
  ],
  ...['templates', 'gates', 'files', 'triggers', 'senders', 'webhooks', 'completion', 'restart', 'flow', 'scripts'],
  ...['events', 'insights', 'commands', 'forecast', 'edits', 'versions', 'notifications'],
];

/** The folders of `apps/board/src/page`. A folder may import only the folders before it. */
export const boardFolders: readonly string[] = [
  'navigation',
  'api',
  'live',
  'components',
  'pages',
  'layout',
  'gallery',
  'styles',
];

/** One folder name for each subject, with the packages that have a folder of this name. */
const subjects: Lists = {
  plans: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api'],
  templates: ['domain'],
  flow: ['domain', 'persistence', 'engine', 'api', 'scheduler'],
  gates: ['domain', 'persistence', 'api-schema', 'application', 'api'],
  attachments: ['domain', 'persistence', 'api-schema', 'application', 'api'],
  variables: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api'],
  restart: ['domain', 'api-schema', 'api'],
  mails: ['domain', 'persistence', 'scheduler'],
  scripts: ['domain', 'persistence', 'application', 'api', 'scheduler'],
  triggers: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api', 'scheduler'],
  webhooks: ['domain', 'persistence', 'engine', 'api-schema', 'api'],
  calendar: ['domain', 'persistence', 'api-schema', 'application', 'api'],
  folders: ['persistence', 'engine', 'api-schema', 'application', 'api'],
  configurations: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api'],
  containers: ['domain', 'persistence', 'api-schema', 'application', 'api', 'scheduler'],
  plugins: ['persistence', 'api'],
  people: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api'],
  audit: ['persistence', 'api-schema', 'api'],
  search: ['persistence', 'api-schema', 'application', 'api'],
  live: ['persistence', 'api-schema', 'api'],
  history: ['persistence', 'api-schema', 'api'],
  files: ['domain', 'api-schema', 'application', 'api'],
  'as-code': ['persistence', 'api-schema', 'application', 'api'],
  forecast: ['domain', 'persistence', 'engine', 'api-schema', 'api'],
  risk: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api'],
  due: ['scheduler'],
  maintenance: ['persistence', 'engine', 'scheduler'],
  versions: ['domain', 'persistence', 'api-schema', 'application', 'api'],
  events: ['domain', 'persistence', 'api-schema', 'api'],
  notifications: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api', 'scheduler'],
  insights: ['domain', 'persistence', 'engine', 'api-schema', 'application', 'api', 'scheduler'],
  dashboards: ['persistence', 'api-schema', 'application', 'api'],
  reports: ['persistence', 'application', 'api'],
};

/** Folders that belong to no subject. */
const technical: Lists = {
  mentions: ['domain'],
  messages: ['domain'],
  'permission-presets': ['domain'],
  'notification-choices': ['domain'],
  'event-paths': ['domain'],
  senders: ['domain'],
  model: ['domain', 'application'],
  ids: ['domain', 'application'],
  commands: ['domain', 'engine'],
  decision: ['domain', 'engine'],
  completion: ['domain'],
  edits: ['domain', 'api-schema'],
  database: ['persistence'],
  migrations: ['persistence'],
  secrets: ['persistence'],
  concurrency: ['engine'],
  environment: ['engine'],
  samples: ['engine'],
  http: ['api'],
  dependencies: ['api'],
  openapi: ['api'],
  parsing: ['api'],
  warmup: ['api'],
  board: ['api'],
  'sign-on': ['api'],
  invitations: ['api'],
  system: ['api-schema', 'application', 'api'],
  format: ['api-schema'],
  pause: ['scheduler'],
  testing: ['domain', 'persistence'],
};

/** The folders of the packages that are divided by subject. */
export const folders: Lists = { ...subjects, ...technical };
