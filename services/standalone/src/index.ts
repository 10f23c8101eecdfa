export { type Postgres, startPostgres } from './postgres/server.ts';
