/** Libraries that stop at a folder of their room. */
export const walls: Readonly<Record<string, string>> = {
  express: '^services/api/src/(?:http/|app\\.ts)',
  knex: '^libs/persistence/',
  pg: '^libs/(?:persistence|queue|servers)/',
  bullmq: '^libs/queue/',
  ioredis: '^libs/queue/',
  'isolated-vm': '^services/script-runner/',
  croner: '^libs/engine/src/triggers/timetable',
};
