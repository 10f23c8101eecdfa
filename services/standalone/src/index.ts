export { openDataDir } from './data-dir/data-dir.ts';
export { readSecretKey } from './data-dir/secret-key.ts';
export { findLaunchUser } from './postgres/programs.ts';
export { startPostgres } from './postgres/server.ts';
export { startProduct } from './product.ts';
