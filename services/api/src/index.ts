export type { Deps, Given } from './deps.ts';
export { easyPassword, isLoopback } from './easy-password.ts';
export { hashPassword, passwordMatches } from './http/passwords.ts';
export { openApi } from './openapi.ts';
export { routes } from './routes/all.ts';
export { type Api, startApi } from './start.ts';
