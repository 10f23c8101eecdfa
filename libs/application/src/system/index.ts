export { findUnresolved, unresolvedKinds } from './unresolved.ts';
