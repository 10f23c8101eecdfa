export { openApi } from './openapi/document.ts';
export { defaultPassword, hashPassword, isLoopback, passwordMatches } from './people/passwords.ts';
export { routes } from './routes.ts';
export { startApi } from './start.ts';
