export { newCalendarCache } from './calendar-cache.ts';
export type { ReadContext, ResourceContext } from './context.ts';
export { idCandidatesOrNone, notFound } from './find.ts';
export { idKindOf } from './id-kind.ts';
export { type PermissionRequest, requireGlobalPermission } from './permission-request.ts';
export { contextWithoutReferences, findVisibleIds, renderContextFor, renderContextForAll } from './render-context.ts';
export { filterVisible, planAttributes, requirePermission } from './require-permission.ts';
