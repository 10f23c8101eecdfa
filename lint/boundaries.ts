// The import rules. `test/architecture` enforces them.

type Lists = Readonly<Record<string, readonly string[]>>;

/**
 * The workspace packages that each package may import. It may also import the third-party packages of its own
 * package.json and the modules of Node. ARCHITECTURE.md describes the packages.
 */
export const packages: Lists = {
  'libs/domain': [],
  'libs/tracing': [],
  'libs/servers': [],
  'libs/persistence': ['domain', 'servers', 'tracing'],
  'libs/runtime': ['servers', 'tracing'],
  'libs/bootstrap': ['domain', 'egress', 'engine', 'persistence', 'plugins', 'runtime', 'scripts', 'servers'],
  'libs/engine': ['domain', 'persistence', 'queue', 'tracing'],
  'libs/queue': ['servers'],
  'libs/wire': ['domain'],
  'libs/resources': ['wire', 'engine', 'domain', 'persistence', 'formats', 'scripts', 'egress', 'plugins'],
  'libs/scripts': ['tracing'],
  'libs/egress': ['scripts', 'tracing'],
  'libs/formats': ['domain'],
  'libs/plugins': ['formats', 'domain'],
  'services/board': ['wire'],
  'services/api': [
    ...['board', 'bootstrap', 'resources', 'wire', 'engine', 'domain'],
    ...['persistence', 'scripts', 'egress', 'plugins', 'formats', 'runtime', 'tracing'],
  ],
  'services/scheduler': [
    ...['bootstrap', 'resources', 'wire', 'engine', 'domain', 'persistence'],
    ...['queue', 'scripts', 'egress', 'plugins', 'runtime', 'tracing'],
  ],
  'services/script-runner': ['scripts', 'runtime', 'tracing'],
  'services/migrate': ['api', 'bootstrap', 'engine', 'persistence', 'queue', 'runtime'],
  'services/standalone': [
    ...['bootstrap', 'api', 'migrate', 'scheduler', 'engine', 'persistence', 'scripts', 'runtime'],
  ],
};

/** Packages that may import neither a third-party package nor a module of Node. */
export const purePackages: readonly string[] = ['libs/domain'];

/** Third-party packages with the only paths that may import them. */
export const restricted: Readonly<Record<string, string>> = {
  express: '^services/api/src/(?:http/|app\\.ts)',
  knex: '^libs/persistence/',
  pg: '^libs/(?:persistence|queue|servers)/',
  bullmq: '^libs/queue/',
  ioredis: '^libs/queue/',
  'isolated-vm': '^services/script-runner/',
  croner: '^libs/engine/src/triggers/timetable',
};

/** The folders of the domain. A folder may import only the folders before it. */
export const domainFolders: readonly string[] = [
  ...['model', 'ids', 'decision', 'people', 'plans', 'attachments', 'variables', 'configurations', 'calendar', 'risk'],
  ...['templates', 'gates', 'files', 'edits', 'triggers', 'webhooks', 'ending', 'restart', 'flow', 'scripts'],
  ...['insight', 'commands'],
];

/** The folders of `services/board/src/page`. A folder may import only the folders before it. */
export const boardFolders: readonly string[] = ['place', 'data', 'live', 'parts', 'views', 'frame', 'styles'];

/** One folder name for each subject, with the packages that have a folder of this name. */
const subjects: Lists = {
  plans: ['domain', 'persistence', 'engine', 'wire', 'resources', 'api'],
  templates: ['domain'],
  flow: ['domain', 'persistence', 'engine', 'api', 'scheduler'],
  gates: ['domain', 'persistence', 'wire', 'resources', 'api'],
  attachments: ['domain', 'persistence', 'wire', 'resources', 'api'],
  variables: ['domain', 'persistence', 'engine', 'wire', 'resources', 'api'],
  restart: ['domain', 'wire', 'api'],
  scripts: ['domain', 'persistence', 'engine', 'resources', 'api', 'scheduler'],
  triggers: ['domain', 'persistence', 'engine', 'wire', 'resources', 'api', 'scheduler'],
  webhooks: ['domain', 'persistence', 'engine', 'wire', 'api'],
  calendar: ['domain', 'persistence', 'wire', 'resources', 'api'],
  folders: ['persistence', 'engine', 'wire', 'resources', 'api'],
  configurations: ['domain', 'persistence', 'engine', 'wire', 'resources', 'api'],
  plugins: ['persistence', 'api'],
  people: ['domain', 'persistence', 'engine', 'wire', 'resources', 'api'],
  audit: ['persistence', 'wire', 'api'],
  search: ['persistence', 'wire', 'resources', 'api'],
  live: ['persistence', 'wire', 'api'],
  history: ['persistence', 'wire', 'api'],
  files: ['domain', 'wire', 'resources', 'api'],
  'as-code': ['persistence', 'wire', 'resources', 'api'],
  insight: ['domain', 'persistence', 'engine', 'wire', 'api'],
  risk: ['domain', 'persistence', 'engine', 'wire', 'resources', 'api'],
  upkeep: ['persistence', 'engine', 'scheduler'],
};

/** Folders that belong to no subject. */
const technical: Lists = {
  model: ['domain', 'resources'],
  ids: ['domain', 'resources'],
  commands: ['domain', 'engine'],
  decision: ['domain', 'engine'],
  ending: ['domain'],
  edits: ['domain', 'wire'],
  database: ['persistence'],
  migrations: ['persistence'],
  secrets: ['persistence'],
  concurrency: ['engine'],
  environment: ['engine'],
  samples: ['engine'],
  http: ['api'],
  context: ['api'],
  openapi: ['api'],
  parsing: ['api'],
  rehearsal: ['api'],
  board: ['api'],
  'sign-on': ['api'],
  system: ['wire', 'resources', 'api'],
  format: ['wire'],
  timing: ['scheduler'],
  testing: ['domain', 'persistence'],
};

/** The folders of the packages that are divided by subject. */
export const folders: Lists = { ...subjects, ...technical };
