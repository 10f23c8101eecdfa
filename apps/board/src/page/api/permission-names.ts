// A module of its own, because the bundler rejects a module that is imported both statically and dynamically.
export { permissionName } from './permission-words.ts';
