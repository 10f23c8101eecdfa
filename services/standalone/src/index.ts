export { startPostgres } from './postgres/server.ts';
