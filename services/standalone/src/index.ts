export { findGuise } from './postgres/programs.ts';
export { startPostgres } from './postgres/server.ts';
export { startProduct } from './product.ts';
